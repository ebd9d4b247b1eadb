import { ID_PATTERN } from "@/server/domain/formats/id";
import { type ErrorCode, errors } from "@/server/errors";
import { refusalOf } from "./answer";
import { CODE_OF_BAD_ID, type Endpoint, type Method } from "./endpoint";
import { errorMeanings } from "./error-meanings";
import { type Components, describeSchema, exampleFor, type JsonSchema } from "./openapi-schema";

type Json = Record<string, unknown>;

interface Operation {
  method: Method;
  /** Path with its parameters in braces. */
  path: string;
  endpoint: Endpoint;
  /** Collects the schemas to which the operation refers. */
  components: Components;
}

/** Describes one method of one path for the reference. */
export function describeOperation(operation: Operation): Json {
  const { endpoint } = operation;
  return {
    operationId: operationIdOf(endpoint.summary),
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    tags: [endpoint.tag],
    ...(endpoint.open && { security: [] }),
    parameters: parametersOf(operation),
    ...bodyOf(operation),
    responses: { ...successOf(operation), ...refusalsOf(operation), default: { $ref: "#/components/responses/Unanswerable" } },
  };
}

/**
 * Returns the operation's id: "Show an invoice" becomes `showInvoice`. A test fixes all ids, because partners' generated code uses them as
 * names.
 */
function operationIdOf(summary: string): string {
  const words = summary.split(" ").filter((word) => !["a", "an", "the"].includes(word));
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

function parametersOf({ method, path, endpoint, components }: Operation): Json[] {
  const { properties = {} } = fieldsOf(endpoint, components);
  const onlyWith = (!endpoint.open && endpoint.onlyWith) || [];
  // One of `onlyWith` is required, so a single one always is. If there are several, the document cannot say that one is needed.
  const required = onlyWith.length === 1 ? onlyWith[0] : undefined;
  const parameters = Object.entries(properties).map(([name, schema]) => parameter(name, path, schema as JsonSchema, name === required));
  const ids = [...path.matchAll(/\{(\w+Id)\}/g)].map(([, name = ""]) => parameter(name, path, idSchema(name)));
  return [
    ...ids,
    ...parameters,
    ...(keepsAnswer(method, endpoint) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(endpoint.conditional ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
}

function fieldsOf(endpoint: Endpoint, components: Components): JsonSchema {
  return endpoint.open || !endpoint.parameters ? {} : describeSchema(endpoint.parameters, "input", components);
}

function parameter(name: string, path: string, { description, ...schema }: JsonSchema, isRequired = false): Json {
  const isInPath = path.includes(`{${name}}`);
  return { name, in: isInPath ? "path" : "query", required: isInPath || isRequired, ...(description && { description }), schema };
}

function idSchema(name: string): JsonSchema {
  return {
    type: "string",
    pattern: ID_PATTERN,
    description: `The id of the ${name.slice(0, -2)}: 40 lowercase hexadecimal characters.`,
  };
}

function bodyOf({ endpoint, components }: Operation): Json {
  if (!endpoint.open && endpoint.takesFile) return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  if (endpoint.open || !endpoint.body) return {};
  const schema = describeSchema(endpoint.describedBody ?? endpoint.body, "input", components);
  return { requestBody: { required: true, content: { "application/json": { schema, example: exampleFor(schema, components) } } } };
}

function successOf({ method, endpoint, components }: Operation): Json {
  const headers = headersNamed(
    "X-Request-Id",
    ...(endpoint.conditional ? ["ETag"] : []),
    ...(endpoint.open ? [] : ["RateLimit", "RateLimit-Policy"]),
    ...(keepsAnswer(method, endpoint) ? ["Idempotency-Replayed"] : []),
  );
  if (endpoint.answer === null) return { 204: { description: "Done. The body is empty.", headers } };

  const schema = describeSchema(endpoint.answer, "output", components);
  const content = { "application/json": { schema, example: exampleFor(schema, components) } };
  return {
    200: { description: "Done.", headers, content },
    ...(endpoint.conditional && {
      304: { description: "Unchanged: you already have this version. The body is empty.", headers: headersNamed("X-Request-Id", "ETag") },
    }),
  };
}

/** Returns all refusals of the operation by status, in the order of the checks. */
function refusalsOf(operation: Operation): Json {
  const byStatus: Record<number, ErrorCode[]> = {};
  const notes: Record<number, Meanings> = {};
  const list = (status: number, code: ErrorCode) => {
    byStatus[status] = [...(byStatus[status] ?? []), code];
  };
  for (const code of codesOf(operation)) {
    const status = statusOf(code, operation.path);
    list(status, code);
    if (status === NOT_FOUND || errors[code] !== "not_found" || !operation.path.includes("{")) continue;
    // Earlier documents listed the code under 404, and nothing is ever removed from the document.
    list(NOT_FOUND, code);
    notes[NOT_FOUND] = {
      ...notes[NOT_FOUND],
      [code]: `Never answered with ${NOT_FOUND}: this id is in the body, so the answer is ${status}.`,
    };
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, describeRefusal(Number(status), codes, undefined, notes[Number(status)])]),
  );
}

type Meanings = Partial<Record<ErrorCode, string>>;

const NOT_FOUND = 404;

function codesOf({ method, endpoint }: Operation): ErrorCode[] {
  if (endpoint.open) return [...endpoint.errors, "internal_error"];
  return [
    "invalid_api_key",
    "rate_limited",
    "insufficient_scope",
    ...(endpoint.body ? bodyErrors : []),
    ...(endpoint.takesFile ? fileErrors : []),
    ...(keepsAnswer(method, endpoint) ? idempotencyErrors : []),
    ...endpoint.errors,
    "service_unavailable",
    "internal_error",
  ];
}

const bodyErrors: ErrorCode[] = ["invalid_content_type", "request_too_large", "request_timeout", "invalid_json"];
const fileErrors: ErrorCode[] = ["invalid_content_type", "request_too_large"];
const idempotencyErrors: ErrorCode[] = ["invalid_idempotency_key", "idempotency_key_reused", "idempotency_key_in_use"];

/** Returns the status of a code. An unknown id is 404 if it is in the path, and 422 in the body or the query. */
function statusOf(code: ErrorCode, path: string): number {
  const [name] = Object.entries(CODE_OF_BAD_ID).find(([, each]) => each === code) ?? [];
  const isOutsidePath = errors[code] === "not_found" && !path.includes(name ? `{${name}}` : "{");
  return refusalOf({ code, kind: isOutsidePath ? "refused" : errors[code], field: null }).status;
}

/** Describes one status: its codes, their meanings, and an example of each. `notes`: meanings that differ from the usual ones. */
export function describeRefusal(
  status: number,
  codes: readonly ErrorCode[],
  description = descriptions[status],
  notes: Meanings = {},
): Json {
  const meaningOf = (code: ErrorCode) => notes[code] ?? errorMeanings[code];
  const meanings = codes.map((code) => `- \`${code}\`: ${meaningOf(code)}`).join("\n");
  return {
    description,
    headers: headersNamed("X-Request-Id", ...(headersOf[status] ?? [])),
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["error"],
          properties: { error: { type: "string", enum: codes, description: meanings } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { summary: meaningOf(code), value: { error: code } }])),
      },
    },
  };
}

const descriptions: Record<number, string> = {
  400: "Not understood.",
  401: "No valid key.",
  403: "Not what this key was made for.",
  404: "Not found.",
  408: "Too slow.",
  409: "Still running.",
  413: "Too large.",
  415: "No JSON.",
  422: "Refused, and nothing is stored. Of several reasons the first in this order is answered.",
  429: "Too many requests.",
  500: "Our mistake.",
  503: "Out of order for a moment.",
};

const headersOf: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  422: ["Error-Field"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

function headersNamed(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether a repetition with the same idempotency key gets the first answer. */
function keepsAnswer(method: Method, endpoint: Endpoint): boolean {
  const isWriting = method === "POST" || method === "PUT";
  return isWriting && !endpoint.open && !endpoint.takesFile;
}
