import { expect, inject, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { describeInterface } from "@/server/api/openapi";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { fromNewAddress } from "@/server/testing/addresses";
import { call } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenCreditorIdentifier, givenMandate } from "@/server/testing/given-mandate";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";

// Both hosts call the same handlers, so the whole contract runs against one of them, and this test shows that the other answers alike.

interface Request {
  method: string;
  path: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const { paths } = describeInterface(routes) as unknown as {
  paths: Record<string, Record<string, { requestBody?: { content: { "application/json"?: { example: object } } } }>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => ({
    method: method.toUpperCase(),
    path,
    example: requestBody?.content["application/json"]?.example,
  })),
);
type Operation = (typeof operations)[number];

/** Headers about the connection or the single request. Next adds names of its own to `vary`. */
const ownHeaders = ["connection", "content-length", "date", "keep-alive", "transfer-encoding", "vary", "x-request-id"];
/** Headers whose value is derived from ids or from what happened before. */
const ownValues = ["etag", "ratelimit"];

/**
 * Values that differ between two partners with the same records: ids, moments, cursors and links, invoice numbers, IBANs and payment
 * references.
 */
const ownTexts = new RegExp(
  `(?<![\\w-])(?:${[
    "[0-9a-f]{40,}",
    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z",
    // Not the code of an error, which has neither digits nor capitals.
    "(?=[\\w-]*[0-9A-Z])[\\w-]{30,}",
    '(?<="invoice_number":")\\d+',
    "[A-Z]{2}\\d\\d[A-Z0-9]{11,30}",
  ].join("|")})(?![\\w-])`,
  "g",
);

/** The same day for both hosts, also when midnight comes in between. */
const today = dayAt(new Date());

test.each(operations)("both hosts answer $method $path alike: accepted, repeated and refused", async (operation) => {
  const [byProcess, byNext] = await Promise.all(["production process", "next start"].map((host) => answersOf(host, operation)));
  expect(byNext).toEqual(byProcess);
  const statuses = byProcess?.map(({ status }) => status) ?? [];
  expect(statuses[0]).toBe(operation.path === "/openapi.json" ? 200 : 401);
  // The last but one is the accepted request, before it is repeated.
  expect(statuses.at(-2)).toBeLessThan(300);
});

/** Requests records of a partner of its own from the host. */
async function answersOf(host: string, operation: Operation) {
  const baseUrl = inject("contractHosts")[host];
  if (!baseUrl) throw new Error(`${host} does not run`);
  const world = await givenWorld(operation);
  const seen = new Map<string, string>();
  const answers = [];
  for (const { method, path, ...request } of requestsFor(operation, world)) {
    const { status, headers, text } = await call(method, path, {
      ...request,
      headers: { "Accept-Encoding": "identity", ...request.headers },
      baseUrl,
    });
    const shown = [...headers].filter(([name]) => !ownHeaders.includes(name));
    answers.push({
      request: `${method} ${Object.keys(request)}`,
      status,
      headers: Object.fromEntries(shown.map(([name, value]) => [name, ownValues.includes(name) ? "given" : value])),
      body: withoutOwn(text, seen),
    });
  }
  return answers;
}

/** Replaces what differs by the order in which it occurs. */
function withoutOwn(text: string, seen: Map<string, string>): string {
  return text.replace(ownTexts, (own) => {
    if (/^\d{4}-\d\d-\d\dT/.test(own)) return "a moment";
    if (!seen.has(own)) seen.set(own, `own ${seen.size + 1}`);
    return seen.get(own) ?? "";
  });
}

type World = Awaited<ReturnType<typeof givenWorld>>;

/**
 * Records on which the operation is accepted: an open import, an invoice that was asked about, and one that was paid too much; a stopped
 * season, except where one begins.
 */
async function givenWorld({ method, path }: Operation) {
  const partner = await givenPartner({ isSandbox: true });
  const { company, account, iban } = await givenBankingCompany(partner);
  const open = await givenImport(partner, { company });
  const openInvoice = await givenInvoice(partner, { import: open });
  // Without an e-mail address, no message leaves between two requests.
  const customer = {
    customerEmail: null,
    customerAddress1: "Weir Lane",
    customerZipcode: "1011 AB",
    customerCity: "Northbank",
    customerCountryCode: "NL",
  };
  const invoice = await givenInvoice(partner, { company, amountCents: 24_000, transmitted: true, invoice: customer });
  await givenTicket(invoice);
  const payment = { amountCents: -6_000, paymentMethod: "ideal" } as const;
  const overpaid = await givenInvoice(partner, { company, transmitted: true, events: [payment] });
  await givenCreditorIdentifier(partner, company);
  const mandate = await givenMandate(partner, company, { reference: "M-1", customerEmail: "payer@members.example" });
  const ids = {
    bankAccountId: account.id,
    mandateId: mandate.id,
    companyId: company.id,
    importId: open.id,
    openInvoiceId: openInvoice.id,
    overpaidId: overpaid.id,
    invoiceId: invoice.id,
    seasonFileId: path.startsWith("/sandbox/season") && method !== "POST" ? await givenSeasonFile(partner) : "",
  };
  return { key: partner.apiKey, iban, ids };
}

function requestsFor({ method, path, example }: Operation, { key, iban, ids }: World): Request[] {
  const changesOpen = path === "/invoices/{invoiceId}" && method !== "GET";
  const invoiceId = changesOpen ? ids.openInvoiceId : path.endsWith("/refunds") ? ids.overpaidId : ids.invoiceId;
  const at = (values: Record<string, string>) =>
    path.replace(/\{(\w+)\}/g, (_, name) => (name === "status" ? "unanswered" : (values[name] ?? "")));
  const query = path === "/invoices" && method === "GET" ? `?ids=${ids.invoiceId}` : "";
  const file = camtFile([{ iban, entries: [{ cents: 4_500, bankReference: "B1" }] }]);
  const isFile = path === "/bank_statements";
  const body = isFile ? file : example && withOwn(example, ids);
  const headers: Record<string, string> = isFile ? { "Content-Type": "application/xml" } : {};
  const request: Request = { method, path: at({ ...ids, invoiceId }) + query, key, body, headers };
  const once = { ...request, headers: { ...headers, "Idempotency-Key": "once" } };
  const unknown = at(Object.fromEntries(Object.keys(ids).map((name) => [name, "0".repeat(40)])));
  const refused = [
    { ...request, key: undefined, headers: fromNewAddress() },
    { ...request, key: "0".repeat(40), headers: fromNewAddress() },
    ...(path.includes("{") ? [{ ...request, path: unknown + query }] : []),
    { ...request, method: "PATCH" },
  ];
  if (method === "GET") {
    const misread = { ...request, path: `${request.path}${query ? "&" : "?"}page_size=x&cursor=x` };
    return [...refused, misread, request, { ...request, method: "HEAD" }];
  }
  const unread = [
    { ...request, body: "{" },
    { ...request, body: "[]", headers: { "Content-Type": "text/csv" } },
  ];
  const paused = { method: "PUT", path: `/invoices/${invoiceId}/pause`, key, body: { until: addDays(today, 20), reason: "In hospital" } };
  return [...refused, ...(path.endsWith("/resume") ? [paused] : body ? unread : []), once, once];
}

/** Returns the example with ids of these records, and with days around today. */
function withOwn(example: object, { companyId, importId }: World["ids"]): object {
  const own: Record<string, string> = {
    company_id: companyId,
    import_id: importId,
    until: addDays(today, 20),
    paid_on: addDays(today, -2),
  };
  return JSON.parse(JSON.stringify(example), (name, value) => own[name] ?? value);
}
