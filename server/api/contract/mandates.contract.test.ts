import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { mandateResource, recordedMandatesResource } from "@/server/api/mandate";
import type { Body } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const client = clientOf(partner);
  const path = `/companies/${company.id}/mandates`;
  return {
    partner,
    company,
    client,
    path,
    record: async (...given: unknown[]) => recordedMandatesResource.parse((await client.post(path, { mandates: given })).body).mandates,
    list: async (query = "") => (await client.get(`${path}${query}`)).body as { mandates: Body[]; page: Body },
  };
}

const many = <Made>(count: number, make: (nth: number) => Made): Made[] => Array.from({ length: count }, (_, nth) => make(nth));

let count = 0;

function body(more: Body = {}): Body {
  count += 1;
  const facts = { holder: "Ada Brandsma", iban: "NL20 INGB 0001 2345 67", signed_on: "2026-06-01" };
  return { customer_email: `payer${count}@members.example`, mandate_reference: `M-${count}`, ...facts, ...more };
}

test("mandates are recorded, shown and listed; one with an error does not stop the others", async () => {
  const { client, company, record, list } = await ready();
  const given = [
    body({ customer_email: "Ada@members.example", mandate_reference: "M 1/26" }),
    body({ signed_on: null }),
    body({ mandate_reference: 7, iban: "CH4431999123000889012" }),
    body({ customer_email: "ada@members.example" }),
    body({ scheme: "b2b", organization: "Boats Ltd", sequence: "one_off", last_collected_on: "2026-08-01" }),
  ];
  const recorded = await record(...given);
  expect(
    recorded.map(({ mandate_reference, error, error_field, existing_mandate_reference }) => [
      mandate_reference,
      error,
      error_field,
      existing_mandate_reference,
    ]),
  ).toEqual([
    ["M 1/26", null, null, null],
    [given[1]?.mandate_reference, "invalid_signed_on", "signed_on", null],
    [null, "iban_is_qr_iban", "iban", null],
    [given[3]?.mandate_reference, "mandate_exists", "customer_email", "M 1/26"],
    [given[4]?.mandate_reference, null, null, null],
  ]);
  const [first, , , , last] = recorded;
  const shown = mandateResource.parse((await client.get(`/mandates/${first?.mandate_id}`)).body);
  expect(shown).toEqual({
    mandate_id: first?.mandate_id,
    company_id: company.id,
    mandate_reference: "M 1/26",
    state: "valid",
    customer_email: "ada@members.example",
    invoice_id: null,
    organization: null,
    holder: "Ada Brandsma",
    iban: "NL20INGB0001234567",
    bic: null,
    scheme: "CORE",
    sequence: "recurrent",
    signed_on: "2026-06-01",
    last_collected_on: null,
    source: "paper",
    created_at: expect.any(String),
    ended_at: null,
    expires_on: "2029-06-01",
    former_accounts: [],
    consents: [],
  });
  const { mandates: listed, page } = await list();
  expect(listed.map(({ mandate_id }) => mandate_id)).toEqual([first?.mandate_id, last?.mandate_id]);
  expect(listed[0]).toEqual(shown);
  expect(listed[1]).toMatchObject({ scheme: "B2B", organization: "Boats Ltd", sequence: "one_off", last_collected_on: "2026-08-01" });
  expect(page).toEqual({ page_number: 1, page_size: 30, total_entries: 2, total_pages: 1 });
});

test("the same mandates sent again are answered with their ids, with and without an idempotency key", async () => {
  const { client, path, record, list } = await ready();
  const given = many(3, () => body());
  const first = await record(...given);
  expect(await record(...given)).toEqual(first);
  const key = { "Idempotency-Key": randomUUID() };
  const more = { mandates: [body()] };
  const once = await client.post(path, more, key);
  const again = await client.post(path, more, key);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.text).toBe(once.text);
  expect((await list()).mandates).toHaveLength(4);
});

test("a list is paged like all others", async () => {
  const { client, path, record, list } = await ready();
  const ids = (await record(...many(5, () => body()))).map(({ mandate_id }) => mandate_id);
  const second = await list("?page_number=2&page_size=2");
  expect(second.mandates.map(({ mandate_id }) => mandate_id)).toEqual(ids.slice(2, 4));
  expect(second.page).toEqual({ page_number: 2, page_size: 2, total_entries: 5, total_pages: 3 });
  expect((await list("?page:number=4&page:size=2")).mandates).toEqual([]);
  expect(outcome(await client.get(`${path}?page_number=0`))).toBe("422 invalid_page_number");
  expect(outcome(await client.get(`${path}?page_size=x`))).toBe("422 invalid_page_size");
});

test("a withdrawal is final, and repeating it changes nothing", async () => {
  const { client, record } = await ready();
  const given = body();
  const [recorded] = await record(given);
  const path = `/mandates/${recorded?.mandate_id}`;
  const first = await client.put(`${path}/withdraw`);
  expect(first.body).toMatchObject({ state: "withdrawn", ended_at: expect.any(String) });
  expect((await client.put(`${path}/withdraw`)).body).toEqual(first.body);
  expect((await client.get(path)).body).toEqual(first.body);
  expect(await record(given)).toMatchObject([{ mandate_id: null, error: "mandate_ended" }]);
  expect(await record({ ...given, mandate_reference: "M-new" })).toMatchObject([{ error: null }]);
});

test("a mandate that a bank's return has ended is not withdrawn", async () => {
  const { client, record } = await ready();
  const [recorded] = await record(body());
  const id = recorded?.mandate_id ?? "";
  await db.update(mandates).set({ endedAt: new Date(), endedReason: "returned", endedBy: "system" }).where(eq(mandates.id, id));
  expect(outcome(await client.put(`/mandates/${id}/withdraw`))).toBe("422 mandate_ended");
  expect((await client.get(`/mandates/${id}`)).body).toMatchObject({ state: "ended" });
});

describe("a whole call is refused", () => {
  test.each<[string, unknown]>([
    ["no list", undefined],
    ["no list", "M-1"],
    ["an empty list", []],
    ["an item that is no object", [body(), "M-2"]],
    ["1,001 items", many(1_001, () => ({}))],
  ])("with %s", async (_, given) => {
    const { client, path, list } = await ready();
    expect(outcome(await client.post(path, { mandates: given }))).toBe("422 invalid_mandates");
    expect((await list()).mandates).toEqual([]);
  });

  test("for a company that cannot collect by direct debit", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    const inFrancs = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
    const send = { mandates: [body()] };
    expect(outcome(await client.post(`/companies/${inFrancs.id}/mandates`, send))).toBe("422 mandates_need_euros");
    const without = await givenCompany(partner);
    expect(outcome(await client.post(`/companies/${without.id}/mandates`, send))).toBe("422 creditor_identifier_missing");
  });

  test("for an unknown company, before its fields", async () => {
    const client = clientOf(await givenPartner());
    for (const id of ["0".repeat(40), "x"])
      expect(outcome(await client.post(`/companies/${id}/mandates`, {}))).toBe("404 invalid_company_id");
    for (const id of ["0".repeat(40), "x"]) expect(outcome(await client.put(`/mandates/${id}/withdraw`))).toBe("404 invalid_mandate_id");
  });
});

test("1,000 mandates are recorded in one call, each with its result", async () => {
  const { record } = await ready();
  const recorded = await record(...many(1_000, (nth) => body(nth % 2 === 0 ? {} : { holder: "" })));
  expect(recorded.filter(({ error }) => error === "invalid_account_holder")).toHaveLength(500);
  expect(new Set(recorded.flatMap(({ mandate_id }) => mandate_id ?? [])).size).toBe(500);
});

describe("PUT /mandates/{mandateId}", () => {
  const present = "DE02120300000000202051";
  async function recorded(facts: Body = {}) {
    const given = await ready();
    const [{ mandate_id: id } = { mandate_id: null }] = await given.record(body(facts));
    const path = `/mandates/${id}`;
    const change = (to: unknown, headers?: Record<string, string>) => given.client.put(path, to, headers);
    return { ...given, path, change };
  }

  test("changes account, name or BIC; absent fields stay, and the former account is kept", async () => {
    const { client, path, change } = await recorded({ bic: "INGBNL2A" });
    expect((await change({ holder: "Bo  Brandsma ", iban: null })).body).toMatchObject({
      ...{ holder: "Bo Brandsma", iban: "NL20INGB0001234567", bic: "INGBNL2A", state: "valid" },
      former_accounts: [{ holder: "Ada Brandsma", iban: "NL20INGB0001234567", changed_by: "staff" }],
    });
    const other = (await change({ iban: "de02 1203 0000 0000 2020 51" })).body;
    expect(other).toMatchObject({ holder: "Bo Brandsma", iban: present, bic: null });
    expect((other.former_accounts as unknown[]).length).toBe(2);
    expect((await change({ bic: "byladem1001" })).body).toMatchObject({ bic: "BYLADEM1001", former_accounts: other.former_accounts });
    const shown = (await client.get(path)).body;
    for (const same of [{}, { iban: present, holder: "Bo Brandsma" }]) expect((await change(same)).body).toEqual(shown);
    expect((await change({ bic: null })).body).toEqual({ ...shown, bic: null });
  });

  test("with an idempotency key changes once", async () => {
    const { change } = await recorded();
    const key = { "Idempotency-Key": randomUUID() };
    const once = await change({ iban: present }, key);
    const again = await change({ iban: present }, key);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([once.text, "true"]);
    expect(once.body.former_accounts).toHaveLength(1);
    expect(outcome(await change({ iban: "NL20INGB0001234567" }, key))).toBe("422 idempotency_key_reused");
  });

  test.each([
    [{ holder: 7.5e300 }, "invalid_account_holder", "holder"],
    [{ holder: "x".repeat(71), iban: "DE00" }, "invalid_account_holder", "holder"],
    [{ iban: "DE00", bic: "x" }, "invalid_iban", "iban"],
    [{ iban: 7 }, "invalid_iban", "iban"],
    [{ iban: "CH4431999123000889012" }, "iban_is_qr_iban", "iban"],
    [{ iban: "TR330006100519786457841326" }, "iban_outside_sepa", "iban"],
    [{ bic: "x" }, "invalid_bic", "bic"],
  ])("%j is refused with %s", async (given, code, field) => {
    const { client, path, change } = await recorded();
    const before = (await client.get(path)).body;
    const reply = await change(given);
    expect([outcome(reply), reply.headers.get("error-field")]).toEqual([`422 ${code}`, field]);
    expect((await client.get(path)).body).toEqual(before);
  });

  test("is refused once the mandate has ended, before its fields, and for an unknown one", async () => {
    const { client, path, change } = await recorded();
    await client.put(`${path}/withdraw`);
    expect(outcome(await change({ iban: "DE00" }))).toBe("422 mandate_ended");
    for (const id of ["0".repeat(40), "x"]) expect(outcome(await client.put(`/mandates/${id}`, {}))).toBe("404 invalid_mandate_id");
    expect(outcome(await client.put(path))).toBe("400 invalid_json");
  });
});
