import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { db } from "@/db/client";
import { SECOND_MS } from "@/server/domain/formats/time";
import { env, type OidcProvider } from "@/server/env";
import { readWithin } from "@/server/platform/read-within";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { endByOrganisation, type LogoutClaims } from "@/server/tenancy/people/end-by-organisation";
import { CLOCK_TOLERANCE_S } from "./clock-tolerance";
import { visitorOf } from "./visitor-of";

const FORM_LIMIT_BYTES = 16 * 1_024;
const ASK_TIMEOUT_MS = 5 * SECOND_MS;
const OLDEST_TOKEN_S = 5 * 60;
/** Algorithms whose signatures only the organisation can make. Excludes those that use the secret which it shares with the service. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/**
 * Handles an organisation's notice that it has signed a person out (OpenID Connect Back-Channel Logout 1.0). Answers 200 once the person's
 * sessions have ended, 400 if it is not a valid notice by this organisation, and 503 while the address of its keys cannot be fetched.
 */
export async function answerLogout(request: Request, providerId: string): Promise<Response> {
  const provider = env().OIDC_PROVIDERS.find(({ id }) => id === providerId);
  const body = await readWithin(request, FORM_LIMIT_BYTES);
  const token = body && new URLSearchParams(body.toString()).get("logout_token");
  if (!provider || !token) return answer(400);
  const keys = await keysOf(provider).catch(() => undefined);
  if (!keys) return answer(503);
  const claims = await readToken(provider, keys, token);
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

/** Returns the token's claims. Undefined unless this organisation issued the token recently, and for this service. */
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

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

const keysByIssuer = new Map<string, JWTVerifyGetKey>();

/**
 * Returns a function that fetches the organisation's keys when they are needed, and again when they change. Throws if the organisation
 * publishes no address for them.
 */
async function keysOf({ issuer }: OidcProvider): Promise<JWTVerifyGetKey> {
  const known = keysByIssuer.get(issuer);
  if (known) return known;
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const configuration = discovery.parse(await (await fetch(address, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })).json());
  if (configuration.issuer !== issuer) throw new Error("the organisation names itself otherwise");
  const keys = createRemoteJWKSet(new URL(configuration.jwks_uri), { timeoutDuration: ASK_TIMEOUT_MS });
  keysByIssuer.set(issuer, keys);
  return keys;
}
