import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { factors, recoveryCodes } from "@/db/schema/factors";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { sessionLimits } from "@/server/domain/rules/session-limits";
import { forgetEnv } from "@/server/env";
import { DomainError } from "@/server/errors";
import { newId } from "@/server/platform/id";
import { missingStep } from "@/server/tenancy/factors/missing-step";
import { resetUserFactors } from "@/server/tenancy/factors/reset-factors";
import { beginSession } from "@/server/tenancy/people/begin-session";
import { findPerson } from "@/server/tenancy/people/find-person";
import { hashPassword } from "@/server/tenancy/people/password";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { publicHost } from "@/server/testing/hosts";
import { mailsTo } from "@/server/testing/mails-to";
import { givenPasskey } from "@/server/testing/soft-passkey";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

const callerFor = createCallerFactory(appRouter);
const PASSWORD = "twelve rowing boats at dawn";

beforeEach(() => {
  vi.stubEnv("PUBLIC_URL", publicHost.PUBLIC_URL);
  forgetEnv();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  forgetEnv();
});

type Role = "administrator" | "member" | "support";

/** Creates a person. `signIn` begins a session, and returns functions for the procedures it may call and for the step that is missing. */
async function given({ role = "member" as Role } = {}) {
  const partner = await givenPartner();
  const { person } = role === "support" ? await givenSupporter() : await givenMember(partner, { role });
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, person.id));
  const signIn = async (method: "password" | "organisation" = "password") => {
    const { sessionVersion } = only(await db.select().from(users).where(eq(users.id, person.id)));
    const visitor = { address: "192.0.2.1", deviceToken: null, userAgent: "" };
    const sessionId = await beginSession(db, { userId: person.id, sessionVersion }, visitor, method);
    return { sessionId, call: async () => (await open(sessionId)).caller, missing: async () => (await open(sessionId)).missing };
  };
  return { partner, person, signIn };
}

/** Returns the procedures that a request with this session may call, in the context that the portal would create. */
async function open(sessionId: string) {
  const person = (await findPerson(db, sessionId)) ?? null;
  const missing = person && missingStep(person);
  const visitor = { address: "192.0.2.1", deviceToken: null, userAgent: "" };
  const caller = callerFor({
    db,
    person: missing ? null : person,
    awaitingSecondFactor: missing ? person : null,
    requestId: null,
    visitor,
  });
  return { missing, caller };
}

/** Creates a person with an authenticator app. `later` returns the code that the app shows a number of steps later. */
async function givenApp(role: Role = "member") {
  const owner = await given({ role });
  const first = await owner.signIn();
  const { secret, address } = await (await first.call()).factors.beginAuthenticator();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const { recoveryCodes } = await (await first.call()).factors.addAuthenticator({ name: "My phone", secret, code: app.generate() });
  const later = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  return { ...owner, first, secret, address, app, later, recoveryCodes: recoveryCodes ?? [] };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { cause?: unknown }) => (error.cause instanceof DomainError ? error.cause.code : String(error)),
  );

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).sort();

describe("an authenticator app", () => {
  test("requires its code to sign in, once it is added", async () => {
    const { signIn, later, address } = await givenApp();
    expect(address).toMatch(/^otpauth:\/\/totp\//);
    const session = await signIn();
    expect(await session.missing()).toBe("proof");
    expect(await codeOf((await session.call()).session.me())).toBe("not_signed_in");
    expect(await codeOf((await session.call()).factors.prove({ code: "000000" }))).toBe("wrong_code");
    expect(await session.missing()).toBe("proof");

    await (await session.call()).factors.prove({ code: later(1) });
    expect(await session.missing()).toBeNull();
    expect(await codeOf((await session.call()).session.me())).toBe("done");
  });

  test("has no code that is accepted twice, also of five at once", async () => {
    const { signIn, later } = await givenApp();
    const code = later(1);
    const browsers = await Promise.all(times(5, () => signIn()));
    const outcomes = await Promise.all(browsers.map(async ({ call }) => codeOf((await call()).factors.prove({ code }))));
    expect(outcomes.sort()).toEqual(["done", "wrong_code", "wrong_code", "wrong_code", "wrong_code"]);
  });

  test("is not added by a code of another secret", async () => {
    const { signIn } = await given();
    const session = await signIn();
    const { secret } = await (await session.call()).factors.beginAuthenticator();
    expect(await codeOf((await session.call()).factors.addAuthenticator({ name: "Phone", secret, code: "123" }))).toBe("wrong_code");
    expect(await codeOf((await session.call()).factors.addAuthenticator({ name: "Phone", secret: "AAAA", code: "123456" }))).toBe(
      "wrong_code",
    );
    expect((await (await session.call()).factors.list()).factors).toEqual([]);
  });

  test("has an encrypted secret that is never returned again", async () => {
    const { person, first, secret } = await givenApp();
    expect(JSON.stringify(await db.select().from(factors).where(eq(factors.userId, person.id)))).not.toContain(secret);
    expect(JSON.stringify(await (await first.call()).factors.list())).not.toContain("secret");
  });
});

test("with only the password, nobody can add a factor or do anything else", async () => {
  const { signIn, recoveryCodes: codes } = await givenApp();
  const thief = await signIn();
  const { factors: ways, session, people } = await thief.call();
  for (const work of [
    () => ways.beginAuthenticator(),
    () => ways.beginPasskey(),
    () => ways.addAuthenticator({ name: "Theirs", secret: "A".repeat(32), code: "123456" }),
    () => ways.list(),
    () => ways.newRecoveryCodes(),
    () => session.sessions(),
    () => people.list(),
  ]) {
    expect(await codeOf(work())).toBe("not_signed_in");
  }
  // The password alone does not prove the identity again.
  expect(await codeOf(ways.prove({ password: PASSWORD }))).toBe("wrong_password");
  expect(codes).toHaveLength(10);
});

test("ten wrong codes block further ones for a while, and their owner is told once", async () => {
  const { person, signIn, later } = await givenApp();
  const session = await signIn();
  const outcomes = await Promise.all(times(15, async () => codeOf((await session.call()).factors.prove({ code: "000000" }))));
  expect(outcomes.filter((code) => code === "wrong_code")).toHaveLength(10);
  expect(outcomes.filter((code) => code === "too_many_attempts")).toHaveLength(5);
  expect(await codeOf((await session.call()).factors.prove({ code: later(1) }))).toBe("too_many_attempts");
  expect((await subjectsTo(person.email)).filter((subject) => subject === "Someone knows your password")).toHaveLength(1);
});

describe("recovery codes", () => {
  test("come with the first factor, each works once, and are stored as hashes", async () => {
    const { person, signIn, recoveryCodes: codes, first } = await givenApp();
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(JSON.stringify(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)))).not.toContain(
      code.slice(0, 4),
    );

    const outcomes = await Promise.all(
      times(3, async () => codeOf((await (await signIn()).call()).factors.prove({ code: code.toUpperCase().replaceAll("-", " ") }))),
    );
    expect(outcomes.sort()).toEqual(["done", "wrong_code", "wrong_code"]);
    expect((await (await first.call()).factors.list()).recoveryCodesLeft).toBe(9);
    expect(await subjectsTo(person.email)).toContain("A recovery code was used for your account");
  });

  test("new ones replace the former ones, and work for no other account", async () => {
    const { signIn, first, recoveryCodes: old } = await givenApp();
    const other = await givenApp();
    const codes = await (await first.call()).factors.newRecoveryCodes();
    const session = await signIn();
    expect(await codeOf((await session.call()).factors.prove({ code: old[0] ?? "" }))).toBe("wrong_code");
    expect(await codeOf((await session.call()).factors.prove({ code: other.recoveryCodes[0] ?? "" }))).toBe("wrong_code");
    expect(await codeOf((await session.call()).factors.prove({ code: codes[0] ?? "" }))).toBe("done");
  });
});

describe("a passkey", () => {
  test("signs in by signing its challenge, once", async () => {
    const { signIn } = await given();
    const first = await signIn();
    const passkey = givenPasskey(publicHost.PUBLIC_URL);
    const made = passkey.make(await (await first.call()).factors.beginPasskey());
    await (await first.call()).factors.addPasskey({ name: "Laptop", response: made });

    const session = await signIn();
    const ways = await (await session.call()).factors.beginProof();
    expect(ways.password).toBe(false);
    if (!ways.passkey) throw new Error("no passkey is asked");
    const signed = passkey.sign(ways.passkey);
    await (await session.call()).factors.prove({ passkey: signed });
    expect(await session.missing()).toBeNull();

    // An assertion for one session works neither for another session nor again for this one.
    expect(await codeOf((await session.call()).factors.prove({ passkey: signed }))).toBe("passkey_refused");
    const another = await signIn();
    await (await another.call()).factors.beginProof();
    expect(await codeOf((await another.call()).factors.prove({ passkey: signed }))).toBe("passkey_refused");
  });

  test("is refused for another site, from another person, and without a challenge", async () => {
    const { signIn } = await given();
    const first = await signIn();
    const phish = givenPasskey("https://portal.example.evil.example");
    const made = phish.make(await (await first.call()).factors.beginPasskey());
    expect(await codeOf((await first.call()).factors.addPasskey({ name: "Laptop", response: made }))).toBe("passkey_refused");

    const passkey = givenPasskey(publicHost.PUBLIC_URL);
    const own = passkey.make(await (await first.call()).factors.beginPasskey());
    await (await first.call()).factors.addPasskey({ name: "Laptop", response: own });
    expect(await codeOf((await first.call()).factors.addPasskey({ name: "Laptop", response: own }))).toBe("passkey_refused");

    const foreign = givenPasskey(publicHost.PUBLIC_URL);
    const session = await signIn();
    const { passkey: asked } = await (await session.call()).factors.beginProof();
    if (!asked) throw new Error("no passkey is asked");
    expect(await codeOf((await session.call()).factors.prove({ passkey: foreign.sign(asked) }))).toBe("passkey_refused");
  });

  test("is not offered if browsers cannot create one", async () => {
    vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
    forgetEnv();
    const session = await (await given()).signIn();
    expect(await codeOf((await session.call()).factors.beginPasskey())).toBe("passkeys_not_possible");
    expect((await (await session.call()).factors.list()).canAddPasskey).toBe(false);
  });
});

describe("a second factor is required", () => {
  test.each(["administrator", "support"] as const)("from the role %s, which sets one up before anything else", async (role) => {
    const { signIn } = await given({ role });
    const session = await signIn();
    expect(await session.missing()).toBe("factor");
    expect(await codeOf((await session.call()).session.me())).toBe("not_signed_in");
    const { secret } = await (await session.call()).factors.beginAuthenticator();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await (await session.call()).factors.addAuthenticator({ name: "Phone", secret, code });
    expect(await session.missing()).toBeNull();

    const { factors: own, isCompulsory } = await (await session.call()).factors.list();
    expect(isCompulsory).toBe(true);
    expect(await codeOf((await session.call()).factors.remove({ factorId: own[0]?.id ?? "" }))).toBe("factor_compulsory");
  });

  test("from members if their partner requires it, but not from people who sign in through an organisation", async () => {
    const { signIn, partner } = await given();
    const { person: administrator } = await givenMember(partner, { role: "administrator" });
    const session = await signIn();
    expect(await session.missing()).toBeNull();
    await callerFor({ db, person: administrator, requestId: null }).people.setFactorRule({ isForAll: true });
    expect(await session.missing()).toBe("factor");
    const league = { id: "league", name: "League", issuer: "https://league.example", client_id: "portal", client_secret: newId() };
    vi.stubEnv("OIDC_PROVIDERS", JSON.stringify([{ ...league, partner_id: partner.id }]));
    forgetEnv();
    const throughOrganisation = await signIn("organisation");
    expect(await throughOrganisation.missing()).toBeNull();
    expect(await (await throughOrganisation.call()).factors.list()).toMatchObject({ factors: [], isCompulsory: false });
  });

  test("from nobody on a service for this machine only, and its settings show that", async () => {
    const { person } = await givenMember(await givenPartner(), { role: "administrator" });
    const rule = () => callerFor({ db, person, requestId: null }).people.factorRule();
    expect(await rule()).toMatchObject({ isEnforced: true });
    vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
    forgetEnv();
    expect(await (await (await given({ role: "administrator" })).signIn()).missing()).toBeNull();
    expect(await rule()).toMatchObject({ isEnforced: false });
  });
});

describe("an act on money or rights", () => {
  test("is refused half an hour after the last proof of identity, and possible after another proof", async () => {
    const { signIn } = await given();
    const session = await signIn();
    const old = new Date(Date.now() - sessionLimits.proofMs - 1_000);
    await db.update(sessions).set({ provedAt: old }).where(eq(sessions.id, session.sessionId));
    expect(await codeOf((await session.call()).factors.beginAuthenticator())).toBe("identity_not_proved");
    expect(await codeOf((await session.call()).session.me())).toBe("done");

    const ways = await (await session.call()).factors.beginProof();
    expect(ways).toEqual({ code: false, passkey: null, password: true });
    expect(await codeOf((await session.call()).factors.prove({ password: "wrong" }))).toBe("wrong_password");
    await (await session.call()).factors.prove({ password: PASSWORD });
    expect(await codeOf((await session.call()).factors.beginAuthenticator())).toBe("done");
  });

  test.each([
    ["keys.create", { name: "systems" }],
    ["keys.roll", { keyId: "0".repeat(40), overlapHours: 24 }],
    ["keys.revoke", { keyId: "0".repeat(40) }],
    ["endpoints.create", { url: "https://receiver.example", pacing: "real_time" }],
    ["endpoints.update", { endpointId: "0".repeat(40), url: "https://receiver.example", pacing: "real_time" }],
    ["endpoints.rotateSecret", { endpointId: "0".repeat(40) }],
    ["endpoints.delete", { endpointId: "0".repeat(40) }],
    ["people.invite", { email: "new@club.example", role: "administrator", companyIds: null }],
    ["people.change", { userId: "0".repeat(40), role: "administrator", companyIds: null }],
    ["people.enable", { userId: "0".repeat(40) }],
    ["people.resetFactors", { userId: "0".repeat(40) }],
    ["people.setFactorRule", { isForAll: false }],
    ["factors.remove", { factorId: "0".repeat(40) }],
    ["factors.newRecoveryCodes", undefined],
    ["invoice.recordRefund", { invoiceId: "0".repeat(40), seen: { lines: 1, refunds: 0 }, refund: { amountCents: 1, reason: "Twice" } }],
    [
      "invoice.refundPayment",
      {
        invoiceId: "0".repeat(40),
        paymentId: "0".repeat(40),
        seen: { lines: 1, refunds: 0 },
        refund: { amountCents: 1, reason: "Twice" },
      },
    ],
  ])("%s wants a proof", async (path, input) => {
    const { person } = await givenMember(await givenPartner(), { role: "administrator" });
    const [noun = "", verb = ""] = path.split(".");
    const procedures = (provedAt: Date | null) =>
      callerFor({ db, person: { ...person, hasFactor: true, provedAt: provedAt ?? new Date(0) }, requestId: null }) as never as Record<
        string,
        Record<string, (input: unknown) => Promise<unknown>>
      >;
    expect(await codeOf(procedures(null)[noun]?.[verb]?.(input) ?? Promise.resolve())).toBe("identity_not_proved");
    expect(await codeOf(procedures(new Date())[noun]?.[verb]?.(input) ?? Promise.resolve())).not.toBe("identity_not_proved");
  });
});

describe("lost factors", () => {
  test("are removed by an administrator, but not the administrator's own", async () => {
    const { person, partner, signIn, first } = await givenApp();
    const administrator = await givenMember(partner, { role: "administrator" });
    const caller = callerFor({ db, person: administrator.person, requestId: null });
    expect(await codeOf(caller.people.resetFactors({ userId: administrator.person.id }))).toBe("invalid_user_id");
    expect((await caller.people.list()).find(({ id }) => id === person.id)).toMatchObject({ hasFactor: true });
    await caller.people.resetFactors({ userId: person.id });
    expect(await codeOf((await first.call()).session.me())).toBe("not_signed_in");
    expect(await (await signIn()).missing()).toBeNull();
    expect(await subjectsTo(person.email)).toContain("Your second factors were removed");
  });

  test("are removed by an operator, for anybody", async () => {
    const { person, signIn } = await givenApp("support");
    await resetUserFactors(db, person.email.toUpperCase());
    expect(await (await signIn()).missing()).toBe("factor");
    expect(await codeOf(resetUserFactors(db, "nobody@nowhere.example"))).toContain("invalid_user_id");
  });

  test("removing the last one removes the recovery codes as well", async () => {
    const { person, first } = await givenApp();
    const [factor] = (await (await first.call()).factors.list()).factors;
    await (await first.call()).factors.remove({ factorId: factor?.id ?? "" });
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))).toEqual([]);
    expect(await subjectsTo(person.email)).toEqual([
      "A second factor was added to your account",
      "A second factor was removed from your account",
    ]);
  });
});
