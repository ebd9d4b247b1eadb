import { type IncomingMessage, request as sendRequest } from "node:http";
import { connect as connectTo, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as secureOver } from "node:tls";
import { DomainError } from "@/server/errors";
import { findReachableAddresses, mayReach, type Resolve, Unreachable } from "./find-reachable-addresses";
import { keepAnswer } from "./keep-answer";
import { type Reach, readEndpointUrl } from "./read-endpoint-url";

/** Reasons for getting no answer. */
type PostFailure =
  | "invalid_url"
  | "not_public"
  | "host_not_found"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "invalid_answer"
  | "timeout";

export interface PostOutcome {
  /** The answer's status; redirects are not followed. Null without an answer. */
  status: number | null;
  failure: PostFailure | null;
  /** Beginning of the body, at most 4 KiB of UTF-8, without NUL. */
  answer: string;
  /** Pause in ms that the receiver asks for, at most 24 hours. */
  retryAfterMs: number | null;
  durationMs: number;
}

export interface Post {
  headers: Record<string, string>;
  body: string;
}

/** Time-outs, and parts of the outside world that tests replace. */
interface World {
  resolve?: Resolve;
  /** Certificate of an authority to trust, instead of those that Node knows. */
  ca?: string;
  /** Time-out in ms for resolving the name, connecting and TLS together. */
  connectTimeoutMs: number;
  /** Time-out in ms for the whole exchange. */
  timeoutMs: number;
}

type Answer = Omit<PostOutcome, "durationMs">;

const DEFAULT_WORLD: World = { connectTimeoutMs: 5_000, timeoutMs: 15_000 };
/** Time-out in ms for connecting to an address if there is another to try. Node's 250 ms are too short for other continents. */
const NEXT_ADDRESS_MS = 1_000;
const INTERIM_ANSWERS_LIMIT = 10;

/**
 * Posts to an address that a partner chose (contract, section 4). Never throws, never connects to an address that `reach` does not allow,
 * and follows no redirect. Time and memory are bounded: the answer's status must arrive within 15 s. Only the status decides; the rest of
 * the answer is kept for people to read. Our own code, because HTTP clients offer no hook between resolving a name and connecting to it.
 */
export async function postSafely(url: string, post: Post, reach: Reach, world: Partial<World> = {}): Promise<PostOutcome> {
  const beganAt = performance.now();
  const answer = await send(url, post, reach, { ...DEFAULT_WORLD, ...world }).catch(
    (error: unknown): Answer => ({ status: null, failure: nameFailure(error), answer: "", retryAfterMs: null }),
  );
  return { ...answer, durationMs: Math.round(performance.now() - beganAt) };
}

/** Error that ends an exchange, with the reason to record. */
class Failed extends Error {
  constructor(readonly failure: PostFailure) {
    super(failure);
  }
}

async function send(text: string, post: Post, reach: Reach, world: World): Promise<Answer> {
  const url = readEndpointUrl(text, reach);
  const endsAt = performance.now() + world.timeoutMs;
  const socket = await connect(url, reach, world);
  try {
    const response = await ask(socket, url, post, endsAt - performance.now());
    return { status: response.statusCode ?? null, failure: null, ...(await keepAnswer(response, endsAt - performance.now())) };
  } finally {
    socket.destroy();
  }
}

/** Opens a connection without sending anything yet. */
async function connect(url: URL, reach: Reach, { resolve, ca, connectTimeoutMs }: World): Promise<Socket> {
  // URLs put IPv6 addresses into brackets.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // Sockets resolve names only: an address in the URL would bypass the lookup.
  if (isIP(host)) await findReachableAddresses(host, reach);
  const lookup: LookupFunction = (name, _, callback) => {
    findReachableAddresses(name, reach, resolve).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const plain = connectTo({ host, port, lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS });
  let socket: Socket = plain;
  const timer = setTimeout(() => socket.destroy(new Failed("timeout")), connectTimeoutMs);
  try {
    await until(plain, "connect");
    // If a lookup is ever bypassed, nothing is sent to the address reached.
    if (!plain.remoteAddress || !mayReach(plain.remoteAddress, reach)) throw new Failed("not_public");
    if (url.protocol === "http:") return plain;

    socket = secureOver({
      socket: plain,
      host,
      // Server names in TLS have no trailing dot (RFC 6066).
      servername: isIP(host) ? undefined : host.replace(/\.$/, ""),
      ca,
      ALPNProtocols: ["http/1.1"],
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
    });
    await until(socket, "secureConnect").catch((error) => {
      throw error instanceof Failed ? error : new Failed("tls_failed");
    });
    return socket;
  } catch (error) {
    socket.destroy();
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the event. The listeners stay afterwards, so that a later error of the socket is never unhandled. */
function until(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on(event, resolve);
    socket.on("error", reject);
    socket.on("close", () => reject(new Failed("connection_failed")));
  });
}

/** Sends the request and returns the answer as soon as its status is known. */
function ask(socket: Socket, url: URL, { headers, body }: Post, timeoutMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      createConnection: () => socket,
      method: "POST",
      path: url.pathname + url.search,
      headers: {
        ...headers,
        host: url.host,
        "content-length": Buffer.byteLength(body),
        "accept-encoding": "identity",
        connection: "close",
      },
    });
    const timer = setTimeout(() => request.destroy(new Failed("timeout")), timeoutMs);
    let interimAnswers = 0;
    request.on("information", () => {
      interimAnswers += 1;
      if (interimAnswers > INTERIM_ANSWERS_LIMIT) request.destroy(new Failed("invalid_answer"));
    });
    request.on("response", (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    request.on("error", reject);
    request.on("close", () => {
      clearTimeout(timer);
      reject(new Failed("connection_failed"));
    });
    request.end(body);
  });
}

function nameFailure(error: unknown): PostFailure {
  if (error instanceof Failed) return error.failure;
  if (error instanceof Unreachable) return error.reason;
  if (error instanceof DomainError) return "invalid_url";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return "connection_refused";
  if (code === "ETIMEDOUT") return "timeout";
  return code.startsWith("HPE_") ? "invalid_answer" : "connection_failed";
}
