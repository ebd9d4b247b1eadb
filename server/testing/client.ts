import { inject } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v2/routes";
import { plainPath } from "@/server/api/path";
import { errors } from "@/server/errors";
import { contractHost } from "./contract-host";
import { sawCode } from "./seen-codes";

export interface Reply<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

interface CallOptions {
  key?: string;
  /** Sent as JSON; strings and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Absent: the host whose contract is tested. */
  baseUrl?: string;
}

/**
 * Calls the interface like a partner's system, below /api/v2. Throws if the answer breaks the contract: a success must match the endpoint's
 * schema field by field, and a refusal must be `{ error }` with a code of the catalogue.
 */
export async function call(method: string, path: string, { key, body, headers, baseUrl }: CallOptions = {}): Promise<Reply> {
  const response = await fetch(`${baseUrl ?? contractHost().baseUrl}/api/v2${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(key && { Authorization: `ApiKey ${key}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined || typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
  const text = await response.text();
  const reply: Reply = { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text), text };
  verify(method, path, reply);
  return reply;
}

/** Returns the calls of a partner's system with its API key. */
export function clientOf({ apiKey }: { apiKey: string }) {
  const withKey =
    (method: string) =>
    (path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
      call(method, path, { key: apiKey, body, headers });
  return { get: withKey("GET"), post: withKey("POST"), put: withKey("PUT"), delete: withKey("DELETE") };
}

const errorBody = z.strictObject({ error: z.enum(Object.keys(errors) as [string, ...string[]]) });

/** Throws if an answer breaks the contract. */
export function verify(method: string, path: string, { status, headers, body, text }: Reply): void {
  if (headers.get("x-content-type-options") !== "nosniff") throw new Error("nosniff is missing");
  if (headers.get("cache-control") !== "private, no-cache") throw new Error("Cache-Control is not as promised");
  if (!headers.get("x-request-id")) throw new Error("X-Request-Id is missing");
  if (headers.has("x-powered-by")) throw new Error("X-Powered-By stands in the answer");
  if (status === 204 || status === 304 || method === "HEAD") {
    if (text !== "") throw new Error("A body where none may be");
    return;
  }
  if (headers.get("content-type") !== "application/json") throw new Error(`Content-Type is ${headers.get("content-type")}`);
  if (status >= 400) {
    sawCode(inject("seenCodesFile"), errorBody.parse(body).error);
    return;
  }
  schemaOf(method, path)?.parse(body);
}

function schemaOf(method: string, path: string): z.ZodType | null | undefined {
  const given = plainPath(path.split("?")[0] ?? "");
  const route = routes.find((route) => new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(given));
  return route?.endpoints[method as "GET"]?.answer;
}
