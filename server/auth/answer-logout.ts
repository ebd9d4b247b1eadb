import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { db } from "@/db/client";
import { SECOND_MS } from "@/server/domain/formats/time";
import { env, type OidcProvider } from "@/server/env";
import { log } from "@/server/platform/log";
import { readWithin } from "@/server/platform/read-within";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { withTimeout } from "@/server/platform/with-timeout";
import { endByOrganisation, type LogoutClaims } from "@/server/tenancy/people/end-by-organisation";
import { CLOCK_TOLERANCE_S } from "./clock-tolerance";
import { visitorOf } from "./visitor-of";

const FORM_LIMIT_BYTES = 16 * 1_024;
const ASK_TIMEOUT_MS = 5 * SECOND_MS;
const OLDEST_TOKEN_S = 5 * 60;
/** Algorithms whose signatures only the organisation can make. Excludes those that use the secret shared with the service. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/**
 * Handles an organisation's notice that it has signed a person out (OpenID Connect Back-Channel Logout 1.0). Answers 200 once the person's
 * sessions have ended, 400 if the notice is not a valid one by this organisation, and 503 while its keys or their address cannot be
 * fetched.
 */
export async function answerLogout(request: Request, providerId: string): Promise<Response> {
  const provider = env().OIDC_PROVIDERS.find(({ id }) => id === providerId);
  const body = await readWithin(request, FORM_LIMIT_BYTES);
  const token = body && new URLSearchParams(body.toString()).get("logout_token");
  if (!provider || !token) return answer(400);
  let claims: LogoutClaims | undefined;
  try {
    claims = await readToken(provider, await keysOf(provider), token);
  } catch (error) {
    if (!(error instanceof KeysUnavailable)) throw error;
    log().warn({ err: error.cause, provider: providerId }, "an organisation's keys cannot be fetched");
    return answer(503);
  }
  if (!claims) return answer(400);
  const origin = { requestId: requestIdOf(request.headers.get("x-request-id")), address: visitorOf(request.headers).address };
  await withOrigin(origin, () => endByOrganisation(db, provider, claims));
  return answer(200);
}

function answer(status: number): Response {
  const headers = { "Cache-Control": "no-store" };
  if (status === 200) return new Response(null, { status, headers });
  return Response.json({ error: status === 503 ? "service_unavailable" : "invalid_request" }, { status, headers });
}

const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";

const logoutClaims = z
  .object({
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.object({ [LOGOUT]: z.looseObject({}) }),
    /** A token with a nonce is for signing in and must not sign out. */
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub ?? sid);

/**
 * Returns the token's claims. Undefined unless this organisation issued the token recently, and for this service. Throws `KeysUnavailable`.
 */
async function readToken(provider: OidcProvider, keys: JWTVerifyGetKey, token: string): Promise<LogoutClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: OLDEST_TOKEN_S,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ["iat", "jti"],
    });
    const { data } = logoutClaims.safeParse(payload);
    return data && { subject: data.sub, organisationSession: data.sid };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The organisation's keys, or their address, cannot be fetched. */
class KeysUnavailable extends Error {}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

const keysByIssuer = new Map<string, JWTVerifyGetKey>();

/**
 * Returns a function that fetches the organisation's keys when they are needed, and again when they change. That function, too, throws
 * `KeysUnavailable`.
 */
async function keysOf({ issuer }: OidcProvider): Promise<JWTVerifyGetKey> {
  const known = keysByIssuer.get(issuer);
  if (known) return known;
  const address = await addressOfKeys(issuer).catch((cause: unknown) => {
    throw new KeysUnavailable("no address of the keys", { cause });
  });
  const fetched = createRemoteJWKSet(address, { timeoutDuration: ASK_TIMEOUT_MS });
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      // The set's own time-out ends with the header of the answer.
      return await withTimeout(ASK_TIMEOUT_MS, fetched(header, token));
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      // The set would wait for an answer that never ends, also with the next token.
      keysByIssuer.delete(issuer);
      throw new KeysUnavailable("no keys", { cause });
    }
  };
  keysByIssuer.set(issuer, keys);
  return keys;
}

/** Returns the address that the organisation publishes for its keys. */
async function addressOfKeys(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const configuration = discovery.parse(await (await fetch(address, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })).json());
  if (configuration.issuer !== issuer) throw new Error("the organisation names itself otherwise");
  return new URL(configuration.jwks_uri);
}

/** Whether the keys were fetched, and the token names none of them. */
function isAboutToken(error: unknown): boolean {
  const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported } = errors;
  return [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported].some((kind) => error instanceof kind);
}
