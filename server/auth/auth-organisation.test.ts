import { decode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { authSecrets, forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { type AuthBrowser, openBrowser, SESSION, SITE } from "@/server/testing/auth-browser";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { type OpenIdProvider, startOpenIdProvider } from "@/server/testing/openid-provider";

let organisation: OpenIdProvider;
let partner: GivenPartner;

beforeAll(async () => {
  organisation = await startOpenIdProvider();
  partner = await givenPartner();
});

beforeEach(() => {
  vi.stubEnv("PUBLIC_URL", SITE);
  const { issuer, clientId, clientSecret } = organisation;
  organisation.onlyWhenAsked = {};
  const provider = { id: "league", name: "League", issuer, client_id: clientId, client_secret: clientSecret, partner_id: partner.id };
  vi.stubEnv("OIDC_PROVIDERS", JSON.stringify([provider]));
  forgetEnv();
});

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

afterAll(() => organisation.close());

/** From the button to where the organisation sends the browser back to. */
async function leave(browser: AuthBrowser, claims: Record<string, unknown>, callbackUrl = "/tickets"): Promise<string> {
  const { url } = await browser.submit("signin/league", { callbackUrl });
  expect(url).toMatch(`${organisation.issuer}/authorize?`);
  return organisation.approve(url, claims).replace(`${SITE}/api/auth/`, "");
}

const comeBack = async (browser: AuthBrowser, path: string) => {
  const answer = await browser.ask(path);
  return new URL(answer.headers.get("location") ?? "", SITE);
};

/** Where next-auth leads when something is refused: to its own address of errors, which leads to the page. */
async function refusalOf(browser: AuthBrowser, path: string): Promise<string | null> {
  const refused = await comeBack(browser, path);
  expect(refused.pathname).toBe("/api/auth/error");
  expect(browser.jar.has(SESSION)).toBe(false);
  return refused.searchParams.get("error");
}

test("a verified e-mail of one of the partner's people lets in, and leads on", async () => {
  const { person } = await givenMember(partner);
  const browser = openBrowser();
  const back = await leave(browser, { sub: newId(), email: person.email, email_verified: true });
  expect((await comeBack(browser, back)).href).toBe(`${SITE}/tickets`);
  expect(await browser.person()).toMatchObject({ id: person.id });
  const claims = await decode({ token: browser.jar.get(SESSION), secret: authSecrets()[0] });
  expect(Object.keys(claims ?? {}).sort()).toEqual(["exp", "iat", "jti", "session", "signedInAt", "sub"]);
});

test("an e-mail that is said only when asked counts as well", async () => {
  const { person } = await givenMember(partner);
  organisation.onlyWhenAsked = { email: person.email, email_verified: true };
  const browser = openBrowser();
  await comeBack(browser, await leave(browser, { sub: newId() }));
  expect(await browser.person()).toMatchObject({ id: person.id });
});

test("a person who was not invited, or whose e-mail is not verified, is refused by a code that the page gets", async () => {
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

test("an answer that this browser did not ask for, that was used before, or that was altered, is refused", async () => {
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

test("an answer is used once", async () => {
  const { person } = await givenMember(partner);
  const browser = openBrowser();
  const back = await leave(browser, { sub: newId(), email: person.email, email_verified: true });
  await comeBack(browser, back);
  browser.jar.delete(SESSION);
  expect(await refusalOf(browser, back)).toBe("OAuthCallback");
});

test("a caller adds nothing to what the organisation is asked", async () => {
  const browser = openBrowser();
  const { url } = await browser.submit("signin/league?redirect_uri=https://evil.example&scope=everything", {});
  const { searchParams } = new URL(url);
  expect(searchParams.get("redirect_uri")).toBe(`${SITE}/api/auth/callback/league`);
  expect(searchParams.get("scope")).toBe("openid email profile");
  expect([...searchParams.keys()].sort()).toEqual(
    ["client_id", "code_challenge", "code_challenge_method", "nonce", "redirect_uri", "response_type", "scope", "state"].sort(),
  );
});
