import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { users, userTokens } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember, signedIn } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { findPerson } from "./find-person";
import { findToken } from "./find-token";
import { setPassword } from "./set-password";
import { signIn } from "./sign-in";
import { issueToken, type TokenPurpose } from "./token";

const PASSWORD = "a sentence for the door";

async function givenLink(purpose: TokenPurpose = "invitation", { name = "" } = {}) {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { name });
  const token = await issueToken(db, person.id, purpose);
  const redeem = (password = PASSWORD, as: string | null = "Ada Brandsma") => setPassword(db, { token, password, name: as });
  const signInWith = (password: string) => signIn(db, { email: person.email, password, address: newId() });
  return { partner, person, token, redeem, signInWith };
}

test("an invitation tells whom it is for, and takes a name and a password that then let in", async () => {
  const { partner, person, token, redeem, signInWith } = await givenLink();
  expect(await findToken(db, token)).toMatchObject({ purpose: "invitation", email: person.email, name: "", partnerName: partner.name });

  expect(await redeem()).toEqual({ email: person.email });
  expect(await signInWith(PASSWORD)).toMatchObject({ userId: person.id });
  expect(await findPerson(db, await signedIn({ id: person.id, sessionVersion: 2 }))).toMatchObject({ name: "Ada Brandsma" });
});

test("a person who has a name keeps it", async () => {
  const { person, redeem } = await givenLink("password_reset", { name: "Ana Lindqvist" });
  await redeem(PASSWORD, "Somebody Else");
  expect(await findPerson(db, await signedIn({ id: person.id, sessionVersion: 2 }))).toMatchObject({ name: "Ana Lindqvist" });
});

test("a refused password or name leaves the link as it was", async () => {
  const { person, redeem } = await givenLink();
  await expect(redeem("too short")).rejects.toThrow("invalid_password");
  await expect(redeem(person.email)).rejects.toThrow("invalid_password");
  await expect(redeem("Ada Brandsma", "Ada Brandsma")).rejects.toThrow("invalid_password");
  await expect(redeem(PASSWORD, null)).rejects.toThrow("invalid_person_name");
  await expect(redeem(PASSWORD, "  ")).rejects.toThrow("invalid_person_name");
  await redeem();
});

test("one of twenty who redeem a link at once succeeds", async () => {
  const { redeem, signInWith } = await givenLink();
  const outcomes = await Promise.allSettled(times(20, (index) => redeem(`the sentence of number ${index}`)));
  const winners = outcomes.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
  expect(winners).toHaveLength(1);
  for (const { reason } of outcomes.filter((outcome) => outcome.status === "rejected")) expect(reason.message).toBe("link_not_valid");
  await signInWith(`the sentence of number ${winners[0]}`);
});

test("one of two links of a person redeemed at once succeeds, and neither waits for the other", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person, redeem, token } = await givenLink();
    const second = await issueToken(db, person.id, "password_reset");
    const outcomes = await Promise.allSettled([redeem(), setPassword(db, { token: second, password: PASSWORD, name: "Ada" })]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : []));
    expect(refusals).toEqual(["link_not_valid"]);
    for (const used of [token, second]) await expect(findToken(db, used)).rejects.toThrow("link_not_valid");
  }
});

test("a new password ends every session, voids every other link, and lifts the block after too many failures", async () => {
  const { person, redeem, signInWith } = await givenLink("password_reset");
  const other = await issueToken(db, person.id, "password_reset");
  const signInHere = (password: string) => signIn(db, { email: person.email, password, address: "198.51.100.9" });
  await Promise.allSettled(times(5, () => signInHere("what was it again")));
  expect(await findPerson(db, person.sessionId)).toBeDefined();

  await redeem();
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  await expect(findToken(db, other)).rejects.toThrow("link_not_valid");
  await signInHere(PASSWORD);
  await signInWith(PASSWORD);
});

test("a link that is too old, or whose person was disabled, or that never was one, is not valid", async () => {
  const old = await givenLink();
  await db.update(userTokens).set({ expiresAt: new Date() }).where(eq(userTokens.userId, old.person.id));
  const disabled = await givenLink();
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.person.id));

  for (const { token, redeem } of [old, disabled]) {
    await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
    await expect(redeem()).rejects.toThrow("link_not_valid");
  }
  await expect(findToken(db, "nonsense")).rejects.toThrow("link_not_valid");
});

test("an invitation works for 7 days, a new password for an hour, and only hashes are kept", async () => {
  for (const [purpose, hours] of [
    ["invitation", 7 * 24],
    ["password_reset", 1],
  ] as const) {
    const { person, token } = await givenLink(purpose);
    const { expiresAt, createdAt, hash } = only(await db.select().from(userTokens).where(eq(userTokens.userId, person.id)));
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 3_600_000)).toBe(hours);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(hash).not.toContain(token);
  }
});

test("a person whose password was changed is told once", async () => {
  const { person, redeem } = await givenLink();
  const unsent = async () => (await mailsTo(person.email)).filter(({ sentAt }) => sentAt === null);
  await redeem();
  expect(await unsent()).toEqual([]);
  const again = await issueToken(db, person.id, "password_reset");
  await setPassword(db, { token: again, password: "another sentence", name: null });
  expect((await unsent()).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
});
