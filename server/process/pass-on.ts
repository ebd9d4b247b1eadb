import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import type { Handler } from "./http";

/** Carries the client's address to the process of the pages, which sees only this process's socket. Anything a client sends under this name is overwritten. */
export const PEER_HEADER = "x-ics-peer";

const RESTART_TIMEOUT_MS = 10_000;
const RETRY_MS = 50;
const MOST_ATTEMPTS = 3;

/**
 * Passes requests on to the process that listens on `socketPath`. While that starts, requests wait for it, for up to 10 s; then they are answered with 503. A
 * request that it dies on is passed on again, up to twice, if it only reads; otherwise its client decides.
 */
export function passOnTo(socketPath: string): Handler {
  const proxy = createProxyServer({ target: { socketPath }, agent: new Agent({ keepAlive: true }) });
  let isUp = false;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!isUp) isUp = await isAnsweringSoon(socketPath);
    await proxy.web(incoming, outgoing, { headers: { [PEER_HEADER]: incoming.socket.remoteAddress ?? "" } });
  }

  return async (incoming, outgoing) => {
    const isReading = incoming.method === "GET" || incoming.method === "HEAD";
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pass(incoming, outgoing);
      } catch {
        isUp = false;
        const isOver = !isReading || attempt === MOST_ATTEMPTS || outgoing.headersSent || outgoing.destroyed;
        if (isOver) return refuse(outgoing);
      }
    }
  };
}

async function isAnsweringSoon(socketPath: string): Promise<boolean> {
  for (const until = performance.now() + RESTART_TIMEOUT_MS; performance.now() < until; await wait(RETRY_MS)) {
    if (await isAnswering(socketPath)) return true;
  }
  return false;
}

/** Asked of the process itself: its supervisor accepts connections also for one that is dead. */
function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ socketPath, path: "/api/health", agent: false, timeout: RESTART_TIMEOUT_MS });
    asking.on("response", (answer) => resolve(answer.resume().statusCode === 200));
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(false));
  });
}

/** An answer that has begun is cut off, so that nobody takes its beginning for the whole. */
function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(503, { "Content-Type": "application/json", "Cache-Control": "no-store", "Retry-After": "1" });
  outgoing.end(JSON.stringify({ error: "service_unavailable" }));
}
