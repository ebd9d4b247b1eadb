import { expect, test } from "vitest";
import { db } from "@/db/client";
import { findCustomer } from "@/server/customer-page/find-customer";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { findKeyHolder } from "@/server/tenancy/api-keys/find-key-holder";
import { lookUpKey } from "@/server/tenancy/api-keys/look-up-key";
import { resumePartner, suspendPartner } from "@/server/tenancy/partners/suspend-partner";
import { givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { findPerson } from "./find-person";
import { findToken } from "./find-token";
import { hashPassword } from "./password";
import { signIn } from "./sign-in";
import { issueToken } from "./token";
import { disableUser, enableUser, endUserSessions } from "./user-access";

const PASSWORD = "a sentence for the door";

test("an operator ends anybody's account, also support's: sessions, mailed links and password open nothing until it is enabled", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const { person: member } = await givenMember(await givenPartner(), { passwordHash, role: "administrator" });
  const { person: support } = await givenSupporter();
  for (const person of [member, support]) {
    const token = await issueToken(db, person.id, "password_reset");
    expect(await disableUser(db, ` ${person.email.toUpperCase()} `)).toEqual({ id: person.id });
    await disableUser(db, person.email);
    expect(await findPerson(db, person.sessionId)).toBeUndefined();
    await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
  }
  const enter = () => signIn(db, { email: member.email, password: PASSWORD, address: newId() });
  await expect(enter()).rejects.toThrow("invalid_credentials");
  await enableUser(db, member.email);
  expect(await enter()).toMatchObject({ userId: member.id });
  expect(await findPerson(db, member.sessionId)).toBeUndefined();
});

test("an operator signs a person out everywhere, who can sign in again", async () => {
  const { person } = await givenMember(await givenPartner(), { passwordHash: await hashPassword(PASSWORD) });
  await endUserSessions(db, person.email);
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  expect(await signIn(db, { email: person.email, password: PASSWORD, address: newId() })).toMatchObject({ userId: person.id });
  for (const work of [disableUser, enableUser, endUserSessions])
    await expect(work(db, "nobody@staff.example")).rejects.toThrow("invalid_user_id");
});

test("a suspended partner's keys and people are refused until it is resumed; its customers and other partners are not", async () => {
  const [partner, other] = [await givenPartner(), await givenPartner()];
  const { key } = await createApiKey(db, partner.id, { name: "test" });
  const { key: othersKey } = await createApiKey(db, other.id, { name: "test" });
  const { person } = await givenMember(partner, { passwordHash: await hashPassword(PASSWORD) });
  const { secret } = await givenCustomer(partner);
  const enter = () => signIn(db, { email: person.email, password: PASSWORD, address: newId() });

  await suspendPartner(db, partner.id);
  expect(await lookUpKey(db, hashSecret(key))).toBeUndefined();
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  await expect(enter()).rejects.toThrow("invalid_credentials");
  expect(await findCustomer(db, secret, null)).toBeDefined();
  expect(await findKeyHolder(db, othersKey)).toMatchObject({ actor: { partnerId: other.id } });

  await resumePartner(db, partner.id);
  expect(await lookUpKey(db, hashSecret(key))).toMatchObject({ partnerId: partner.id });
  expect(await findPerson(db, person.sessionId)).toMatchObject({ id: person.id });
  expect(await enter()).toMatchObject({ userId: person.id });
  for (const work of [suspendPartner, resumePartner]) await expect(work(db, "999999999")).rejects.toThrow("invalid_partner_id");
});
