import { keyScopes } from "@/server/domain/rules/key-scopes";
import { env } from "@/server/env";
import { type Endpoint, type Endpoints, type Method, scopeOf } from "./endpoint";
import { introduction, tags } from "./openapi-introduction";
import { describeOperation, describeRefusal } from "./openapi-operation";
import type { Components } from "./openapi-schema";

interface DescribedRoute {
  /** Path below /api/v2, with its parameters in braces. */
  path: string;
  endpoints: Endpoints;
}

interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

/**
 * Returns the interface as an OpenAPI document, built from the code that serves it: the table of routes, the schemas of bodies and answers,
 * and the codes.
 */
export function describeInterface(routes: readonly DescribedRoute[]): OpenApiDocument {
  const schemas: Components = {};
  const paths: OpenApiDocument["paths"] = {};
  for (const { path, endpoints } of routes) {
    const methods = Object.entries(endpoints) as [Method, Endpoint][];
    paths[path] = Object.fromEntries(
      methods.map(([method, endpoint]) => [method.toLowerCase(), describeOperation({ method, path, endpoint, components: schemas })]),
    );
  }
  return {
    openapi: "3.1.1",
    info: { title: "Invoice Collection Service", version: "2.0", description: introduction(describeScopes(routes)) },
    servers: [{ url: `${env().PUBLIC_URL}/api/v2` }],
    security: [{ ApiKey: [] }, { ApiKeyInQuery: [] }],
    tags,
    paths,
    webhooks,
    components: { schemas, headers, parameters, responses, securitySchemes },
  };
}

/** Returns a list of the scopes and the operations that each allows. */
function describeScopes(routes: readonly DescribedRoute[]): string {
  const operations = routes.flatMap(({ endpoints }) =>
    Object.entries(endpoints).flatMap(([method, endpoint]) =>
      endpoint.open ? [] : [{ scope: scopeOf(endpoint, method), summary: endpoint.summary }],
    ),
  );
  return keyScopes
    .map((scope) => {
      const summaries = operations.filter((operation) => operation.scope === scope).map(({ summary }) => summary);
      const acts = summaries.map((summary) => summary.charAt(0).toLowerCase() + summary.slice(1));
      return `- \`${scope}\`: ${scope === "read" ? "every GET" : acts.join("; ")}.`;
    })
    .join("\n");
}

const text = { type: "string" };
const ids = { type: "array", items: { type: "string", pattern: "^[0-9a-f]{40}$" } };
const seconds = { type: "integer", minimum: 1 };

const signature = (name: string, description: string) => ({ name, in: "header", required: true, description, schema: text });

/** Notification to a partner's endpoint. The introduction explains how often and how long it is sent. */
const webhooks = {
  recordsChanged: {
    post: {
      operationId: "recordsChanged",
      summary: "Records changed",
      description:
        "Contains only the ids of the invoices and imports that changed, and of the mandates if the endpoint names them: fetch each of them. Verify the signature over the body as received, answer with any 2xx within 15 seconds, and process it afterwards.",
      security: [],
      parameters: [
        signature("webhook-id", "Id of this notification; the same for all attempts."),
        signature("webhook-timestamp", "Time of this attempt, in seconds since 1970. Refuse one that is more than five minutes off."),
        signature(
          "webhook-signature",
          "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in base64. Two signatures, separated by a space, while a secret is rotated.",
        ),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["invoice_ids", "import_ids"],
              properties: {
                invoice_ids: ids,
                import_ids: ids,
                mandate_ids: { ...ids, description: "Mandates that changed. Absent unless the endpoint names mandates." },
              },
            },
            example: { invoice_ids: ["019a9c0de1f27d1b0c4a5e8f3b6d9027c1e4a8b5"], import_ids: [] },
          },
        },
      },
      responses: {
        "2XX": { description: "Confirmed." },
        "4XX": { description: "Not confirmed: it is sent again. 410 switches the endpoint off." },
      },
    },
  },
};

const headers = {
  "X-Request-Id": { description: "Your request id, or a generated one. Quote it when you ask for help.", schema: text },
  ETag: { description: "This version of the record, for If-None-Match.", schema: text },
  "Idempotency-Replayed": {
    description: "`true`: this is the answer to an earlier request with the same idempotency key. Otherwise absent.",
    schema: { type: "string", enum: ["true"] },
  },
  "RateLimit-Policy": { description: 'The limit of the key: `"default";q=400;w=2` is 400 requests in 2 seconds.', schema: text },
  RateLimit: { description: 'The rest of that limit: `"default";r=399;t=2` is 399 requests, renewed in 2 seconds.', schema: text },
  "Error-Field": {
    description: "The field of the request at fault, such as `invoice_lines[1].amount_cents`, counted from 0. Absent if it is not known.",
    schema: text,
  },
  "Retry-After": { description: "Number of seconds to wait.", schema: seconds },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string", enum: ["ApiKey"] } },
};

const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Makes it safe to repeat the request: it takes effect once. Kept for 24 hours.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$", examples: ["5f0c7d3e-2b1a-4c8f-9e6d-7a4b3c2d1e0f"] },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of the version that you have. If it is still the current one, the answer is 304.",
    schema: text,
  },
};

const responses = {
  Unanswerable: describeRefusal(
    400,
    ["invalid_request", "not_found", "method_not_allowed", "request_too_large"],
    "Refusals before any operation is reached: 400 `invalid_request`, 404 `not_found`, 405 `method_not_allowed`, 431 `request_too_large`.",
  ),
};

const securitySchemes = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`ApiKey`, a space, and the key: 64 lowercase hexadecimal characters.",
  },
  ApiKeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "Deprecated: send the header instead. Also spelled `api:key`. If both are sent, the header is used.",
  },
};
