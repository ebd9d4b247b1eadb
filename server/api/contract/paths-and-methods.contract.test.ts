import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { db } from "@/db/client";
import type { Endpoints } from "@/server/api/endpoint";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { addressIn } from "@/server/testing/address-in";
import { fromNewAddress } from "@/server/testing/addresses";
import { call, clientOf, type Reply } from "@/server/testing/client";
import { type GivenPartner, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMandate } from "@/server/testing/given-mandate";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { anotherAnswersFirst } from "@/server/testing/next-differences";
import { head, sendRaw } from "@/server/testing/raw";
import { outcome } from "@/server/testing/replies";

const closed = routes.filter(({ endpoints }) => Object.values(endpoints).every((endpoint) => !endpoint.open));

/** Records that requests are refused for. */
let owner: { partner: GivenPartner; invoice: InvoiceDetails; bankAccountId: string; mandateId: string; seasonFileId: string };
let shownBefore: string[];

beforeAll(async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  owner = { partner, invoice, ...(await idsOf(partner, invoice)) };
  shownBefore = await shownToOwner();
});

/** Returns the path with the ids of the owner's records, and a new key of the owner, because the limit of requests is a key's. */
async function addressOf(path: string): Promise<{ address: string; key: string }> {
  const { key } = await createApiKey(db, owner.partner.id, { name: path });
  return {
    key,
    address: addressIn(path, {
      ...owner.invoice,
      bankAccountId: owner.bankAccountId,
      mandateId: owner.mandateId,
      seasonFileId: owner.seasonFileId,
    }),
  };
}

function shownToOwner(): Promise<string[]> {
  const { invoice, bankAccountId, mandateId, seasonFileId, partner } = owner;
  const paths = [
    `/invoices/${invoice.id}`,
    `/imports/${invoice.importId}`,
    `/companies/${invoice.companyId}`,
    `/companies/${invoice.companyId}/imports`,
    `/companies/${invoice.companyId}/bank_accounts`,
    `/bank_accounts/${bankAccountId}`,
    `/companies/${invoice.companyId}/mandates`,
    `/mandates/${mandateId}`,
    `/sandbox/season/files/${seasonFileId}`,
  ];
  return Promise.all(paths.map(async (path) => (await clientOf(partner).get(path)).text));
}

async function idsOf(partner: GivenPartner, { companyId: id }: { companyId: string }) {
  const account = await givenBankAccount(partner, { id }, { creditorIdentifier: "DE98ZZZ09999999999" });
  const seasonFileId = await givenSeasonFile(partner);
  return { bankAccountId: account.id, mandateId: (await givenMandate(partner, { id })).id, seasonFileId };
}

/** Methods that do not require a query. */
const methodsOf = (endpoints: Endpoints) =>
  Object.entries(endpoints).flatMap(([method, endpoint]) => (endpoint.open || !endpoint.onlyWith ? method : []));
const allowOf = (endpoints: Endpoints) => {
  const methods = methodsOf(endpoints);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
};
const allowIn = ({ headers }: Reply) => (headers.get("allow") ?? "").split(", ").sort();

describe.each(closed)("$path", ({ path, endpoints }) => {
  test("refuses other methods with 405 and Allow", async () => {
    const { address, key } = await addressOf(path);

    const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowOf(endpoints).includes(method));
    for (const method of others) {
      const reply = await call(method, address, { key });
      expect(reply.status, method).toBe(405);
      if (method !== "HEAD") expect(reply.body).toEqual({ error: "method_not_allowed" });
      expect(allowIn(reply)).toEqual(allowOf(endpoints));
    }
    expect(others.length).toBeGreaterThan(0);
  });

  test("answers OPTIONS with 204 and Allow", async () => {
    const { address, key } = await addressOf(path);
    const reply = await call("OPTIONS", address, { key });

    expect(reply.status).toBe(204);
    expect(allowIn(reply)).toEqual(allowOf(endpoints));
  });

  test("is unknown with a trailing slash or a further segment", async () => {
    const { address, key } = await addressOf(path);

    for (const method of methodsOf(endpoints)) {
      expect(outcome(await call(method, `${address}/`, { key }))).toBe("404 not_found");
      expect(outcome(await call(method, `${address}/x/y/z`, { key }))).toBe("404 not_found");
    }
  });
});

const readable = closed.filter(({ endpoints }) => methodsOf(endpoints).includes("GET"));

test.each(readable)("HEAD of $path is GET without the body", async ({ path }) => {
  const partner = await givenPartner({ isSandbox: true });
  const invoice = await givenInvoice(partner);
  await givenTicket(invoice);
  const address = addressIn(path, { ...invoice, ...(await idsOf(partner, invoice)) });
  const query = path === "/changes" ? await queryOfSecondPage(partner, invoice.importId) : "";
  const headers = { "X-Request-Id": "the-same", "Accept-Encoding": "identity" };

  const got = await call("GET", `${address}${query}`, { key: partner.apiKey, headers });
  const headed = await call("HEAD", `${address}${query}`, { key: partner.apiKey, headers });

  expect(headed.status).toBe(200);
  expect(headed.text).toBe("");
  expect(comparable(headed)).toEqual(comparable(got));
  const missing = address.replace(/[0-9a-f]{40}/, "0".repeat(40));
  if (missing !== address) expect((await call("HEAD", missing, { key: partner.apiKey })).status).toBe(404);
});

/**
 * Returns the query of a second page of changes, whose cursor always has the same length. The cursor of a first page contains a snapshot,
 * and so lists all transactions running in the database; later pages repeat the snapshot of the first.
 */
async function queryOfSecondPage(partner: GivenPartner, importId: string): Promise<string> {
  await clientOf(partner).put(`/imports/${importId}`, { title: "Changed" });
  const { body } = await call("GET", "/changes?page_size=1", { key: partner.apiKey });
  return `?cursor=${body.next_cursor}`;
}

/** Returns the headers without those that depend on the time or the connection. */
function comparable({ headers }: Reply) {
  const passing = ["date", "ratelimit", "connection", "keep-alive", "transfer-encoding"];
  return Object.fromEntries([...headers].filter(([name]) => !passing.includes(name)));
}

test.each([
  "/nothing",
  "/",
  "/Invoices",
  "/INVOICES",
  "/invoice",
  "/invoices/x/nothing",
  "/invoices/x/tickets/actions",
  "/invoices/x/tickets/actions/nothing",
  "/companies/x/tickets",
  "/imports/x/transmit/y",
  "/invoices.json",
  "/invoices;x=1",
  "/invoices%20",
  "/%69nvoices%2f",
  "/__proto__",
  "/constructor",
])("the path %s is not_found for every method", async (path) => {
  const { apiKey: key } = await givenPartner();

  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect(outcome(await call(method, path, { key })), method).toBe("404 not_found");
  }
  expect((await call("HEAD", path, { key })).status).toBe(404);
});

test("an unknown path and a wrong method take precedence over faults of the body", async () => {
  const { apiKey: key } = await givenPartner();
  const headers = { "Content-Type": "text/plain", "Idempotency-Key": "no key" };

  expect(outcome(await call("POST", "/nothing", { key, headers, body: "{" }))).toBe("404 not_found");
  expect(outcome(await call("PUT", "/invoices", { key, headers, body: "{" }))).toBe("405 method_not_allowed");
});

test.skipIf(anotherAnswersFirst("repeated slashes")).each(closed)("$path is unknown with a slash too many", async ({ path, endpoints }) => {
  const { address, key } = await addressOf(path);

  for (const method of methodsOf(endpoints)) {
    expect(outcome(await call(method, `${address}//`, { key }))).toBe("404 not_found");
    expect(outcome(await call(method, `/${address}`, { key }))).toBe("404 not_found");
  }
});

test("none of the refused requests has changed the owner's records", async () => {
  expect(await shownToOwner()).toEqual(shownBefore);
});

test("no answer is a redirect", async () => {
  const { apiKey: key } = await givenPartner();

  for (const path of ["/invoices/", "/INVOICES", "/invoices?", "/invoices/?a=b", "/invoices/%2e"]) {
    for (const method of ["GET", "POST"]) {
      const reply = await call(method, path, { key });
      expect([400, 404, 405], `${method} ${path}`).toContain(reply.status);
      expect(reply.headers.has("location")).toBe(false);
    }
  }
});

test.skipIf(anotherAnswersFirst("methods that no route can export")).each(["TRACE", "PURGE", "PROPFIND", "LINK", "QUERY"])(
  "the method %s is refused like any other that the path does not have",
  async (method) => {
    const { apiKey } = await givenPartner();
    const key = { Authorization: `ApiKey ${apiKey}` };

    const known = await sendRaw(head(method, "/api/v2/invoices", key));
    expect(outcome(known)).toBe("405 method_not_allowed");
    expect(allowIn(known)).toEqual(["OPTIONS", "POST"]);
    expect(outcome(await sendRaw(head(method, "/api/v2/nothing", key)))).toBe("404 not_found");
    expect(outcome(await sendRaw(head(method, "/api/v2/invoices", fromNewAddress())))).toBe("401 invalid_api_key");
  },
);

describe("the request id", () => {
  test.each(["a", "7f6c3b1e-93c3-4d0c-8a3e-2b54b5d6a001", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "x".repeat(128)])(
    "%s is returned unchanged",
    async (id) => {
      const partner = await givenPartner();

      for (const [method, path] of [
        ["GET", "/nothing"],
        ["POST", "/invoices"],
        ["OPTIONS", "/invoices"],
      ] as const) {
        const reply = await call(method, path, { key: partner.apiKey, headers: { "X-Request-Id": id } });
        expect(reply.headers.get("x-request-id")).toBe(id);
      }
      const refused = await call("GET", "/invoices/x", { headers: { ...fromNewAddress(), "X-Request-Id": id } });
      expect(refused.headers.get("x-request-id")).toBe(id);
    },
  );

  test.each(["", "x".repeat(129), "two words", "tab\tbed", "caf\u00e9"])("%j is replaced by one of ours", async (id) => {
    const client = clientOf(await givenPartner());

    const reply = await client.get("/nothing", undefined, { "X-Request-Id": id });

    expect(reply.headers.get("x-request-id")).toMatch(/^[\x21-\x7e]{1,128}$/);
    expect(reply.headers.get("x-request-id")).not.toBe(id);
  });

  test("is different for every request that sends none", async () => {
    const client = clientOf(await givenPartner());
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await client.get("/nothing")).headers.get("x-request-id")));

    expect(new Set(ids).size).toBe(20);
  });
});
