import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import * as schema from "@/db/schema";
import { userTokens } from "@/db/schema/users";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { requestPasswordReset } from "./request-password-reset";
import { setPassword } from "./set-password";

const request = (email: string, ip = newId()) => requestPasswordReset(db, { email, address: ip });
const given = async (user: Parameters<typeof givenMember>[1] = {}) => (await givenMember(await givenPartner(), user)).person;

/** Returns the token of the link in the newest mail. */
async function tokenMailedTo(email: string): Promise<string> {
  return /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? "")?.[1] ?? "";
}

test("a person with an account is mailed, in their language, a link that sets a new password", async () => {
  const person = await given({ locale: "nl" });
  await request(person.email.toUpperCase());
  const sent = await mailsTo(person.email);
  expect(sent).toMatchObject([{ recipient: person.email, locale: "nl", subject: "Kies een nieuw wachtwoord", attempts: 0 }]);
  expect(sent[0]?.body).toContain(`${env().PUBLIC_URL}/set-password?token=`);
  await setPassword(db, { token: await tokenMailedTo(person.email), password: "a sentence for the door", name: null });
});

test("asking again leaves the former link valid, so that a stranger cannot void it by asking", async () => {
  const person = await given();
  await request(person.email);
  const token = await tokenMailedTo(person.email);
  await request(person.email);
  await setPassword(db, { token, password: "a sentence for the door", name: null });
});

test("for an address without an account the same statements run, the answer is the same, and nothing is kept", async () => {
  const person = await given();
  const disabled = await given({ disabledAt: new Date() });
  const nobody = `${newId()}@staff.example`;
  const statementsFor = async (email: string) => {
    const statements: string[] = [];
    const client = postgres(env().DATABASE_URL, { max: 1 });
    const logger = { logQuery: (query: string) => void statements.push(query) };
    const answer = await requestPasswordReset(drizzle(client, { schema, casing: "snake_case", logger }), { email, address: newId() });
    await client.end();
    return { answer, statements };
  };

  const known = await statementsFor(person.email);
  expect(known.statements.length).toBeGreaterThan(4);
  for (const email of [nobody, disabled.email]) {
    expect(await statementsFor(email)).toEqual(known);
    expect(await mailsTo(email)).toEqual([]);
  }
  expect(await db.select().from(userTokens).where(eq(userTokens.userId, disabled.id))).toEqual([]);
});

test("a person who signs in with their organisation only is told so, and gets no link", async () => {
  const person = await given({ oidcIssuer: "https://id.example", oidcSubject: newId() });
  await request(person.email);
  const [mail] = await mailsTo(person.email);
  expect(mail?.subject).toBe("You sign in with your organisation");
  expect(mail?.body).not.toContain("token=");
  expect(await db.select().from(userTokens).where(eq(userTokens.userId, person.id))).toEqual([]);
});

test("one mailbox gets three mails in 15 minutes from all callers together, and an unknown address is refused as often", async () => {
  const person = await given();
  for (const email of [person.email, `${newId()}@staff.example`]) {
    const outcomes = await Promise.allSettled(times(10, () => request(email)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(request(email)).rejects.toThrow("too_many_attempts");
  }
  expect(await mailsTo(person.email)).toHaveLength(3);
});

test("one client can ask for at most twenty e-mail addresses in 15 minutes", async () => {
  const ip = newId();
  const outcomes = await Promise.allSettled(times(25, () => request(`${newId()}@staff.example`, ip)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
});

test("text that is no address is refused", async () => {
  await expect(request("miriam")).rejects.toThrow("invalid_email");
});
