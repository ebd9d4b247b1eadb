import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ListenOptions } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Answer } from "@/server/api/answer";
import { compressAnswer } from "./compress-answer";

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>;

const KEEP_ALIVE_MS = 65_000;
const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Creates a server that passes all requests to `handle`. For requests that Node would refuse with an empty body, the answer is the
 * interface's error instead, because clients parse every answer as JSON.
 */
export function createHttpServer(handle: Handler): Server {
  // HTTP/1.0 clients send no Host header, and the service does not need it.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false }, handle);
  server.on("checkExpectation", handle);
  server.on("connect", (_request, socket: Duplex) => refuse(socket, 400, "invalid_request"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "HPE_HEADER_OVERFLOW") refuse(socket, 431, "request_too_large");
    else if (error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") refuse(socket, 413, "request_too_large");
    else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") refuse(socket, 408, "request_timeout");
    else if (error.code?.startsWith("HPE_")) refuse(socket, 400, "invalid_request");
    else socket.destroy();
  });
  return server;
}

/**
 * Adds security headers to every answer that lacks them. The default policy allows nothing to run or be embedded; pages set their own.
 * The headers are added only when the answer begins: Next would append its own policy to an earlier one, and browsers would enforce both.
 */
export function withSafeHeaders(handle: Handler, publicUrl: string): Handler {
  const defaults = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
  return (incoming, outgoing) => {
    const writeHead = outgoing.writeHead.bind(outgoing) as (...given: unknown[]) => ServerResponse;
    outgoing.writeHead = (...given: unknown[]) => {
      for (const [name, value] of Object.entries(defaults)) if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
      return writeHead(...given);
    };
    return handle(incoming, outgoing);
  };
}

/**
 * Refuses a request whose absolute address names neither the host of its Host header nor the service's, because caches on the way could
 * store the answer under that name. Only clients of a proxy send absolute addresses.
 */
export function refuseForeignAddress(handle: Handler, publicUrl: string): Handler {
  const own = new URL(publicUrl).host;
  return (incoming, outgoing) => {
    const { url = "", headers } = incoming;
    if (url.startsWith("/") || !URL.canParse(url)) return handle(incoming, outgoing);
    const { host } = new URL(url);
    if (host === headers.host || host === own) return handle(incoming, outgoing);
    outgoing.writeHead(400, { ...everyAnswer(), "Content-Type": "application/json" });
    outgoing.end(JSON.stringify({ error: "invalid_request" }));
  };
}

/** Answers a request to the interface. `address` is the peer's address. */
export type Dispatch = (request: Request, peer: { address: string | undefined }) => Promise<Answer>;

/** Serves the partners' interface without Next, which would take several times as long as the interface itself. */
export function createApiHandler(hostname: string, dispatch: Dispatch): Handler {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const answer = await compressAnswer(await dispatch(request, { address: incoming.socket.remoteAddress }), incoming.headers);
      // The client may have closed the connection.
      if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
      outgoing.writeHead(answer.status, answer.headers);
      outgoing.end(answer.body ?? "");
      return RESPONSE_ALREADY_SENT;
    },
    {
      hostname,
      overrideGlobalObjects: false,
      // Answer to a malformed address, for which there is no request to dispatch.
      errorHandler: () => Response.json({ error: "invalid_request" }, { status: 400, headers: everyAnswer() }),
    },
  ) as Handler;
}

/** Serves a probe without Next, so that it answers before Next is ready. `hostname` is for balancers that send no Host header. */
export function createProbe(hostname: string, answer: (request: Request) => Response | Promise<Response>): Handler {
  return getRequestListener(answer, { hostname, overrideGlobalObjects: false }) as Handler;
}

/**
 * Whether the address belongs to the interface. Also true for malformed spellings, so that they get the interface's errors and not a
 * redirect.
 */
export function isForApi(url = ""): boolean {
  if (url.startsWith("/api/v2/")) return true;
  return /^(?:https?:\/\/[^/]*)?[/\\]+api[/\\]+v2(?:[/\\?#]|$)/i.test(url) || !/^(?:\/|https?:\/\/)/i.test(url);
}

/** `reusePort` does not exist in the oldest supported versions of Node. */
export type Address = ListenOptions & { reusePort?: boolean };

/** Listens on an address and port, or on a socket's path. Rejects with Node's error if it cannot. */
export function listen(server: Server, where: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Waits for running requests and closes each connection once it is idle. After `timeoutMs`, closes the others. */
export async function closeHttpServer(server: Server, timeoutMs: number): Promise<void> {
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const closed = new Promise((resolve) => server.close(resolve));
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  clearInterval(closeIdle);
  server.closeAllConnections();
}

function refuse(socket: Duplex, status: number, code: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: code });
  const headers = { ...everyAnswer(), "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Headers that the interface promises for every answer, including those sent before there is a request, such as 408 and 431. */
function everyAnswer(): Record<string, string> {
  return { "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-cache", "X-Request-Id": randomUUID() };
}

const reasons: Record<number, string> = {
  400: "Bad Request",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
};
