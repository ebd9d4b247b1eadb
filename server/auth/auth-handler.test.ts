import { eq, sql } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { connect, db } from "@/db/client";
import { users } from "@/db/schema/users";
import { authSecrets, env, forgetEnv } from "@/server/env";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { newId } from "@/server/platform/id";
import { changeMember } from "@/server/tenancy/people/change-member";
import { createUser } from "@/server/tenancy/people/create-user";
import { endAllSessions } from "@/server/tenancy/people/end-all-sessions";
import { endSession } from "@/server/tenancy/people/end-session";
import { listSessions } from "@/server/tenancy/people/list-sessions";
import { hashPassword } from "@/server/tenancy/people/password";
import { type AuthBrowser, openBrowser, SESSION, SITE } from "@/server/testing/auth-browser";
import { givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { personOf } from "./auth";

const PASSWORD = "a sentence for the door";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

beforeEach(() => {
  vi.stubEnv("PUBLIC_URL", SITE);
  forgetEnv();
});

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

const given = async (user: Parameters<typeof givenMember>[1] = {}) => {
  const partner = await givenPartner();
  return { partner, ...(await givenMember(partner, { passwordHash, ...user })) };
};

describe("with a password", () => {
  test("signs in by a cookie that scripts and other sites cannot use, and that identifies only the session", async () => {
    const { person } = await given();
    const browser = openBrowser();
    expect(await browser.signIn(person.email, PASSWORD, { callbackUrl: "/invoices?page=2" })).toEqual({
      status: 200,
      url: `${SITE}/invoices?page=2`,
      error: null,
    });
    expect(await browser.person()).toMatchObject({ id: person.id, email: person.email });

    const [cookie] = browser.setCookies.filter((line) => line.startsWith(SESSION));
    expect(cookie).toMatch(/^__Host-.*; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookie).not.toMatch(/Domain/i);
    const claims = await decode({ token: browser.jar.get(SESSION), secret: authSecrets()[0] });
    expect(Object.keys(claims ?? {}).sort()).toEqual(["exp", "iat", "jti", "session", "signedInAt", "sub"]);
    expect(Number(claims?.exp) - Number(claims?.iat)).toBe(12 * 60 * 60);
  });

  test("a disabled account, a changed role and an ended session take effect immediately", async () => {
    const { partner, person } = await given();
    const { actor } = await givenMember(partner, { role: "administrator", passwordHash });
    const browser = openBrowser();
    await browser.signIn(person.email, PASSWORD);

    await changeMember(db, actor, person.id, { role: "administrator", accessLevel: "money", companyIds: null });
    expect(await browser.person()).toMatchObject({ role: "administrator" });
    await endAllSessions(db, person);
    expect(await browser.person()).toBeNull();

    await browser.signIn(person.email, PASSWORD);
    expect(await browser.person()).not.toBeNull();
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
    expect(await browser.person()).toBeNull();
  });

  test("every refusal is a code: wrong, not yet chosen, too often; none reveals whether the account exists", async () => {
    const { partner, person } = await given();
    const browser = openBrowser();
    expect(await browser.signIn(person.email, "wrong words")).toMatchObject({ status: 401, error: "invalid_credentials" });
    expect(await browser.signIn(`${newId()}@staff.example`, "wrong words")).toMatchObject({ status: 401, error: "invalid_credentials" });
    for (let round = 0; round < 4; round += 1) await browser.signIn(person.email, "wrong words");
    expect(await browser.signIn(person.email, PASSWORD)).toMatchObject({ status: 401, error: "too_many_attempts" });
    expect(browser.jar.has(SESSION)).toBe(false);

    const email = `${newId()}@staff.example`;
    const { oneTimePassword } = await createUser(db, { email, name: "", role: "member", locale: "en", partnerId: partner.id });
    expect(await browser.signIn(email, oneTimePassword)).toMatchObject({ error: "password_not_set" });
  });

  test("a fault on our side is a code, too, and not the database's message", async () => {
    const { person } = await given();
    const owner = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
    await owner.db.execute(sql`alter table sign_in_failures rename to hidden`);
    const answer = await openBrowser().signIn(person.email, PASSWORD);
    await owner.db.execute(sql`alter table hidden rename to sign_in_failures`);
    await owner.close();
    expect(answer).toMatchObject({ status: 401, error: "internal_error" });
    expect(answer.url).not.toMatch(/select|insert|staff/i);
  });

  test("a client cannot claim another address, unless a trusted proxy names it", async () => {
    const { person } = await given();
    const guess = (browser: AuthBrowser, from: string) =>
      browser.submit(
        "callback/credentials",
        { email: person.email, password: "wrong words" },
        { "x-forwarded-for": from, "x-client-address": from },
      );

    const browser = openBrowser({ peer: "203.0.113.9" });
    for (let round = 0; round < 5; round += 1) await guess(browser, `198.51.100.${round}`);
    expect(await guess(browser, "198.51.100.99")).toMatchObject({ error: "too_many_attempts" });

    vi.stubEnv("TRUSTED_PROXIES", "203.0.113.0/24");
    forgetEnv();
    for (let round = 0; round < 5; round += 1) await guess(browser, `198.51.100.${round}`);
    expect(await guess(browser, "198.51.100.99")).toMatchObject({ error: "invalid_credentials" });
  });

  test("redirects stay on this site", async () => {
    const { person } = await given();
    const browser = openBrowser();
    for (const callbackUrl of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "/%2F%2Fevil.example",
      "http://portal.example/",
    ]) {
      expect(await browser.signIn(person.email, PASSWORD, { callbackUrl })).toMatchObject({ url: `${SITE}/`, error: null });
      expect(await browser.submit("signout", { callbackUrl })).toMatchObject({ url: `${SITE}/` });
    }
  });

  test("a form from another site, without this site's token, can neither sign in nor out", async () => {
    const { person } = await given();
    const browser = openBrowser();
    const foreign = (path: string, form: Record<string, string>) => browser.ask(path, { method: "POST", body: new URLSearchParams(form) });
    await foreign("callback/credentials", { email: person.email, password: PASSWORD });
    expect(browser.jar.has(SESSION)).toBe(false);

    await browser.signIn(person.email, PASSWORD);
    await foreign("signout", {});
    expect(browser.jar.has(SESSION)).toBe(true);
    await browser.submit("signout");
    expect(browser.jar.has(SESSION)).toBe(false);
  });
});

describe("a session", () => {
  test("is prolonged while the browser sends requests, and ends when the person is disabled", async () => {
    const { person } = await given();
    const browser = openBrowser();
    await browser.signIn(person.email, PASSWORD);
    const before = browser.jar.get(SESSION);
    expect(await (await browser.ask("session")).json()).toEqual({ expires: expect.any(String) });
    expect(browser.jar.get(SESSION)).not.toBe(before);
    expect(await browser.person()).toMatchObject({ id: person.id });

    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
    expect(await (await browser.ask("session")).json()).toEqual({});
    expect(browser.jar.has(SESSION)).toBe(false);
  });

  test("ends a week after signing in, even if the browser sends requests", async () => {
    const { person } = await given();
    const browser = openBrowser();
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await browser.signIn(person.email, PASSWORD);
      for (let hours = 0; hours < 7 * 24; hours += 8) {
        expect(await browser.person()).not.toBeNull();
        vi.advanceTimersByTime(8 * 60 * 60 * 1000);
        await browser.ask("session");
      }
      expect(browser.jar.has(SESSION)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends after 12 hours without a request", async () => {
    const { person } = await given();
    const browser = openBrowser();
    await browser.signIn(person.email, PASSWORD);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 12 * 60 * 60 * 1000 + 20_000 });
    try {
      expect(await browser.person()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test("is refused if it was forged, or encrypted with another secret", async () => {
    expect(await personOf("nonsense")).toBeNull();
    const { person } = await given();
    const browser = openBrowser();
    await browser.signIn(person.email, PASSWORD);
    vi.stubEnv("AUTH_SECRET", "another secret which the cookies were not made with");
    forgetEnv();
    expect(await browser.person()).toBeNull();
  });

  test("is accepted while its secret is among those configured, and renewed with the first one", async () => {
    const [older, newer] = ["a secret with which cookies were made before", "a secret with which cookies are made from now on"];
    vi.stubEnv("AUTH_SECRET", older);
    forgetEnv();
    const { person } = await given();
    const browser = openBrowser();
    await browser.signIn(person.email, PASSWORD);
    vi.stubEnv("AUTH_SECRET", `${newer},${older}`);
    forgetEnv();
    expect(await browser.person()).toMatchObject({ id: person.id });
    await browser.ask("session");

    vi.stubEnv("AUTH_SECRET", newer);
    forgetEnv();
    expect(await browser.person()).toMatchObject({ id: person.id });
  });

  test("over plain http the cookie is not limited to https", async () => {
    vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
    forgetEnv();
    const { person } = await given();
    const browser = openBrowser({ site: "http://127.0.0.1:3000" });
    await browser.signIn(person.email, PASSWORD);
    const [cookie] = browser.setCookies.filter((line) => line.startsWith("next-auth.session-token="));
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  });
});

describe("devices", () => {
  const mailsOf = async ({ email }: { email: string }) => (await mailsTo(email)).map(({ subject, body }) => ({ subject, body }));

  test("a copy of the cookie is worthless once the person has signed out, and cannot be renewed", async () => {
    const { person } = await given();
    const [browser, thief] = [openBrowser(), openBrowser()];
    await browser.signIn(person.email, PASSWORD);
    thief.jar.set(SESSION, browser.jar.get(SESSION) ?? "");
    expect(await thief.person()).toMatchObject({ id: person.id });

    await browser.submit("signout");
    expect(await thief.person()).toBeNull();
    expect(await (await thief.ask("session")).json()).toEqual({});
  });

  test("each session is listed with its device, and can be ended separately", async () => {
    const { person } = await given();
    const [desk, phone] = [openBrowser({ userAgent: FIREFOX }), openBrowser({ userAgent: SAFARI })];
    await desk.signIn(person.email, PASSWORD);
    await phone.signIn(person.email, PASSWORD);
    const atDesk = await desk.person();
    if (!atDesk) throw new Error("not signed in");
    const listed = (await listSessions(db, atDesk)).filter(({ device }) => device !== "");
    expect(listed.map(({ device, isThis }) => ({ device, isThis }))).toEqual([
      { device: "Safari, iOS", isThis: false },
      { device: "Firefox, Linux", isThis: true },
    ]);

    const { person: other } = await given();
    await endSession(db, other, listed[0]?.id ?? "");
    expect(await phone.person()).not.toBeNull();
    await endSession(db, person, listed[0]?.id ?? "");
    expect(await phone.person()).toBeNull();
    expect(await desk.person()).not.toBeNull();
  });

  test("the person is mailed about a new device, unless it is their first", async () => {
    const { person } = await given();
    const [first, second] = [openBrowser(), openBrowser({ userAgent: SAFARI })];
    await first.signIn(person.email, PASSWORD);
    await first.submit("signout");
    await first.signIn(person.email, PASSWORD);
    expect(await mailsOf(person)).toEqual([]);
    await second.signIn(person.email, PASSWORD);
    await second.signIn(person.email, PASSWORD);
    expect(await mailsOf(person)).toEqual([
      { subject: "A new device signed in to your account", body: expect.stringContaining("Safari, iOS") },
    ]);
    // For another person the device is new again, but their first.
    const { person: colleague } = await given();
    await first.signIn(colleague.email, PASSWORD);
    expect(await mailsOf(colleague)).toEqual([]);
  });

  test("after 25 wrong guesses over all addresses, only known browsers and networks may sign in", async () => {
    const { person } = await given();
    const [own, sameNetwork] = [openBrowser({ peer: "198.51.100.7" }), openBrowser({ peer: "198.51.100.7" })];
    await own.signIn(person.email, PASSWORD);
    for (let from = 0; from < 25; from += 1) {
      expect(await openBrowser({ peer: `203.0.113.${from}` }).signIn(person.email, "wrong words")).toMatchObject({
        error: "invalid_credentials",
      });
    }
    const stranger = openBrowser({ peer: "203.0.113.99" });
    expect(await stranger.signIn(person.email, PASSWORD)).toMatchObject({ error: "too_many_attempts" });
    expect(await stranger.signIn(person.email, PASSWORD)).toMatchObject({ error: "too_many_attempts" });
    expect(await mailsOf(person)).toEqual([{ subject: "Someone is guessing your password", body: expect.any(String) }]);

    expect(await sameNetwork.signIn(person.email, PASSWORD)).toMatchObject({ error: null });
    own.peer = "192.0.2.55";
    expect(await own.signIn(person.email, PASSWORD)).toMatchObject({ error: null });
    // If the host hides addresses, all clients have the same one, so a known address proves nothing.
    own.peer = UNKNOWN_ADDRESS;
    await own.signIn(person.email, PASSWORD);
    expect(await openBrowser({ peer: UNKNOWN_ADDRESS }).signIn(person.email, PASSWORD)).toMatchObject({ error: "too_many_attempts" });
  });
});

describe("the service answers", () => {
  test("only its own actions, without next-auth's own pages and log", async () => {
    const browser = openBrowser();
    for (const [method, path] of [
      ["POST", "_log"],
      ["POST", "session"],
      ["GET", "verify-request"],
      ["GET", ""],
      ["PUT", "signin"],
    ] as const) {
      expect((await browser.ask(path, { method })).status).toBe(404);
    }
    for (const path of ["signin", "signout", "error?error=AccessDenied"]) {
      const answer = await browser.ask(path);
      expect([answer.status, new URL(answer.headers.get("location") ?? "", SITE).pathname]).toEqual([
        302,
        expect.stringMatching(/sign-?in/),
      ]);
    }
  });

  test("no form above 16 KiB, and with nothing that may be stored on the way", async () => {
    const browser = openBrowser();
    const answer = await browser.ask("callback/credentials", { method: "POST", body: "x".repeat(16 * 1024 + 1) });
    expect(answer.status).toBe(413);
    for (const path of ["csrf", "session", "providers"]) expect((await browser.ask(path)).headers.get("cache-control")).toMatch(/no-store/);
  });
});
