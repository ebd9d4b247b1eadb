import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import { refusal } from "@/server/api/answer";
import { withTimeout } from "@/server/platform/with-timeout";
import type { Handler } from "./http";

/**
 * Header with the address of this process's own peer, for the process of the role `pages`, which sees only this process's socket.
 * `clientAddress` finds the client from it. Overwrites a header of this name that the client sent.
 */
export const PEER_HEADER = "x-ics-peer";

/** Enough to start a process of pages on a slow machine. */
const RESTART_TIMEOUT_MS = 25_000;
const PROBE_MS = 50;
const MOST_ATTEMPTS = 3;

/** A process of pages, as seen from this process. */
interface Target {
  socketPath: string;
  /** A promise that is resolved while the process answers, and pending from a failure until it answers again. */
  answering: Promise<void>;
  isUp: boolean;
}

/**
 * Passes requests on to the processes that listen on `socketPaths`, in turn. While none answers, a request waits, until `timeoutMs` after
 * it came. If an attempt fails, a request that only reads is passed on again, up to twice; other requests are left to the client to repeat.
 * After the last attempt, the answer is a 503.
 */
export function passOnTo(socketPaths: string[], timeoutMs = RESTART_TIMEOUT_MS): Handler {
  const proxy = createProxyServer({});
  const agent = new Agent({ keepAlive: true });
  const targets = socketPaths.map(startTarget);
  let turn = 0;

  async function pickTarget(deadline: number): Promise<Target> {
    const isAnyUp = targets.some(({ isUp }) => isUp);
    if (!isAnyUp) await withTimeout(deadline - performance.now(), Promise.race(targets.map(({ answering }) => answering)));
    const up = targets.filter(({ isUp }) => isUp);
    turn += 1;
    const target = up[turn % up.length];
    if (!target) throw new Error("No process of pages answers");
    return target;
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, deadline: number): Promise<void> {
    const target = await pickTarget(deadline);
    const headers = { [PEER_HEADER]: incoming.socket.remoteAddress ?? "" };
    try {
      await proxy.web(incoming, outgoing, { target: { socketPath: target.socketPath }, agent, headers });
    } catch (error) {
      if (target.isUp) probe(target);
      throw error;
    }
  }

  return async (incoming, outgoing) => {
    const deadline = performance.now() + timeoutMs;
    const isReading = incoming.method === "GET" || incoming.method === "HEAD";
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pass(incoming, outgoing, deadline);
      } catch {
        const mayRepeat = isReading && attempt < MOST_ATTEMPTS && !outgoing.headersSent && !outgoing.destroyed;
        if (!mayRepeat) return refuse(outgoing);
      }
    }
  };
}

function startTarget(socketPath: string): Target {
  const target: Target = { socketPath, answering: Promise.resolve(), isUp: false };
  probe(target);
  return target;
}

/** Marks the process as down, and polls it until it answers again. */
function probe(target: Target): void {
  target.isUp = false;
  target.answering = (async () => {
    while (!(await isAnswering(target.socketPath))) await wait(PROBE_MS, undefined, { ref: false });
    target.isUp = true;
  })();
}

function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: "/api/health", agent: false });
    request.on("response", (answer) => resolve(answer.resume().statusCode === 200));
    request.on("error", () => resolve(false));
  });
}

/** Refuses a request. If the answer has begun, cuts it off, so that it is not mistaken for a complete one. */
function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { status, headers, body } = refusal("service_unavailable");
  outgoing.writeHead(status, { ...headers, "Cache-Control": "no-store", "Retry-After": "1" }).end(body);
}
