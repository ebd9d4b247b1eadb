import type { AuthOptions, CookieOption, LoggerInstance, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { db } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { SECOND_MS } from "@/server/domain/formats/time";
import { sessionLimits } from "@/server/domain/rules/session-limits";
import { authSecrets, env, type OidcProvider } from "@/server/env";
import { type AnyErrorCode, DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { beginSession } from "@/server/tenancy/people/begin-session";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import { endSession } from "@/server/tenancy/people/end-session";
import { findPerson } from "@/server/tenancy/people/find-person";
import { prolongSession } from "@/server/tenancy/people/prolong-session";
import { type SignedIn, signIn } from "@/server/tenancy/people/sign-in";
import { signInWithProvider } from "@/server/tenancy/people/sign-in-with-provider";
import type { Visitor } from "@/server/tenancy/people/visitor";
import { CLOCK_TOLERANCE_S } from "./clock-tolerance";
import { decodeSession } from "./decode-session";

const IDLE_S = sessionLimits.idleMs / SECOND_MS;
/** Maximum time for signing in at an organisation, in seconds. */
const AT_THE_ORGANISATION_S = 15 * 60;

/** All claims in a session's cookie. Everything else is looked up at each request, so that changes take effect immediately. */
const sessionClaims = z.object({ sub: z.string(), session: z.string(), signedInAt: z.number() });
type SessionClaims = z.infer<typeof sessionClaims>;

/** Returns a session's claims; undefined for other tokens and for sessions older than a week. */
export function readClaims(token: unknown): SessionClaims | undefined {
  const { data } = sessionClaims.safeParse(token);
  return data && Date.now() - data.signedInAt < sessionLimits.longestMs ? data : undefined;
}

const isSecure = () => env().PUBLIC_URL.startsWith("https:");

/** Prefix of cookies that browsers accept only over https, from exactly this host, and for all its paths. */
const hostPrefix = () => (isSecure() ? "__Host-" : "");

export const sessionCookie = () => `${hostPrefix()}next-auth.session-token`;

/** Name of the cookie that identifies a browser, also after signing out. */
export const deviceCookie = () => `${hostPrefix()}device`;

/** Returns the organisations for the sign-in page. */
export function listSignInProviders(): Pick<OidcProvider, "id" | "name">[] {
  return env().OIDC_PROVIDERS.map(({ id, name }) => ({ id, name }));
}

export function authOptions(visitor: Visitor): AuthOptions {
  // NextAuth reads its own address only from this variable.
  process.env.NEXTAUTH_URL = new URL(env().PUBLIC_URL).origin;
  return {
    secret: authSecrets()[0],
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: cookie("session-token"),
      callbackUrl: cookie("callback-url"),
      csrfToken: cookie("csrf-token"),
      pkceCodeVerifier: cookie("pkce.code_verifier", AT_THE_ORGANISATION_S),
      state: cookie("state", AT_THE_ORGANISATION_S),
      nonce: cookie("nonce", AT_THE_ORGANISATION_S),
    },
    session: { strategy: "jwt", maxAge: IDLE_S },
    jwt: { maxAge: IDLE_S, decode: decodeSession },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [withPassword(visitor), ...env().OIDC_PROVIDERS.map(withOrganisation)],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${baseUrl}${callbackPath(url, baseUrl)}`,
      signIn: ({ user, account, profile }) => refusalsAsCodes(() => admit(user, account?.provider, profile)),
      // `user` is present only when a person signs in.
      jwt: ({ token, user, account }) => (user ? begin(user, visitor, account?.provider) : renew(token)),
      session: ({ session: { expires } }) => ({ expires }),
    },
    events: { signOut: ({ token }) => end(token) },
    logger,
  };
}

function cookie(name: string, maxAge?: number): CookieOption {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge };
  return { name: `${hostPrefix()}next-auth.${name}`, options };
}

const withPassword = ({ address, deviceToken }: Visitor) =>
  CredentialsProvider({
    credentials: { email: {}, password: {} },
    authorize: (given) =>
      refusalsAsCodes(async () => {
        const { data } = credentials.safeParse(given);
        if (!data) throw new DomainError("invalid_credentials");
        return asUser(await signIn(db, { ...data, address, deviceToken }));
      }),
  });

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1_000) });

function withOrganisation({ id, name, issuer, clientId, clientSecret }: OidcProvider): OAuthConfig<{ sub: string }> {
  return {
    id,
    name,
    type: "oauth",
    issuer,
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    clientId,
    clientSecret,
    userinfo: { request: readProfile },
    // Does not look up the person: `admit` does, because its refusals reach the page.
    profile: ({ sub }) => ({ id: sub }),
  };
}

type ProfileRequest = Parameters<NonNullable<Extract<OAuthConfig<unknown>["userinfo"], object>["request"]>>[0];

/**
 * Returns the claims that the organisation signed. If they lack the e-mail address, adds the claims that the organisation provides only on
 * request.
 */
async function readProfile({ client, tokens }: ProfileRequest): Promise<Profile> {
  const claims = claimsIn(tokens.id_token);
  requireNotFromFuture(claims);
  const { access_token: accessToken } = tokens;
  if (claims.email !== undefined || !accessToken || !client.issuer.metadata.userinfo_endpoint) return claims;
  const further = await client.userinfo(accessToken);
  return further.sub === claims.sub ? { ...further, ...claims } : claims;
}

/**
 * Throws if the token was issued in the future, or does not say when. The library checks when a token begins (`nbf`) and ends (`exp`), but
 * not when it was issued.
 */
function requireNotFromFuture({ iat }: { iat?: number }): void {
  if (!iat || iat > Date.now() / SECOND_MS + CLOCK_TOLERANCE_S) throw new Error("the organisation's token was issued in the future");
}

/** Reads the claims without checking the signature: NextAuth has verified the token already. */
function claimsIn(idToken = ""): Profile & { iat?: number } {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
}

/** Finds the person for a sign-in at an organisation, and throws if it is refused. Sign-ins with a password were checked before. */
async function admit(user: User, providerId: string | undefined, profile: unknown): Promise<boolean> {
  const provider = env().OIDC_PROVIDERS.find(({ id }) => id === providerId);
  if (provider) Object.assign(user, asUser(await signInWithProvider(db, provider, profile)));
  return true;
}

const asUser = ({ userId, sessionVersion, organisationSession }: SignedIn) => ({
  id: userId,
  version: sessionVersion,
  organisationSession,
});

const signedInUser = z.object({ id: z.string(), version: z.number(), organisationSession: z.string().optional() });

async function begin(user: unknown, visitor: Visitor, providerId: string | undefined): Promise<SessionClaims> {
  const { id, version, organisationSession } = signedInUser.parse(user);
  const method = env().OIDC_PROVIDERS.some((provider) => provider.id === providerId) ? "organisation" : "password";
  const session = await beginSession(db, { userId: id, sessionVersion: version, organisationSession }, visitor, method);
  return { sub: id, session, signedInAt: Date.now() };
}

/** Prolongs the browser's session. NextAuth ends the session in the browser if this throws. */
async function renew(token: unknown): Promise<SessionClaims> {
  const claims = readClaims(token);
  if (!claims || !(await mayGoOn(claims))) throw new DomainError("not_signed_in");
  return claims;
}

async function mayGoOn({ session }: SessionClaims): Promise<boolean> {
  try {
    return (await findPerson(db, session)) !== undefined && (await prolongSession(db, session));
  } catch (error) {
    // Keeps the session: a restart of the database must not sign people out.
    if (isOutOfReach(error)) return true;
    throw error;
  }
}

/** Ends the session on the server, so that a copy of the cookie is useless. */
async function end(token: unknown): Promise<void> {
  const claims = readClaims(token);
  const person = claims && (await findPerson(db, claims.session));
  if (person) await endSession(db, person, claims.session, "signed_out");
}

/** Rethrows an error as a code without its message, because NextAuth puts an error's message into an address. */
async function refusalsAsCodes<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) log().error({ err: error }, "sign-in failed");
    throw new Error(codeOf(error));
  }
}

function codeOf(error: unknown): AnyErrorCode {
  if (error instanceof DomainError) return error.code;
  return isOutOfReach(error) ? "service_unavailable" : "internal_error";
}

/** Logs only the error of the metadata, because an organisation's answer contains personal data. Does not log the end of a session. */
const logger: Partial<LoggerInstance> = {
  error: (code, metadata) => {
    if (code === "JWT_SESSION_ERROR") return;
    log().warn({ code, err: metadata instanceof Error ? metadata : metadata.error }, "sign-in failed unexpectedly");
  },
  warn: (code) => log().warn({ code }, "sign-in configuration warning"),
  debug: () => {},
};
