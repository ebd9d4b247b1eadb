import type { IncomingMessage } from "node:http";
import { DAY_MS } from "@/server/domain/formats/time";

/** The part of an answer that is stored. */
export interface KeptAnswer {
  /** Beginning of the body: at most 4 KiB of UTF-8, without NUL, which Postgres does not accept. */
  answer: string;
  /** Wait from Retry-After in ms, at most 24 hours. */
  retryAfterMs: number | null;
}

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
const RETRY_AFTER_LIMIT_MS = DAY_MS;

/**
 * Reads an answer until it ends, becomes too long or takes too long, and returns what was read by then. Compressed bodies are not unpacked.
 */
export function keepAnswer(response: IncomingMessage, timeoutMs: number): Promise<KeptAnswer> {
  return new Promise((resolve) => {
    const kept = Buffer.alloc(KEPT_BYTES);
    let received = 0;
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    response.on("data", (chunk: Buffer) => {
      // Copied, because a view would keep the whole chunk in memory.
      if (received < KEPT_BYTES) chunk.copy(kept, received);
      received += chunk.length;
      if (received >= READ_BYTES) response.destroy();
    });
    // A broken connection ends the answer like any other end.
    response.on("error", () => {});
    response.on("close", () => {
      clearTimeout(timer);
      resolve({ answer: readText(kept.subarray(0, received)), retryAfterMs: readRetryAfter(response.headers["retry-after"]) });
    });
  });
}

function readText(bytes: Buffer): string {
  // Decoded as a stream, so that a truncated character at the end is left out.
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "");
  // Shortened again: bytes that are not UTF-8 became replacement characters of three bytes each.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEPT_BYTES));
  return text.slice(0, read);
}

function readRetryAfter(header = ""): number | null {
  const waitMs = waitIn(header.trim());
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), RETRY_AFTER_LIMIT_MS);
}

/** Reads a number of seconds, or an HTTP date. Returns ms; NaN for other text. */
function waitIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  return /^[A-Z].* GMT$/.test(text) ? Date.parse(text) - Date.now() : Number.NaN;
}
