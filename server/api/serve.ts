import { db } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { withoutKeys } from "@/server/domain/rules/key-shape";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { noteRefusal } from "@/server/platform/audit/note-refusal";
import { fullClientAddress, networkOf, UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { log } from "@/server/platform/log";
import { httpDuration, httpRequests } from "@/server/platform/metrics";
import { requestIdOf } from "@/server/platform/request-id";
import { traceRequest } from "@/server/platform/traced";
import { noteFailedKey } from "@/server/tenancy/api-keys/note-failed-key";
import { noteKeyUse } from "@/server/tenancy/api-keys/note-key-use";
import { noteRequest } from "@/server/tenancy/api-requests/note-request";
import { type Answer, noContent, refusal, refusalOf } from "./answer";
import { authenticate } from "./authenticate";
import { type Endpoint, type Endpoints, type Method, scopeOf } from "./endpoint";
import { countFailure, countRequest, hasFailedTooOften } from "./limits";
import { lookUp } from "./look-up";
import { splitUrl } from "./path";
import { HANDLER_TIMEOUT_MS, respond } from "./respond";
import type { Trace } from "./trace";

export interface Incoming {
  request: Request;
  /** Undefined if the path does not exist. */
  endpoints: Endpoints | undefined;
  /** Parameters of the path, by their names in the route. */
  params: Record<string, string>;
  /** Address of the peer; undefined if the host does not provide it. */
  address?: string;
}

/**
 * Handles all requests below /api/v2, with checks in this order: key → path and method → rate limit → the key's scope → Content-Type → JSON
 * → idempotency key → resource in the path → body fields. The first failure is the answer. Never rejects.
 */
export async function serve(incoming: Incoming): Promise<Answer> {
  const startedAt = performance.now();
  const { request, endpoints } = incoming;
  const { path, query } = splitUrl(request.url);
  const trace: Trace = { requestId: requestIdOf(request.headers.get("x-request-id")), path, headers: {} };

  const route = endpoints && routeOf(path);
  const span = traceRequest(`${endpoints ? request.method : "unknown"} ${route ?? "unknown"}`, () => Object.fromEntries(request.headers));
  const answer = await span.run(() => admit(incoming, query, trace)).catch((error: unknown) => failed(error, trace));
  Object.assign(answer.headers, EVERY_ANSWER, overHttps(), trace.headers, { "X-Request-Id": trace.requestId });
  if (answer.body !== null) answer.headers["Content-Length"] = String(Buffer.byteLength(answer.body));

  const durationMs = performance.now() - startedAt;
  const level = answer.status === 500 ? "error" : "info";
  log()[level](
    {
      request_id: trace.requestId,
      partner: trace.partnerId,
      method: request.method,
      route,
      status: answer.status,
      duration_ms: Math.round(durationMs * 100) / 100,
      err: trace.failure,
    },
    "request",
  );
  const method = endpoints ? request.method : "unknown";
  span.end(answer.status, {
    "http.request.method": method,
    "http.route": route,
    "ics.request_id": trace.requestId,
    "ics.partner": trace.partnerId,
  });
  httpRequests.inc({ route: route ?? "unknown", method, status: answer.status });
  httpDuration.observe({ method }, durationMs / 1_000);
  noteAnswered(request, answer, trace, durationMs);
  return request.method === "HEAD" ? { ...answer, body: null } : answer;
}

/**
 * Records a request with a valid key, as a use of the key, and in the log for the partner's developers, where a refused request has its
 * code.
 */
function noteAnswered(request: Request, { status, body }: Answer, trace: Trace, durationMs: number): void {
  const { partnerId, keyId, path, requestId, address = UNKNOWN_ADDRESS } = trace;
  if (!partnerId || !keyId) return;
  const idempotencyKey = request.headers.get("idempotency-key");
  noteKeyUse(db, keyId, address);
  noteRequest(db, {
    partnerId,
    keyId,
    answeredAt: new Date(),
    method: request.method,
    path: withoutKeys(path).slice(0, PATH_LENGTH),
    status,
    error: status >= 400 && body ? (JSON.parse(body) as { error: string }).error : null,
    durationMs,
    requestId,
    idempotencyKey: idempotencyKey && withoutKeys(idempotencyKey).slice(0, 255),
  });
}

/** Maximum length of a path in the log of requests, in characters. All paths of the interface are shorter. */
const PATH_LENGTH = 300;

const EVERY_ANSWER = { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache" };

/** Returns the header that makes clients use only https; left out over plain http. */
function overHttps(): Record<string, string> {
  return env().PUBLIC_URL.startsWith("https:") ? STRICT_TRANSPORT : {};
}

const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=31536000" };

async function admit({ request, endpoints, params, address }: Incoming, query: string, trace: Trace): Promise<Answer> {
  // On a path whose GET needs no key, no key is read. An endpoint there that needs one is refused below.
  const isOpen = endpoints?.GET?.open === true;
  const client = fullClientAddress(request.headers.get("x-forwarded-for"), address);
  const isGuessing = () => hasFailedTooOften(request, address);
  const authentication = isOpen
    ? undefined
    : await lookUp(HANDLER_TIMEOUT_MS, (on) =>
        authenticate(on, { header: request.headers.get("authorization"), query, address: client, isGuessing }),
      );
  const holder = authentication?.isAccepted ? authentication.holder : undefined;
  if (!isOpen && !holder) {
    const { allowed, headers } = await countFailure(request, address);
    if (authentication && allowed) noteFailedKey(db, authentication.key);
    Object.assign(trace.headers, headers, allowed ? { "WWW-Authenticate": "ApiKey" } : {});
    return refusal(allowed ? "invalid_api_key" : "rate_limited");
  }
  if (authentication?.byQuery) Object.assign(trace.headers, deprecationHeaders());
  trace.partnerId = holder?.actor.partnerId;
  trace.keyId = holder?.actor.id;
  trace.address = networkOf(client);

  const endpointOrAnswer = choose(request.method, endpoints, query, trace);
  if ("status" in endpointOrAnswer) return endpointOrAnswer;
  const endpoint = endpointOrAnswer;
  if (endpoint.open) return endpoint.handle();
  if (!holder) return refusal("invalid_api_key");

  const { actor, limits } = holder;
  const limit = await countRequest(actor.id);
  if (limit) Object.assign(trace.headers, limit.headers);
  if (limit?.allowed === false) return refusal("rate_limited");

  if (limits.scopes && !limits.scopes.includes(scopeOf(endpoint, request.method))) {
    noteRefusal(db, { partnerId: actor.partnerId, name: `key:${actor.id}` }, "insufficient_scope");
    return refusal("insufficient_scope");
  }

  return respond(endpoint, { request, params, query, trace, actor: { ...actor, requestId: trace.requestId } });
}

/** Returns the endpoint, or the answer for a path or method that does not exist. */
function choose(method: string, endpoints: Endpoints | undefined, query: string, trace: Trace): Endpoint | Answer {
  if (!endpoints) return refusal("not_found");
  const hasItsParameters = (endpoint: Endpoint) =>
    endpoint.open || !endpoint.onlyWith || endpoint.onlyWith.some((name) => new URLSearchParams(query).has(name));
  const endpoint = endpoints[(method === "HEAD" ? "GET" : method) as Method];
  if (endpoint && hasItsParameters(endpoint)) return endpoint;

  const available = Object.entries(endpoints).filter(([, other]) => hasItsParameters(other));
  const allowed = available.flatMap(([name]) => (name === "GET" ? ["GET", "HEAD"] : name));
  trace.headers.Allow = [...allowed, "OPTIONS"].join(", ");
  return method === "OPTIONS" ? noContent() : refusal("method_not_allowed");
}

function failed(error: unknown, trace: Trace): Answer {
  if (error instanceof DomainError) {
    // Closes the connection: otherwise the rest of an unread body would be read as the next request.
    if (error.code === "request_too_large" || error.code === "request_timeout") trace.headers.Connection = "close";
    if (error.code === "rate_limited" || error.code === "service_unavailable") trace.headers["Retry-After"] = RETRY_AFTER_SECONDS;
    return refusalOf(error);
  }
  trace.failure = error;
  if (!isOutOfReach(error)) return refusal("internal_error");
  trace.headers["Retry-After"] = RETRY_AFTER_SECONDS;
  return refusal("service_unavailable");
}

const RETRY_AFTER_SECONDS = "5";

/** Returns the headers that mark a key in the query as deprecated since 2024-01-01 (RFC 9745): it belongs in the header Authorization. */
function deprecationHeaders(): Record<string, string> {
  return { Deprecation: "@1704067200", Link: `<${env().PUBLIC_URL}/docs>; rel="deprecation"; type="text/html"` };
}

/**
 * Returns the path without ids, for the log and the metrics. Replaces every segment by `*`, except `v2` and words of up to 40 lowercase
 * letters, `_` and `:`.
 */
function routeOf(path: string): string {
  return path.replace(/\/(?![a-z_:]{1,40}(?:\/|$)|v2\/)[^/]*/g, "/*");
}
