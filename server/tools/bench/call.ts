import { wire } from "@/server/domain/formats/wire";

export interface Service {
  baseUrl: string;
  key: string;
}

/** Error for an answer that is not a success. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly saysWhenToRetry: boolean;
  constructor({ status, headers }: Response, message: string) {
    super(message);
    this.status = status;
    this.saysWhenToRetry = headers.has("Retry-After");
  }
}

/** Whether the service is briefly unavailable, or still processing an earlier attempt, so that the caller should retry. */
export function isToldToRetry(error: unknown): boolean {
  return error instanceof RefusedCall && ((error.status === 503 && error.saysWhenToRetry) || error.status === 409);
}

/** Longer than any deadline of the service. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Calls the interface once. Throws `RefusedCall` for any answer that is not a success. */
export async function call({ baseUrl, key }: Service, method: string, path: string, body?: unknown, idempotencyKey?: string) {
  const answer = await fetch(`${baseUrl}/api/v2${path}`, {
    method,
    headers: {
      Authorization: `ApiKey ${key}`,
      "Content-Type": "application/json",
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new RefusedCall(answer, `${method} ${path} was answered by ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/**
 * Calls a query of the portal's pages, with the cookie of a signed-in person. Throws `RefusedCall` for any answer that is not a success.
 */
export async function askPortal({ baseUrl, cookie }: { baseUrl: string; cookie: string }, query: string, input: unknown): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/api/trpc/${query}?input=${encodeURIComponent(JSON.stringify(wire.serialize(input)))}`, {
    headers: { Cookie: cookie },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new RefusedCall(answer, `${query} was answered by ${answer.status}: ${text.slice(0, 200)}`);
  return wire.deserialize(JSON.parse(text).result.data);
}

/** Opens the sign-in page of the portal. Throws `RefusedCall` for any answer that is not a success. */
export async function openPage({ baseUrl }: Pick<Service, "baseUrl">): Promise<void> {
  const page = await fetch(`${baseUrl}/sign-in`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  await page.text();
  if (!page.ok) throw new RefusedCall(page, `A page was answered by ${page.status}`);
}
