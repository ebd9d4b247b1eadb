import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type User, users } from "@/db/schema/users";
import type { Person } from "./person";

/** Changes of one's own profile. Absent fields stay as they are. */
export type ProfileChange = Partial<Pick<User, "name" | "locale" | "singleKeyShortcuts" | "newsPace">>;

export async function updateProfile(db: Database, person: Pick<Person, "id">, change: ProfileChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.update(users).set(change).where(eq(users.id, person.id));
}
