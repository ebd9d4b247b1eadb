import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "@/app/api/v2/routes";
import { keyScopes, scopeActs } from "@/server/domain/rules/key-scopes";
import { errors } from "@/server/errors";
import { type Endpoint, scopeOf } from "./endpoint";
import { describeInterface } from "./openapi";

interface Described {
  operationId: string;
  requestBody?: { content: { "application/json": { example: unknown } } };
  parameters: { name?: string; in?: string; $ref?: string }[];
  responses: Record<string, { $ref?: string; content?: { "application/json": Content } }>;
}

interface Content {
  schema: { properties: { error: { enum: string[] } } };
  example?: unknown;
  examples?: Record<string, { value: { error: string } }>;
}

const document = describeInterface(routes);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    name: `${method.toUpperCase()} ${path}`,
    described: described as Described,
    endpoint: endpointOf(method, path),
  })),
);

test("the linter finds no fault", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // The interface is offered under a contract, so there is no licence to name.
      "info-license": "off",
      // The document itself has neither key nor parameters. Tests below check the refusals of all other operations.
      "operation-4xx-response": "off",
    },
  });

  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });

  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test("the introduction names every field of an answer that can be absent", () => {
  const properties = propertiesOf(document.components.schemas);
  const absent = properties.flatMap(([name, { description = "" }]) => (/\babsent\b|^Present only/i.test(description) ? [name] : []));
  const [sentence = ""] = /Every field of an answer is [\s\S]*?\. Fields may/.exec(document.info.description) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...new Set(absent)].toSorted());
});

/** Returns the properties of a schema, also of the objects within it. */
function propertiesOf(schema: unknown): [string, { description?: string }][] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema && typeof schema.properties === "object" ? Object.entries(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesOf)];
}

test("the document has exactly the served methods of every path", () => {
  const served = routes.flatMap(({ path, endpoints }) => Object.keys(endpoints).map((method) => `${method} ${path}`));

  expect(operations.map(({ name }) => name).sort()).toEqual(served.sort());
});

test("for each scope, the reference and the portal list exactly the acts that it allows", () => {
  for (const scope of keyScopes.filter((each) => each !== "read")) {
    const allowed = operations.filter(({ name, endpoint }) => !endpoint.open && scopeOf(endpoint, name.split(" ", 1)[0] ?? "") === scope);
    const named = Object.values<readonly string[]>(scopeActs[scope]).flat();
    expect(named.toSorted()).toEqual(allowed.map(({ described }) => described.operationId).sort());
    const line = document.info.description.split("\n").find((each) => each.startsWith(`- \`${scope}\`:`)) ?? "";
    for (const { endpoint } of allowed) expect(line.toLowerCase()).toContain(endpoint.summary.toLowerCase());
  }
});

test("operations keep the names that partners' generated code uses", () => {
  expect(operations.map(({ described }) => described.operationId).sort()).toEqual([
    "addBankAccount",
    "addBankStatement",
    "archiveAllTicketsOfInvoice",
    "assignTicketsOfInvoiceToSupport",
    "beginSeasonOfSandbox",
    "changeAccountOfMandate",
    "changeBankAccount",
    "continueSeasonOfSandbox",
    "createCompany",
    "createImport",
    "createInvoice",
    "createManyInvoices",
    "createTicketOnInvoice",
    "creditAmount",
    "creditAndRetractInvoice",
    "deleteImport",
    "deleteInvoice",
    "fetchCustomerLinkOfInvoice",
    "fetchLinesOfInvoice",
    "fetchOpenAPIDocument",
    "fetchTicketsOfInvoice",
    "listBankAccountsOfCompany",
    "listChanges",
    "listCompanies",
    "listFilesOfSeason",
    "listImportsOfCompany",
    "listInvoicesById",
    "listInvoicesOfImport",
    "listMandatesOfCompany",
    "listSimulatedMailsOfInvoice",
    "listTicketsOfCompany",
    "moveClockOfSandbox",
    "pauseCollectionOfInvoice",
    "recordMandates",
    "recordPayment",
    "refundAmount",
    "resumeCollectionOfInvoice",
    "showBankAccount",
    "showClockOfSandbox",
    "showCollectionOfImport",
    "showCollectionOfInvoice",
    "showCompany",
    "showFileOfSeason",
    "showImport",
    "showInvoice",
    "showMandate",
    "showSeasonOfSandbox",
    "showSettingsOfImport",
    "simulatePayment",
    "stopSeasonOfSandbox",
    "transmitImport",
    "updateCompany",
    "updateImport",
    "updateInvoice",
    "updateSettingsOfImport",
    "withdrawMandate",
  ]);
});

test.each(operations.filter(({ described }) => described.requestBody))(
  "$name accepts the body in its example",
  ({ described, endpoint }) => {
    const body = "body" in endpoint ? endpoint.body : undefined;

    expect(body?.safeParse(described.requestBody?.content["application/json"].example).error).toBeUndefined();
  },
);

test.each(operations.filter(({ endpoint }) => endpoint.answer))("$name shows an answer that is possible", ({ described, endpoint }) => {
  expect(endpoint.answer?.safeParse(described.responses[200]?.content?.["application/json"].example).error).toBeUndefined();
});

test("a request with only the required fields is not refused for a missing one", () => {
  const bodies = operations.flatMap(({ endpoint, described }) =>
    "body" in endpoint && endpoint.body && described.requestBody
      ? [
          {
            schema: endpoint.body,
            shown: endpoint.describedBody ?? endpoint.body,
            example: described.requestBody.content["application/json"].example,
            name: described.operationId,
          },
        ]
      : [],
  );
  for (const { schema, shown, example, name } of bodies) {
    const required = Object.entries(example as object).filter(([field]) => requiredBy(shown).includes(field));
    expect(schema.safeParse(Object.fromEntries(required)).error, name).toBeUndefined();
  }
});

test("every code in use is described at an operation, with an example", () => {
  const shown = new Set<string>();
  const { Unanswerable } = document.components.responses as Record<string, Described["responses"][string]>;
  for (const answer of [Unanswerable, ...operations.flatMap(({ described }) => Object.values(described.responses))]) {
    const { schema, examples } = answer?.content?.["application/json"] ?? {};
    if (!examples) continue;
    expect(Object.values(examples).map(({ value }) => value.error)).toEqual(schema?.properties.error.enum);
    for (const code of Object.keys(examples)) shown.add(code);
  }

  const onTheWire = Object.keys(errors).filter((code) => !["invalid_partner_id", "invalid_api_key_id"].includes(code));
  expect([...shown].sort()).toEqual(onTheWire.sort());
});

test("every operation with a key can answer that it is wrong, and the document needs no key", () => {
  for (const { name, described } of operations) {
    expect(Object.hasOwn(described.responses, 401), name).toBe(name !== "GET /openapi.json");
  }
});

test("an unknown id is not found in a path, and refused in a body", () => {
  expect(codes("GET /imports/{importId}", 404)).toEqual(["invalid_import_id"]);
  expect(codes("POST /invoices", 422)).toContain("invalid_import_id");
  expect(codes("POST /invoices", 404)).toEqual([]);
  // The id of an account is in the body.
  expect(codes("PUT /imports/{importId}/settings", 422)).toContain("invalid_bank_account_id");
});

test("POST and PUT accept the idempotency key, except for files, whose contents identify them; no other method does", () => {
  for (const { name, described, endpoint } of operations) {
    const offered = described.parameters.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey"));
    const takesFile = "takesFile" in endpoint && endpoint.takesFile === true;
    expect(offered, name).toBe(/^(POST|PUT) /.test(name) && !takesFile);
  }
});

function codes(name: string, status: number): string[] {
  const { described } = operations.find((operation) => operation.name === name) ?? {};
  return described?.responses[status]?.content?.["application/json"].schema.properties.error.enum ?? [];
}

function endpointOf(method: string, path: string): Endpoint {
  const endpoint = routes.find((route) => route.path === path)?.endpoints[method.toUpperCase() as "GET"];
  if (!endpoint) throw new Error(`Not served: ${method} ${path}`);
  return endpoint;
}

function requiredBy(schema: z.ZodType): string[] {
  const { id } = schema.meta() ?? {};
  const { required = [] } = (document.components.schemas?.[id ?? ""] ?? {}) as { required?: string[] };
  return required;
}
