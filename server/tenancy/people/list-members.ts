import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { type Member, memberColumns } from "./member";

/** Returns all of the partner's people by name; people without a name come first. */
export function listMembers(db: Database, actor: Actor): Promise<Member[]> {
  return db.select(memberColumns).from(users).where(eq(users.partnerId, actor.partnerId)).orderBy(asc(users.name), asc(users.email));
}
