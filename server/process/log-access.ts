import { log } from "@/server/platform/log";
import { doorDuration, doorRequests } from "@/server/platform/metrics";
import { requestIdOf } from "@/server/platform/request-id";
import { traceRequest } from "@/server/platform/traced";
import type { Handler } from "./http";

/**
 * Logs each request once it is answered or its client has disconnected, in the form in which the interface logs requests to /api/v2. The
 * log contains no full addresses, because these contain customers' links and tokens. Passes the request's id to the handler and to the
 * client.
 */
export function logAccess(handle: Handler): Handler {
  return (incoming, outgoing) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(incoming.headers["x-request-id"]?.toString());
    incoming.headers["x-request-id"] = requestId;
    outgoing.setHeader("X-Request-Id", requestId);
    const route = routeOf(incoming.url ?? "");
    const span = traceRequest(`${incoming.method} ${route}`, () => incoming.headers);
    outgoing.on("close", () => {
      const status = outgoing.writableFinished ? outgoing.statusCode : undefined;
      const door = doorOf(route);
      const durationMs = performance.now() - startedAt;
      doorRequests.inc({ door, status: status ?? "gone" });
      doorDuration.observe({ door }, durationMs / 1_000);
      span.end(status, { "http.request.method": incoming.method, "http.route": route, "ics.request_id": requestId });
      log().info(
        {
          request_id: requestId,
          method: incoming.method,
          route,
          status,
          duration_ms: Math.round(durationMs * 100) / 100,
        },
        "request",
      );
    });
    return span.run(() => handle(incoming, outgoing));
  };
}

/** Returns the kind of a request for its metrics: one of three words, because clients could fill the metrics with invented routes. */
function doorOf(route: string): "portal" | "customer" | "page" {
  if (route.startsWith("/api/trpc/")) return "portal";
  return route.startsWith("/i/") ? "customer" : "page";
}

/** A segment of the service's own paths, such as `bank-statements`. Ids and tokens contain digits or capitals. */
const PATH_WORD = /^[a-z][a-z-]{0,40}$/;
/** Procedures of one batch: `invoices.list,session.me`. */
const PROCEDURES = /^(?:[a-z]+\.[a-z][A-Za-z]*,?){1,10}$/;
/** Path segments after which a secret follows, even one that looks like a word. */
const BEFORE_SECRET = new Set(["i", "account", "simulated-bank"]);

/** Returns the path with `*` in place of every segment that may be an id, a link or a token. */
export function routeOf(url: string): string {
  const [path = ""] = url.slice(0, 1_000).split(/[?#]/);
  return path
    .split("/")
    .map((segment, index, segments) => (isHarmless(segment, segments[index - 1]) ? segment : "*"))
    .join("/");
}

function isHarmless(segment: string, previous = ""): boolean {
  if (segment === "") return true;
  if (previous === "trpc") return PROCEDURES.test(segment);
  return PATH_WORD.test(segment) && !BEFORE_SECRET.has(previous);
}
