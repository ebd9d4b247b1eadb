import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { type Supporter, supporterColumns } from "./supporter";

/** Returns the whole team by name; people without a name come first. */
export function listSupporters(db: Database): Promise<Supporter[]> {
  return db.select(supporterColumns()).from(users).where(eq(users.role, "support")).orderBy(asc(users.name), asc(users.email));
}
