import { describe, expect, test } from "vitest";
import { routes } from "@/app/api/v2/routes";
import { db } from "@/db/client";
import { scopeOf } from "@/server/api/endpoint";
import { keyScopes } from "@/server/domain/rules/key-scopes";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { setQueryRule } from "@/server/tenancy/api-keys/query-rule";
import { addressIn } from "@/server/testing/address-in";
import { fromNewAddress } from "@/server/testing/addresses";
import { call } from "@/server/testing/client";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMandate } from "@/server/testing/given-mandate";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { outcome } from "@/server/testing/replies";

/**
 * All endpoints that need a key, with the scope they need. Endpoints that move money are listed here again, as a second check of their
 * scope.
 */
const calls = routes.flatMap(({ path, endpoints }) =>
  Object.entries(endpoints).flatMap(([method, endpoint]) => (endpoint.open ? [] : [{ path, method, endpoint }])),
);
const moneyPaths = [
  "/invoices/{invoiceId}/credit_and_retract",
  "/invoices/{invoiceId}/payments",
  "/invoices/{invoiceId}/credits",
  "/invoices/{invoiceId}/refunds",
  "/imports/{importId}/transmit",
  "/companies/{companyId}/bank_accounts",
  "/bank_accounts/{bankAccountId}",
  "/companies/{companyId}/mandates",
  "/mandates/{mandateId}",
  "/mandates/{mandateId}/withdraw",
];
const bankPaths = ["/bank_statements"];

async function given() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { company: await givenCompany(partner) });
  await givenTicket(invoice);
  const { id: bankAccountId } = await givenBankAccount(partner, { id: invoice.companyId }, { creditorIdentifier: "DE98ZZZ09999999999" });
  const { id: mandateId } = await givenMandate(partner, { id: invoice.companyId });
  const seasonFileId = await givenSeasonFile(partner);
  const addressOf = (path: string) => addressIn(path, { ...invoice, bankAccountId, mandateId, seasonFileId });
  return { partner, invoice, addressOf };
}

describe("a key with fewer scopes", () => {
  test.each(calls)("cannot $method $path, and a key with the scope can", async ({ path, method, endpoint }) => {
    const { partner, addressOf } = await given();
    const wanted = method === "GET" ? "read" : moneyPaths.includes(path) ? "money" : bankPaths.includes(path) ? "bank" : "write";
    expect(scopeOf(endpoint, method)).toBe(wanted);
    for (const scope of keyScopes) {
      const { key } = await createApiKey(db, partner.id, { name: scope, scopes: [scope] });
      const query = endpoint.onlyWith ? `?${endpoint.onlyWith[0]}=none` : "";
      const reply = await call(method, addressOf(path) + query, { key, body: method === "GET" ? undefined : {} });
      if (scope === wanted) expect(outcome(reply)).not.toMatch(/^40[13]/);
      else expect(outcome(reply)).toBe("403 insufficient_scope");
    }
  });

  test("changes nothing if it is refused", async () => {
    const { partner, invoice } = await given();
    const { key } = await createApiKey(db, partner.id, { name: "reports", scopes: ["read"] });
    expect(outcome(await call("DELETE", `/invoices/${invoice.id}`, { key }))).toBe("403 insufficient_scope");
    expect(outcome(await call("GET", `/invoices/${invoice.id}`, { key }))).toBe("200");
    expect(outcome(await call("HEAD", `/invoices/${invoice.id}`, { key }))).toBe("200");
  });
});

describe("a key with a list of addresses", () => {
  const from = (address: string) => ({ "X-Forwarded-For": address });

  test.each([
    ["192.0.2.0/24", "192.0.2.200", "192.0.3.1"],
    ["192.0.2.7", "192.0.2.7", "192.0.2.8"],
    ["2001:db8:1::/48", "2001:db8:1:2::3", "2001:db8:2::3"],
    ["2001:db8::7", "2001:db8::7", "2001:db8::8"],
  ])("%s is taken from %s and not from %s", async (range, inside, outside) => {
    const { partner, invoice } = await given();
    const { key } = await createApiKey(db, partner.id, { name: "systems", addresses: [range] });
    const ask = (address: string) => call("GET", `/invoices/${invoice.id}`, { key, headers: from(address) });
    expect(outcome(await ask(inside))).toBe("200");
    expect(outcome(await ask(outside))).toBe("401 invalid_api_key");
    expect(outcome(await ask(inside))).toBe("200");
  });
});

test("a key is refused after its end", async () => {
  const { partner, invoice } = await given();
  const [ended, works] = await Promise.all(
    [-1_000, 60_000].map((ms) => createApiKey(db, partner.id, { name: "systems", endsAt: new Date(Date.now() + ms) })),
  );
  const ask = (key = "") => call("GET", `/invoices/${invoice.id}`, { key, headers: fromNewAddress() });
  expect(outcome(await ask(ended?.key))).toBe("401 invalid_api_key");
  expect(outcome(await ask(works?.key))).toBe("200");
});

test("a partner can have its keys in query strings refused", async () => {
  const { partner, invoice } = await given();
  const { key } = await createApiKey(db, partner.id, { name: "systems" });
  await setQueryRule(db, partner.actor, { inHeaderOnly: true });
  const path = `/invoices/${invoice.id}`;
  expect(outcome(await call("GET", `${path}?api:key=${key}`, { headers: fromNewAddress() }))).toBe("401 invalid_api_key");
  expect(outcome(await call("GET", path, { key }))).toBe("200");
});
