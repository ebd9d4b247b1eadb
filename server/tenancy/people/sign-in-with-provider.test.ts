import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { findToken } from "./find-token";
import { signInWithProvider } from "./sign-in-with-provider";
import { issueToken } from "./token";

async function given(user: Parameters<typeof givenMember>[1] = {}) {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, user);
  const provider = { issuer: `https://${newId()}.example`, partnerId: partner.id, name: "League" };
  const claims = { iss: provider.issuer, sub: newId(), email: person.email, email_verified: true };
  const enter = (changed: object = {}, by = provider) => signInWithProvider(db, by, { ...claims, ...changed });
  const row = async () => only(await db.select().from(users).where(eq(users.id, person.id)));
  return { partner, person, provider, claims, enter, row };
}

test("a verified e-mail links once; from then on issuer and subject decide, even if the e-mail changes", async () => {
  const { person, claims, provider, enter, row } = await given();
  expect(await enter({ email: person.email.toUpperCase() })).toEqual({ userId: person.id, sessionVersion: 1 });
  expect(await row()).toMatchObject({ oidcIssuer: provider.issuer, oidcSubject: claims.sub });
  expect((await row()).lastSignedInAt).not.toBeNull();

  expect(await enter({ email: "married@staff.example", email_verified: false })).toMatchObject({ userId: person.id });
  await expect(enter({ sub: newId() })).rejects.toThrow("not_invited");
});

test("an unverified e-mail links no account", async () => {
  for (const email_verified of [false, undefined, "true", 1]) {
    const { enter, row } = await given();
    await expect(enter({ email_verified })).rejects.toThrow("not_invited");
    expect(await row()).toMatchObject({ oidcSubject: null });
  }
});

test("an organisation lets in only its own partner's people, and never support", async () => {
  const { enter } = await given();
  const { person: elsewhere } = await givenMember(await givenPartner());
  const { person: supporter } = await givenSupporter();
  for (const { email } of [elsewhere, supporter, { email: `${newId()}@staff.example` }]) {
    await expect(enter({ email })).rejects.toThrow("not_invited");
  }
});

test("two partners at one issuer let in their own people only, including linked ones", async () => {
  const { enter, provider } = await given();
  const other = { ...provider, partnerId: (await givenPartner()).id };
  await expect(enter({}, other)).rejects.toThrow("not_invited");
  await enter();
  await expect(enter({}, other)).rejects.toThrow("not_invited");
});

test("one subject is one person, also with another e-mail", async () => {
  const { partner, person, enter } = await given();
  await enter();
  const { person: colleague } = await givenMember(partner);
  expect(await enter({ email: colleague.email })).toMatchObject({ userId: person.id });
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
  await expect(enter({ email: colleague.email })).rejects.toThrow("not_invited");
});

test("a disabled person stays out, linked or not", async () => {
  const disabled = await given({ disabledAt: new Date() });
  await expect(disabled.enter()).rejects.toThrow("not_invited");
  const linked = await given();
  await linked.enter();
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, linked.person.id));
  await expect(linked.enter()).rejects.toThrow("not_invited");
});

test("an issuer other than the configured one is refused", async () => {
  const { enter } = await given();
  for (const claims of [{ iss: "https://evil.example" }, { iss: undefined }, { sub: "" }, { sub: undefined }]) {
    await expect(enter(claims)).rejects.toThrow("not_invited");
  }
  const { provider } = await given();
  for (const nothing of [null, undefined, "claims", []]) {
    await expect(signInWithProvider(db, provider, nothing)).rejects.toThrow("not_invited");
  }
});

test("signing in accepts an invitation: the person gets their name, and the mailed link stops working", async () => {
  const { person, enter, row } = await given({ name: "" });
  const token = await issueToken(db, person.id, "invitation");
  await enter({ name: "Ada Brandsma" });
  expect(await row()).toMatchObject({ name: "Ada Brandsma" });
  await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
});

test("twenty simultaneous first sign-ins all succeed, as one person", async () => {
  const { person, enter } = await given();
  const signedIn = await Promise.all(times(20, () => enter()));
  expect(new Set(signedIn.map(({ userId }) => userId))).toEqual(new Set([person.id]));
});

test("claims that no database can store are refused as a stranger's, or left out", async () => {
  const { person, enter } = await given();
  await expect(enter({ sub: "a\0b" })).rejects.toThrow("not_invited");
  await expect(enter({ email: `${person.email}\0` })).rejects.toThrow("not_invited");
  expect(await enter({ name: "Ada\0" })).toMatchObject({ userId: person.id });
});
