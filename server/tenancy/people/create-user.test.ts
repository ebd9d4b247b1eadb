import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { givenPartner } from "@/server/testing/given";
import { createUser, type NewUser } from "./create-user";
import { setPassword } from "./set-password";

const newUser = (user: Partial<NewUser>): NewUser => ({
  email: `${newId()}@staff.example`,
  name: "Ada",
  role: "support",
  locale: "en",
  partnerId: null,
  ...user,
});

test("support belongs to no partner, everybody else to one", async () => {
  const { id: partnerId } = await givenPartner();
  const { id } = await createUser(db, newUser({}));
  expect(only(await db.select().from(users).where(eq(users.id, id)))).toMatchObject({
    role: "support",
    partnerId: null,
    passwordHash: null,
  });
  await createUser(db, newUser({ role: "administrator", partnerId }));
  await createUser(db, newUser({ role: "member", partnerId }));

  await expect(createUser(db, newUser({ partnerId }))).rejects.toThrow("invalid_partner_id");
  await expect(createUser(db, newUser({ role: "member" }))).rejects.toThrow("invalid_partner_id");
  await expect(createUser(db, newUser({ role: "member", partnerId: newId() }))).rejects.toThrow("invalid_partner_id");
  await expect(createUser(db, newUser({ email: "nobody" }))).rejects.toThrow("invalid_email");
});

test("an address has one account, however it is spelled", async () => {
  const user = newUser({});
  expect((await createUser(db, { ...user, email: user.email.toUpperCase() })).email).toBe(user.email);
  await expect(createUser(db, user)).rejects.toThrow("email_already_in_use");
});

test("the one-time password sets a password once", async () => {
  const { oneTimePassword } = await createUser(db, newUser({}));
  const redeem = () => setPassword(db, { token: oneTimePassword, password: "a sentence for the door", name: null });
  await redeem();
  await expect(redeem()).rejects.toThrow("link_not_valid");
});
