import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { whileStillAllowed } from "./while-still-allowed";

async function* count() {
  for (let number = 1; ; number += 1) yield number;
}

test.each([
  ["disabled", { disabledAt: new Date() }],
  ["given another role", { role: "administrator" as const }],
  ["limited to companies", { limitedToCompanies: true }],
  ["signed out everywhere", { sessionVersion: 2 }],
])("a person who is %s meanwhile reads nothing more", async (_, change) => {
  const { person } = await givenMember(await givenPartner());
  const pieces = whileStillAllowed(db, person, count());

  expect(await pieces.next()).toEqual({ done: false, value: 1 });
  await db.update(users).set({ name: "Married Since" }).where(eq(users.id, person.id));
  expect(await pieces.next()).toEqual({ done: false, value: 2 });
  await db.update(users).set(change).where(eq(users.id, person.id));
  await expect(pieces.next()).rejects.toThrow("not_allowed");
});
