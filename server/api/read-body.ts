import { DomainError } from "@/server/errors";
import { withTimeout } from "@/server/platform/with-timeout";

const BODY_LIMIT_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MS = 30_000;
const DEPTH_LIMIT = 32;
/** Limits for reading and dropping the rest of a body that is too large: bytes, and time in ms. */
const DISCARD_LIMIT_BYTES = 8 * BODY_LIMIT_BYTES;
const DISCARD_TIMEOUT_MS = 3_000;

export interface JsonBody {
  /** Body as sent. */
  bytes: Uint8Array;
  value: Record<string, unknown>;
}

/**
 * Reads the body as a JSON object. Throws `invalid_content_type`, `request_too_large`, `request_timeout`, `invalid_json`. An empty body
 * needs no Content-Type, because it is refused as `invalid_json` anyway.
 */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const declared = request.headers.get("content-length");
  const isJson = /^\s*application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
  if (!isJson && declared !== null && Number(declared) > 0) throw new DomainError("invalid_content_type");
  if (Number(declared) > BODY_LIMIT_BYTES) return refuseTooLarge(request.body?.getReader());

  const bytes = await withTimeout(
    BODY_TIMEOUT_MS,
    declared === null ? readStream(request) : readDeclared(request),
    () => new DomainError("request_timeout"),
  );
  if (!isJson && bytes.length > 0) throw new DomainError("invalid_content_type");
  return { bytes, value: parseObject(bytes) };
}

/** Reads without counting bytes: a client cannot send more than the declared length, which was checked before. */
async function readDeclared(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await unlessGone(request.arrayBuffer()));
}

async function readStream(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  for (;;) {
    const { value } = await unlessGone(reader.read());
    if (!value) return Buffer.concat(chunks);
    length += value.length;
    if (length > BODY_LIMIT_BYTES) return refuseTooLarge(reader);
    chunks.push(value);
  }
}

/**
 * Throws `request_too_large` after reading and dropping the rest of the body. If the connection were closed while the client is still
 * sending, it would be reset, and the client would never see the answer. Reads at most DISCARD_LIMIT_BYTES for at most DISCARD_TIMEOUT_MS.
 */
async function refuseTooLarge(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<never> {
  const tooLarge = () => new DomainError("request_too_large");
  await withTimeout(DISCARD_TIMEOUT_MS, discard(reader), tooLarge);
  throw tooLarge();
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  for (let length = 0; reader && length < DISCARD_LIMIT_BYTES; ) {
    const { value } = await unlessGone(reader.read());
    if (!value) return;
    length += value.length;
  }
}

/** Throws `invalid_json` if the client disconnects before the body is complete. */
function unlessGone<Result>(reading: Promise<Result>): Promise<Result> {
  return reading.catch(() => {
    throw new DomainError("invalid_json");
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (isObject(value) && !isDeeperThan(value, DEPTH_LIMIT)) {
      return mayHoldUnsafeInteger(text) ? JSON.parse(withUnsafeIntegersAsText(text)) : value;
    }
  } catch {
    // Same error for bytes that are not UTF-8 and for text that is not JSON.
  }
  throw new DomainError("invalid_json");
}

/** Quick test for a number of at least 16 digits: fewer digits stay below 2^53. Digits in a string may match as well. */
function mayHoldUnsafeInteger(json: string): boolean {
  return /[:,[]\s*-?\d{16}/.test(json);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/**
 * Converts integers beyond 2^53 to text, because as numbers they would lose digits. A text field, such as a membership number, then has all
 * digits, and an amount is refused.
 */
function withUnsafeIntegersAsText(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
