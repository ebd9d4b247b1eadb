import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";

/** Throws `not_allowed` unless the actor is one of the partner's administrators, or the service itself. */
export async function requireAdministrator(db: Database, actor: Actor): Promise<void> {
  if (actor.kind === "system") return;
  if (actor.kind !== "person") throw new DomainError("not_allowed");
  const [administrator] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.partnerId, actor.partnerId), eq(users.id, actor.id ?? ""), eq(users.role, "administrator"), isNull(users.disabledAt)),
    );
  if (!administrator) throw new DomainError("not_allowed");
}
