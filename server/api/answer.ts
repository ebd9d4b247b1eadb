import { type DomainError, type ErrorCode, type ErrorKind, errors } from "@/server/errors";

/** Answer to a partner's system, before a host converts it into its own response type. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null for answers without a body, such as 204 and 304. */
  body: string | null;
}

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) };
}

export function noContent(): Answer {
  return { status: 204, headers: {}, body: null };
}

const statusOf: Record<ErrorKind, number> = {
  bad_request: 400,
  unauthenticated: 401,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  wrong_content_type: 415,
  refused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
};

export function refusal(code: ErrorCode): Answer {
  return refusalOf({ code, kind: errors[code], field: null });
}

/** Returns the answer for a refusal. By contract, the body contains only the code; the refused field is in a header. */
export function refusalOf({ code, kind, field }: Pick<DomainError, "code" | "kind" | "field">): Answer {
  const answer = json({ error: code }, statusOf[kind]);
  return { ...answer, headers: { ...answer.headers, ...headerOf(field) } };
}

export function headerOf(errorField: string | null): Record<string, string> {
  return errorField === null ? {} : { "Error-Field": errorField };
}
