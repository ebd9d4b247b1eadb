import type { AuthOptions, LoggerInstance, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { db } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { DAY_MS } from "@/server/domain/time";
import { authSecret, env, type OidcProvider } from "@/server/env";
import { type AnyErrorCode, DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import { findPerson } from "@/server/tenancy/people/find-person";
import { type SignedIn, signIn } from "@/server/tenancy/people/sign-in";
import { signInWithProvider } from "@/server/tenancy/people/sign-in-with-provider";

/** A session ends 12 hours after the browser last asked for it, and a week after signing in at the latest. */
const IDLE_S = 12 * 60 * 60;
const LONGEST_MS = 7 * DAY_MS;

/** How the handler hands over from where the client comes: a name that no client's header has, because the handler leaves those out. */
export const ADDRESS_HEADER = "x-client-address";

/** All that a session says. Everything else is looked up at each request, so that what was changed counts at once. */
const sessionClaims = z.object({ sub: z.string(), version: z.number(), signedInAt: z.number() });
type SessionClaims = z.infer<typeof sessionClaims>;

/** A session's claims; null if they are not a session's, or too old. */
export function readClaims(token: unknown): SessionClaims | undefined {
  const { data } = sessionClaims.safeParse(token);
  return data && Date.now() - data.signedInAt < LONGEST_MS ? data : undefined;
}

const isSecure = () => env().PUBLIC_URL.startsWith("https:");

/** What holds the session. Browsers keep the prefix's promise: it was set over https, by this site. */
export const sessionCookie = () => `${isSecure() ? "__Secure-" : ""}next-auth.session-token`;

/** The organisations that people can sign in with, for the page where they do. */
export function listSignInProviders(): Pick<OidcProvider, "id" | "name">[] {
  return env().OIDC_PROVIDERS.map(({ id, name }) => ({ id, name }));
}

export function authOptions(): AuthOptions {
  // NextAuth reads its own address nowhere else.
  process.env.NEXTAUTH_URL = new URL(env().PUBLIC_URL).origin;
  return {
    secret: authSecret(),
    useSecureCookies: isSecure(),
    session: { strategy: "jwt", maxAge: IDLE_S },
    jwt: { maxAge: IDLE_S },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [withPassword, ...env().OIDC_PROVIDERS.map(withOrganisation)],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${baseUrl}${callbackPath(url, baseUrl)}`,
      signIn: ({ user, account, profile }) => refusalsAsCodes(() => admit(user, account?.provider, profile)),
      jwt: ({ token, user }) => (user ? claimsOf(user) : renew(token)),
      session: ({ session: { expires } }) => ({ expires }),
    },
    logger,
  };
}

const withPassword = CredentialsProvider({
  credentials: { email: {}, password: {} },
  authorize: (given, { headers }) =>
    refusalsAsCodes(async () => {
      const { data } = credentials.safeParse(given);
      if (!data) throw new DomainError("invalid_credentials");
      return asUser(await signIn(db, { ...data, address: headers?.[ADDRESS_HEADER] }));
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
    // Who this is to us is found out in `admit`, whose refusals are answered.
    profile: ({ sub }) => ({ id: sub }),
  };
}

type Asked = Parameters<NonNullable<Extract<OAuthConfig<unknown>["userinfo"], object>["request"]>>[0];

/** The signed word of the organisation, and what it only says when asked: an e-mail address, with many. */
async function readProfile({ client, tokens }: Asked): Promise<Profile> {
  const claims = claimsIn(tokens.id_token);
  if (claims.email !== undefined || !tokens.access_token || !client.issuer.metadata.userinfo_endpoint) return claims;
  const said = await client.userinfo(tokens.access_token);
  return said.sub === claims.sub ? { ...said, ...claims } : claims;
}

/** NextAuth has verified the token by now. */
function claimsIn(idToken = ""): Profile {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
}

/** Maps a sign-in at an organisation to a person, or refuses it. */
async function admit(user: User, providerId: string | undefined, profile: unknown): Promise<boolean> {
  const provider = env().OIDC_PROVIDERS.find(({ id }) => id === providerId);
  if (provider) Object.assign(user, asUser(await signInWithProvider(db, provider, profile)));
  return true;
}

const asUser = ({ userId, sessionVersion }: SignedIn) => ({ id: userId, version: sessionVersion });

const signedInUser = z.object({ id: z.string(), version: z.number() });

function claimsOf(user: unknown): SessionClaims {
  const { id, version } = signedInUser.parse(user);
  return { sub: id, version, signedInAt: Date.now() };
}

/** The browser asked for its session, which prolongs it. What is thrown here ends it. */
async function renew(token: unknown): Promise<SessionClaims> {
  const claims = readClaims(token);
  if (!claims || !(await mayGoOn(claims))) throw new DomainError("not_signed_in");
  return claims;
}

async function mayGoOn({ sub, version }: SessionClaims): Promise<boolean> {
  try {
    return (await findPerson(db, sub, version)) !== undefined;
  } catch (error) {
    // A restart of the database must not sign people out.
    if (isOutOfReach(error)) return true;
    throw error;
  }
}

/** NextAuth puts the message of a thrown error into an address, so only codes may be thrown. */
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

/** Without what was in it: an organisation's answer is personal data. A session that ended is no trouble. */
const logger: Partial<LoggerInstance> = {
  error: (code, metadata) => {
    if (code === "JWT_SESSION_ERROR") return;
    log().warn({ code, err: metadata instanceof Error ? metadata : metadata.error }, "sign-in failed unexpectedly");
  },
  warn: (code) => log().warn({ code }, "sign-in configuration warning"),
  debug: () => {},
};
