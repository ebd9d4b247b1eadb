import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { findKeyHolder } from "@/server/tenancy/api-keys/find-key-holder";
import { findPerson } from "@/server/tenancy/people/find-person";
import { setPassword } from "@/server/tenancy/people/set-password";
import { signIn } from "@/server/tenancy/people/sign-in";
import { issueToken } from "@/server/tenancy/people/token";
import { givenPartner } from "@/server/testing/given";
import { signedIn } from "@/server/testing/given-person";
import { withdrawDemo } from "./demo";
import { type DemoPerson, prepareDemoPeople, withdrawDemoPeople } from "./demo-people";

const enter = ({ email, password }: DemoPerson) => signIn(db, { email, password, address: newId() });

test("one person of each role can sign in after each start, even if changed in between; once withdrawn, none can", async () => {
  const { id: partnerId } = await givenPartner();
  const people = await prepareDemoPeople(db, partnerId, []);
  expect(people.map(({ role }) => role)).toEqual(["administrator", "member", "support"]);
  expect(new Set(people.map(({ password }) => password)).size).toBe(3);
  const sessions = await Promise.all(people.map(enter));

  const [administrator, member, support] = sessions;
  await db
    .update(users)
    .set({ disabledAt: new Date() })
    .where(eq(users.id, member?.userId ?? ""));
  await db
    .update(users)
    .set({ role: "member" })
    .where(eq(users.id, administrator?.userId ?? ""));
  const token = await issueToken(db, support?.userId ?? "", "password_reset");
  await setPassword(db, { token, password: "another sentence", name: null });
  expect(await prepareDemoPeople(db, partnerId, people)).toEqual(people);
  const again = await Promise.all(people.map(enter));
  const begun = await Promise.all(again.map(({ userId: id, sessionVersion }) => signedIn({ id, sessionVersion })));
  expect(again.map(({ userId }) => userId)).toEqual(sessions.map(({ userId }) => userId));
  expect(await findPerson(db, begun[0] ?? "")).toMatchObject({ role: "administrator", partnerId });

  await withdrawDemoPeople(db);
  for (const person of people) await expect(enter(person)).rejects.toThrow("invalid_credentials");
  for (const sessionId of begun) expect(await findPerson(db, sessionId)).toBeUndefined();

  const restored = await prepareDemoPeople(db, partnerId, []);
  await Promise.all(restored.map(enter));
  for (const person of people) await expect(enter(person)).rejects.toThrow("invalid_credentials");
});

test("once the service is not for this machine only, the demo's people and key are useless, also in a database from elsewhere", async () => {
  const partner = await givenPartner();
  const people = await prepareDemoPeople(db, partner.id, []);
  const { key } = await createApiKey(db, partner.id, { name: "Demo" });
  const others = await givenPartner();
  const { key: othersKey } = await createApiKey(db, others.id, { name: "Demo" });

  await withdrawDemo(db);
  for (const person of people) await expect(enter(person)).rejects.toThrow("invalid_credentials");
  expect(await findKeyHolder(db, key)).toBeUndefined();
  expect(await findKeyHolder(db, othersKey)).toMatchObject({ actor: { partnerId: others.id } });
});
