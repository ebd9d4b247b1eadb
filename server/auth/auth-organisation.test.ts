import { eq, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { decode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { authSecrets, forgetEnv } from "@/server/env";
import { listEvents } from "@/server/platform/audit/list-events";
import { newId } from "@/server/platform/id";
import { beginProof, proveIdentity } from "@/server/tenancy/factors/prove-identity";
import { inviteMember } from "@/server/tenancy/people/invite-member";
import { hashPassword } from "@/server/tenancy/people/password";
import { requestPasswordReset } from "@/server/tenancy/people/request-password-reset";
import { type AuthBrowser, openBrowser, SESSION, SITE } from "@/server/testing/auth-browser";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { type OpenIdProvider, startOpenIdProvider } from "@/server/testing/openid-provider";
import { answerLogout } from "./answer-logout";

let organisation: OpenIdProvider;
let partner: GivenPartner;

beforeAll(async () => {
  organisation = await startOpenIdProvider();
  partner = await givenPartner();
});

beforeEach(() => {
  vi.stubEnv("PUBLIC_URL", SITE);
  organisation.onlyWhenAsked = {};
  configure();
});

/** Configures the organisation as an operator does. */
function configure(more: object = {}): void {
  const { issuer, clientId, clientSecret } = organisation;
  const provider = { id: "league", name: "League", issuer, client_id: clientId, client_secret: clientSecret, partner_id: partner.id };
  vi.stubEnv("OIDC_PROVIDERS", JSON.stringify([{ ...provider, ...more }]));
  forgetEnv();
}

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

afterAll(() => organisation.close());

/** Goes from the button to the organisation, and returns the address that the organisation redirects to. */
async function leave(browser: AuthBrowser, claims: Record<string, unknown>, callbackUrl = "/tickets"): Promise<string> {
  const { url } = await browser.submit("signin/league", { callbackUrl });
  expect(url).toMatch(`${organisation.issuer}/authorize?`);
  return organisation.approve(url, claims).replace(`${SITE}/api/auth/`, "");
}

const comeBack = async (browser: AuthBrowser, path: string) => {
  const answer = await browser.ask(path);
  return new URL(answer.headers.get("location") ?? "", SITE);
};

/** Returns the code of a refusal. NextAuth redirects refusals to its own error address, which redirects to the page. */
async function refusalOf(browser: AuthBrowser, path: string): Promise<string | null> {
  const refused = await comeBack(browser, path);
  expect(refused.pathname).toBe("/api/auth/error");
  expect(browser.jar.has(SESSION)).toBe(false);
  return refused.searchParams.get("error");
}

test("a verified e-mail address of one of the partner's people signs them in, and leads to the requested page", async () => {
  const { person } = await givenMember(partner);
  const browser = openBrowser();
  const back = await leave(browser, { sub: newId(), email: person.email, email_verified: true });
  expect((await comeBack(browser, back)).href).toBe(`${SITE}/tickets`);
  expect(await browser.person()).toMatchObject({ id: person.id });
  const claims = await decode({ token: browser.jar.get(SESSION), secret: authSecrets()[0] });
  expect(Object.keys(claims ?? {}).sort()).toEqual(["exp", "iat", "jti", "session", "signedInAt", "sub"]);
});

test("an e-mail address that is given only on request counts as well", async () => {
  const { person } = await givenMember(partner);
  organisation.onlyWhenAsked = { email: person.email, email_verified: true };
  const browser = openBrowser();
  await comeBack(browser, await leave(browser, { sub: newId() }));
  expect(await browser.person()).toMatchObject({ id: person.id });
});

test("a person who was not invited, or whose e-mail address is not verified, is refused with a code on the page", async () => {
  const { person } = await givenMember(partner);
  for (const claims of [
    { email: `${newId()}@staff.example`, email_verified: true },
    { email: person.email, email_verified: false },
    { email: person.email },
  ]) {
    const browser = openBrowser();
    expect(await refusalOf(browser, await leave(browser, { sub: newId(), ...claims }))).toBe("not_invited");
  }
  const browser = openBrowser();
  const page = await comeBack(browser, "error?error=not_invited");
  expect([page.pathname, page.searchParams.get("error")]).toEqual(["/sign-in", "not_invited"]);
});

test("an answer that this browser did not request, that was used before, or that was altered, is refused", async () => {
  const { person } = await givenMember(partner);
  const claims = { sub: newId(), email: person.email, email_verified: true };

  const otherBrowser = openBrowser();
  expect(await refusalOf(otherBrowser, await leave(openBrowser(), claims))).toBe("OAuthCallback");

  const browser = openBrowser();
  const first = await leave(browser, claims);
  await leave(browser, claims);
  expect(await refusalOf(browser, first)).toBe("OAuthCallback");

  for (const altered of [{ nonce: "another" }, { aud: "somebody else" }, { iss: "https://evil.example" }, { exp: 1 }]) {
    const again = openBrowser();
    expect(await refusalOf(again, await leave(again, { ...claims, ...altered }))).toBe("OAuthCallback");
  }
});

test("a token issued or valid from more than a minute ahead is refused; smaller differences of clocks are accepted", async () => {
  const { person } = await givenMember(partner);
  const claims = { sub: newId(), email: person.email, email_verified: true };
  const now = Math.floor(Date.now() / 1_000);

  for (const ahead of [{ iat: now + 90 }, { iat: now + 86_400, exp: now + 90_000 }, { nbf: now + 90, exp: now + 900 }]) {
    const browser = openBrowser();
    expect([ahead, await refusalOf(browser, await leave(browser, { ...claims, ...ahead }))]).toEqual([ahead, "OAuthCallback"]);
  }

  const browser = openBrowser();
  await comeBack(browser, await leave(browser, { ...claims, iat: now + 30 }));
  expect(await browser.person()).toMatchObject({ id: person.id });
});

test("an answer can be used once", async () => {
  const { person } = await givenMember(partner);
  const browser = openBrowser();
  const back = await leave(browser, { sub: newId(), email: person.email, email_verified: true });
  await comeBack(browser, back);
  browser.jar.delete(SESSION);
  expect(await refusalOf(browser, back)).toBe("OAuthCallback");
});

test("a caller cannot add parameters to the request to the organisation", async () => {
  const browser = openBrowser();
  const { url } = await browser.submit("signin/league?redirect_uri=https://evil.example&scope=everything", {});
  const { searchParams } = new URL(url);
  expect(searchParams.get("redirect_uri")).toBe(`${SITE}/api/auth/callback/league`);
  expect(searchParams.get("scope")).toBe("openid email profile");
  expect([...searchParams.keys()].sort()).toEqual(
    ["client_id", "code_challenge", "code_challenge_method", "nonce", "redirect_uri", "response_type", "scope", "state"].sort(),
  );
});

/** A person whom the organisation has signed in, with their browser. */
async function givenSignedIn(said: Record<string, unknown> = {}, subject = newId()) {
  const { person, actor } = await givenMember(partner);
  const browser = openBrowser();
  await comeBack(browser, await leave(browser, { sub: subject, email: person.email, email_verified: true, ...said }));
  expect(await browser.person()).toMatchObject({ id: person.id });
  return { person, actor, browser, subject };
}

test("a person is mailed when an organisation signs them in for the first time, and not later", async () => {
  const { person, subject } = await givenSignedIn();
  const told = async () => (await keptMails(person.email)).filter((mail) => mail.includes("League now signs you in")).length;
  expect(await told()).toBe(1);
  const again = openBrowser();
  await comeBack(again, await leave(again, { sub: subject }));
  expect(await told()).toBe(1);
});

describe("an organisation that requires its own sign-in", () => {
  const password = "a long enough password";

  async function givenPassword() {
    const { person, actor } = await givenMember(partner, { passwordHash: await hashPassword(password) });
    return { person, actor };
  }

  test("makes its people's passwords useless, and ends the sessions they began", async () => {
    const { person } = await givenPassword();
    const before = openBrowser();
    await before.signIn(person.email, password);
    expect(await before.person()).toMatchObject({ id: person.id });

    configure({ required: true });
    expect(await before.person()).toBeNull();
    const browser = openBrowser();
    expect((await browser.signIn(person.email, password)).error).toBe("organisation_required");
    expect((await browser.signIn(person.email, "another password")).error).toBe("invalid_credentials");
    expect(browser.jar.has(SESSION)).toBe(false);

    await comeBack(browser, await leave(browser, { sub: newId(), email: person.email, email_verified: true }));
    expect(await browser.person()).toMatchObject({ id: person.id });
    // Another partner's people can still use passwords.
    const { person: other } = await givenMember(await givenPartner(), { passwordHash: await hashPassword(password) });
    const elsewhere = openBrowser();
    await elsewhere.signIn(other.email, password);
    expect(await elsewhere.person()).toMatchObject({ id: other.id });
  });

  test("sends no invitation or password link that leads to a password", async () => {
    configure({ required: true });
    const { person } = await givenPassword();
    const { actor } = await givenMember(partner, { role: "administrator" });
    const email = `${newId()}@staff.example`;
    await inviteMember(db, actor, { email, role: "member", accessLevel: "read", companyIds: null });
    await requestPasswordReset(db, { email: person.email, address: newId() });
    const mails = [...(await keptMails(email)), ...(await keptMails(person.email))];
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain(`\n${SITE}/sign-in\n`);
      expect(mail).not.toContain("set-password");
    }
  });

  test("lets nobody prove their identity by a password", async () => {
    const { person } = await givenPassword();
    expect(await beginProof(db, person)).toMatchObject({ password: true });
    configure({ required: true });
    expect(await beginProof(db, person)).toMatchObject({ password: false });
    await expect(proveIdentity(db, person, { password }, newId())).rejects.toThrow("wrong_password");
  });
});

describe("a session begun through an organisation ends", () => {
  const POST = async (token: string, provider = "league") => {
    const body = new URLSearchParams({ logout_token: token });
    return (await answerLogout(new Request(`${SITE}/api/auth/backchannel-logout/${provider}`, { method: "POST", body }), provider)).status;
  };

  test("when the organisation requests it: the named session, or all of the person's", async () => {
    const { person, browser, subject } = await givenSignedIn({ sid: "first" });
    const second = openBrowser();
    await comeBack(second, await leave(second, { sub: subject, sid: "second" }));
    const { browser: colleague } = await givenSignedIn();

    expect(await POST(organisation.logoutToken({ sub: subject, sid: "first" }))).toBe(200);
    expect(await browser.person()).toBeNull();
    expect(await second.person()).toMatchObject({ id: person.id });
    expect(await POST(organisation.logoutToken({ sub: subject }))).toBe(200);
    expect(await second.person()).toBeNull();
    expect(await colleague.person()).not.toBeNull();

    const { entries } = await listEvents(db, partner.actor, { about: `person:${person.id}`, pageSize: 10 });
    expect(entries.filter(({ kind, actor }) => kind === "session_ended" && actor === "organisation")).toHaveLength(2);
  });

  test("and not because of a notice that is not its own, not for us, or not recent", async () => {
    const { browser, subject } = await givenSignedIn({ sid: "kept" });
    const said = organisation.logoutToken({ sub: subject });
    const [header = "", payload = "", signature = ""] = said.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    const bySecret = await new SignJWT(JSON.parse(Buffer.from(payload, "base64url").toString()))
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(organisation.clientSecret));
    const now = Math.floor(Date.now() / 1_000);
    const tokens = [
      "",
      "x",
      unsigned,
      bySecret,
      `${header}.${Buffer.from(JSON.stringify({ sub: subject })).toString("base64url")}.${signature}`,
      organisation.logoutToken({ sub: subject, iss: "https://evil.example" }),
      organisation.logoutToken({ sub: subject, aud: "another" }),
      organisation.logoutToken({ sub: subject, iat: now - 3_600, exp: now + 60 }),
      organisation.logoutToken({ sub: subject, iat: now + 3_600, exp: now + 3_700 }),
      organisation.logoutToken({ sub: subject, exp: now - 300 }),
      organisation.logoutToken({ sub: subject, events: {} }),
      organisation.logoutToken({ sub: subject, nonce: "n" }),
      organisation.logoutToken({ sub: undefined }),
    ];
    for (const token of tokens) expect([token, await POST(token)]).toEqual([token, 400]);
    expect(await POST(said, "another")).toBe(400);
    expect(await POST(organisation.logoutToken({ sub: newId(), sid: "kept" }))).toBe(200);
    expect(await browser.person()).not.toBeNull();
  });

  test("after 12 hours, and once the organisation is no longer configured", async () => {
    const { browser, person } = await givenSignedIn();
    vi.stubEnv("OIDC_PROVIDERS", "[]");
    forgetEnv();
    expect(await browser.person()).toBeNull();
    configure();
    expect(await browser.person()).not.toBeNull();
    await db.update(sessions).set({ createdAt: sql`now() - interval '12 hours 1 minute'` }).where(eq(sessions.userId, person.id));
    expect(await browser.person()).toBeNull();
  });
});
