import type { IncomingMessage } from "node:http";
import { DAY_MS } from "@/server/domain/time";

/** What is kept of an answer. */
export interface KeptAnswer {
  /** How its body begins: at most 4 KiB of UTF-8 without NUL, which Postgres does not take. */
  answer: string;
  /** What Retry-After asks for, at most 24 hours. */
  retryAfterMs: number | null;
}

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
const RETRY_AFTER_LIMIT_MS = DAY_MS;

/** Reads an answer until it ends, has become too long or takes too long; what was read until then is kept, and never unpacked. */
export function keepAnswer(response: IncomingMessage, timeoutMs: number): Promise<KeptAnswer> {
  return new Promise((resolve) => {
    const kept = Buffer.alloc(KEPT_BYTES);
    let bytes = 0;
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    response.on("data", (chunk: Buffer) => {
      // Copied, because a part of a chunk would keep all of it.
      if (bytes < KEPT_BYTES) chunk.copy(kept, bytes);
      bytes += chunk.length;
      if (bytes >= READ_BYTES) response.destroy();
    });
    // A connection that breaks ends the answer like any other end.
    response.on("error", () => {});
    response.on("close", () => {
      clearTimeout(timer);
      resolve({ answer: readText(kept.subarray(0, bytes)), retryAfterMs: readRetryAfter(response.headers["retry-after"]) });
    });
  });
}

function readText(bytes: Buffer): string {
  // As a stream, so that a character of which the end was cut off is left out.
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "");
  // Bytes that are no UTF-8 became signs of three bytes each.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEPT_BYTES));
  return text.slice(0, read);
}

/** Seconds, or a date as HTTP writes it. */
function readRetryAfter(header: string | undefined): number | null {
  const text = header?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : /^[A-Z].* GMT$/.test(text) ? Date.parse(text) - Date.now() : Number.NaN;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), RETRY_AFTER_LIMIT_MS);
}
