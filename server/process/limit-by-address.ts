import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { refusal } from "@/server/api/answer";
import { env, type GivenEnvironment } from "@/server/env";
import { clientAddress, compileProxies, networkOf, UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { limitsHit } from "@/server/platform/metrics";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import type { Handler } from "./http";

/** Window in seconds. Long enough that many people behind one address can each load a page with all of its resources. */
const WINDOW_SECONDS = 10;

/** Counts the requests by client address, and answers those above `RATE_LIMIT_PER_ADDRESS` with 429 instead of calling `handle`. */
export function limitByAddress(handle: Handler): Handler {
  return async (incoming, outgoing) => {
    const retryAfterSeconds = await countRequest(incoming);
    return retryAfterSeconds === undefined ? handle(incoming, outgoing) : refuse(outgoing, retryAfterSeconds);
  };
}

/** Counts a request. Returns undefined within the limit, otherwise the number of seconds to wait. */
async function countRequest({ headers, socket }: IncomingMessage): Promise<number | undefined> {
  const points = env().RATE_LIMIT_PER_ADDRESS * WINDOW_SECONDS;
  const address = clientAddress(headers["x-forwarded-for"]?.toString() ?? null, socket.remoteAddress);
  // 0: the limit is switched off.
  if (points === 0 || address === UNKNOWN_ADDRESS) return undefined;
  const { allowed, retryAfterSeconds } = await consume(rateLimiter("addresses", points, WINDOW_SECONDS), address);
  return allowed ? undefined : retryAfterSeconds;
}

function refuse(outgoing: ServerResponse, retryAfterSeconds: number): void {
  const { status, headers, body } = refusal("rate_limited");
  outgoing.writeHead(status, { ...headers, "Cache-Control": "private, no-store", "Retry-After": retryAfterSeconds });
  outgoing.end(body);
}

type ConnectionLimits = Pick<GivenEnvironment, "CONNECTIONS_PER_ADDRESS" | "TRUSTED_PROXIES">;

/**
 * Closes connections above an address's limit immediately after accepting them. Connections from trusted proxies do not count. Takes the
 * settings as arguments: connections arrive before the embedded database's address is known, and until then `env()` throws.
 */
export function limitConnections(server: Server, { CONNECTIONS_PER_ADDRESS: most, TRUSTED_PROXIES }: ConnectionLimits): void {
  // 0: the limit is switched off.
  if (most === 0) return;
  const isTrustedProxy = compileProxies(TRUSTED_PROXIES);
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const peer = socket.remoteAddress;
    if (!peer || isTrustedProxy(peer)) return;
    const address = networkOf(peer);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count <= most) return;
    limitsHit.inc({ limit: "connections" });
    socket.destroy();
  });
}
