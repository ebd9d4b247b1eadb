import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type User, users } from "@/db/schema/users";
import type { Person } from "./person";

/** What a person says of themselves. What is left out stays as it is. */
export type ProfileChange = Partial<Pick<User, "name" | "locale" | "singleKeyShortcuts" | "newsPace">>;

export async function updateProfile(db: Database, person: Pick<Person, "id">, change: ProfileChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.update(users).set(change).where(eq(users.id, person.id));
}
