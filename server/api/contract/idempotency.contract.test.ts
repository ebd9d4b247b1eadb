import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { fromNewAddress } from "@/server/testing/addresses";
import { type Body, invoiceBody, retractionBody } from "@/server/testing/bodies";
import { call, clientOf, type Reply } from "@/server/testing/client";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { importIn, invoiceIn, outcome } from "@/server/testing/replies";

async function ready() {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const client = clientOf(partner);
  const headers = { "Idempotency-Key": randomUUID() };
  const body = invoiceBody(into.id);
  return {
    partner,
    client,
    into,
    headers,
    body,
    create: (more: Body = {}, own: Record<string, string> = headers) => client.post("/invoices", { ...body, ...more }, own),
    invoiceIds: async () => importIn(await client.get(`/imports/${into.id}`)).invoice_ids,
  };
}

const isReplayed = ({ headers }: Reply) => headers.get("idempotency-replayed") === "true";

function expectReplayOf(first: Reply, second: Reply): void {
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
  for (const header of ["content-type", "error-field"]) expect(second.headers.get(header)).toBe(first.headers.get(header));
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
}

test("a refusal names the field beside its code, also when it is repeated", async () => {
  const { client, into, create } = await ready();
  const lines = [{ amount_cents: 4_500 }, { amount_cents: "x" }];
  const first = await create({ invoice_lines: lines });
  expect(outcome(first)).toBe("422 invalid_amount_cents");
  expect(first.headers.get("error-field")).toBe("invoice_lines[1].amount_cents");
  expectReplayOf(first, await create({ invoice_lines: lines }));

  const fieldOf = async (body: Body) => (await client.post("/invoices", body)).headers.get("error-field");
  const body = invoiceBody(into.id);
  expect(await fieldOf({ ...body, external_invoice_number: null })).toBe("external_invoice_number");
  expect(await fieldOf({ ...body, customer: { name: { last_name: [] }, email: { email_address: "a@b.example" } } })).toBe(
    "customer.name.last_name",
  );
  expect(await fieldOf({ ...body, import_id: "none" })).toBe("import_id");
  expect((await client.put(`/imports/${into.id}/settings`, { request1_day: -1 })).headers.get("error-field")).toBe("request1_day");
  expect((await client.get("/invoices/none")).headers.get("error-field")).toBeNull();
});

describe("the same request again gets the first answer, without a second effect:", () => {
  test("creating an invoice", async () => {
    const { create, invoiceIds } = await ready();
    const first = await create();

    expectReplayOf(first, await create());
    expect(await invoiceIds()).toEqual([invoiceIn(first).invoice_id]);
  });

  test("after the record has changed, and after it was deleted", async () => {
    const { create, client } = await ready();
    const first = await create();
    const path = `/invoices/${first.body.invoice_id}`;
    await client.put(path, { external_invoice_number: "changed" });
    expectReplayOf(first, await create());
    await client.delete(path);

    expectReplayOf(first, await create());
    expect(outcome(await client.get(path))).toBe("404 invalid_invoice_id");
  });

  test("retracting, replying, updating", async () => {
    const { partner, client } = await ready();
    const { id, companyId } = await givenInvoice(partner);

    for (const [method, path, body] of [
      ["post", `/invoices/${id}/tickets`, { message: "Hello" }],
      ["put", `/invoices/${id}`, { external_invoice_number: "A-2" }],
      ["post", `/invoices/${id}/credit_and_retract`, retractionBody],
      ["post", "/imports", { company_id: companyId }],
    ] as const) {
      const headers = { "Idempotency-Key": randomUUID() };
      expectReplayOf(await client[method](path, body, headers), await client[method](path, body, headers));
    }
    const invoice = invoiceIn(await client.get(`/invoices/${id}`));
    expect(invoice.tickets).toHaveLength(1);
    expect(invoice.invoice_lines).toHaveLength(2);
    expect((await client.get(`/companies/${companyId}/imports`)).body.imports).toHaveLength(2);
  });

  test("without a body: transmitting and archiving", async () => {
    const { partner, client } = await ready();
    const { id, importId } = await givenInvoice(partner);
    const [one, two] = [{ "Idempotency-Key": randomUUID() }, { "Idempotency-Key": randomUUID() }];
    const [transmit, archive] = [`/imports/${importId}/transmit`, `/invoices/${id}/tickets/actions/archive`];

    expectReplayOf(await client.put(transmit, undefined, one), await client.put(transmit, undefined, one));
    expectReplayOf(await client.post(archive, undefined, two), await client.post(archive, undefined, two));
    expect(outcome(await client.put(transmit))).toBe("422 import_already_transmitted");
  });

  test("also if it was refused because of its fields or its record", async () => {
    const { client, into, partner } = await ready();
    const missing = { "Idempotency-Key": randomUUID() };
    const path = `/invoices/${"0".repeat(40)}`;
    expectReplayOf(
      await client.put(path, { external_invoice_number: "A" }, missing),
      await client.put(path, { external_invoice_number: "A" }, missing),
    );

    const empty = { "Idempotency-Key": randomUUID() };
    const first = await client.put(`/imports/${into.id}/transmit`, undefined, empty);
    expect(outcome(first)).toBe("422 import_is_empty");
    await givenInvoice(partner, { import: into });
    expectReplayOf(first, await client.put(`/imports/${into.id}/transmit`, undefined, empty));

    const wrong = { "Idempotency-Key": randomUUID() };
    expectReplayOf(await client.post("/invoices", {}, wrong), await client.post("/invoices", {}, wrong));
  });

  test("with another key of the same partner", async () => {
    const { partner, create, headers, body } = await ready();
    const { key } = await createApiKey(db, partner.id, { name: "second" });
    const first = await create();

    expectReplayOf(first, await call("POST", "/invoices", { key, body, headers }));
  });
});

describe("the same key with another request is idempotency_key_reused", () => {
  test("if the body differs, even with the same meaning", async () => {
    const { create, client, headers, body, invoiceIds } = await ready();
    await create();

    expect(outcome(await create({ reference: "R" }))).toBe("422 idempotency_key_reused");
    expect(outcome(await client.post("/invoices", {}, headers))).toBe("422 idempotency_key_reused");
    expect(outcome(await client.post("/invoices", `${JSON.stringify(body)} `, headers))).toBe("422 idempotency_key_reused");
    expect(await invoiceIds()).toHaveLength(1);
  });

  test("if path, record or method differ", async () => {
    const { partner, client, headers } = await ready();
    const [one, two] = [await givenInvoice(partner), await givenInvoice(partner)];
    await client.post(`/invoices/${one.id}/tickets`, { message: "Hello" }, headers);

    expect(outcome(await client.post(`/invoices/${two.id}/tickets`, { message: "Hello" }, headers))).toBe("422 idempotency_key_reused");
    expect(outcome(await client.post("/companies", { message: "Hello" }, headers))).toBe("422 idempotency_key_reused");
    expect(outcome(await client.put(`/invoices/${one.id}`, { message: "Hello" }, headers))).toBe("422 idempotency_key_reused");
    expect((await client.get(`/invoices/${two.id}/tickets`)).body.tickets).toEqual([]);
  });

  test("and the first answer is still stored", async () => {
    const { create } = await ready();
    const first = await create();
    await create({ reference: "R" });

    expectReplayOf(first, await create());
  });
});

test("of twenty at once, one has an effect; the others get its answer or are told to wait", async () => {
  const { create, invoiceIds } = await ready();

  const replies = await Promise.all(times(20, () => create()));

  const fresh = replies.filter((reply) => reply.status === 200 && !isReplayed(reply));
  expect(fresh).toHaveLength(1);
  for (const reply of replies) {
    expect(["200", "409 idempotency_key_in_use"]).toContain(outcome(reply));
    if (reply.status === 200) expect(reply.text).toBe(fresh[0]?.text);
  }
  expect(await invoiceIds()).toHaveLength(1);
  expect(isReplayed(await create())).toBe(true);
});

test("twenty at once with different keys have twenty effects", async () => {
  const { create, invoiceIds } = await ready();

  const replies = await Promise.all(times(20, () => create({}, { "Idempotency-Key": randomUUID() })));

  expect(new Set(replies.map(outcome))).toEqual(new Set(["200"]));
  expect(await invoiceIds()).toHaveLength(20);
});

test("two partners may use the same key", async () => {
  const [one, two] = [await ready(), await ready()];
  await one.create();

  const reply = await two.create({}, one.headers);

  expect([outcome(reply), isReplayed(reply)]).toEqual(["200", false]);
});

describe("no answer is stored for", () => {
  test("a request with the wrong Content-Type, too large, or without JSON", async () => {
    const { client, body, headers, create } = await ready();

    expect(outcome(await client.post("/invoices", body, { ...headers, "Content-Type": "text/plain" }))).toBe("415 invalid_content_type");
    expect(outcome(await client.post("/invoices", " ".repeat(1024 * 1024 + 1), headers))).toBe("413 request_too_large");
    expect(outcome(await client.post("/invoices", "{", headers))).toBe("400 invalid_json");
    const created = await create();
    expect([outcome(created), isReplayed(created)]).toEqual(["200", false]);
  });

  test("a request without an API key", async () => {
    const { headers, body, create } = await ready();

    expect(outcome(await call("POST", "/invoices", { body, headers: { ...headers, ...fromNewAddress() } }))).toBe("401 invalid_api_key");
    const created = await create();
    expect([outcome(created), isReplayed(created)]).toEqual(["200", false]);
  });

  test("a request refused because the key is reused or invalid", async () => {
    const { create, headers } = await ready();
    await create({}, headers);
    await create({ reference: "R" }, headers);
    const reply = await create({ reference: "R" }, headers);

    expect([outcome(reply), isReplayed(reply)]).toEqual(["422 idempotency_key_reused", false]);
  });
});

describe("the key itself", () => {
  test.each(["a", "!~", "x".repeat(255), randomUUID()])("may be %s", async (key) => {
    const { create } = await ready();

    expect(outcome(await create({}, { "Idempotency-Key": key }))).toBe("200");
    expect(isReplayed(await create({}, { "Idempotency-Key": key }))).toBe(true);
  });

  test.each(["", "x".repeat(256), "two words", "tab\tbed", "caf\u00e9"])("may not be %j: invalid_idempotency_key", async (key) => {
    const { create, invoiceIds, client } = await ready();

    expect(outcome(await create({}, { "Idempotency-Key": key }))).toBe("400 invalid_idempotency_key");
    expect(await invoiceIds()).toEqual([]);
    const path = `/invoices/${"0".repeat(40)}/tickets/actions/archive`;
    expect(outcome(await client.post(path, undefined, { "Idempotency-Key": key }))).toBe("400 invalid_idempotency_key");
  });

  test("is checked after the JSON and before the record", async () => {
    const { client } = await ready();
    const wrong = { "Idempotency-Key": "two words" };

    expect(outcome(await client.post("/invoices", "{", wrong))).toBe("400 invalid_json");
    expect(outcome(await client.post("/invoices", "{}", { ...wrong, "Content-Type": "text/plain" }))).toBe("415 invalid_content_type");
    expect(outcome(await client.put(`/invoices/${"0".repeat(40)}`, {}, wrong))).toBe("400 invalid_idempotency_key");
    expect(outcome(await client.put("/invoices/x", {}, wrong))).toBe("400 invalid_idempotency_key");
    expect(outcome(await client.post("/companies", {}, wrong))).toBe("400 invalid_idempotency_key");
  });

  test.each(["two words", "the-same"])("%s means nothing to a GET and a DELETE", async (key) => {
    const { partner, client } = await ready();
    const company = await givenCompany(partner);
    const { id } = await givenInvoice(partner, { company });
    const headers = { "Idempotency-Key": key };

    for (const reply of [
      await client.get(`/invoices/${id}`, undefined, headers),
      await client.delete(`/invoices/${id}`, undefined, headers),
    ]) {
      expect([200, 204]).toContain(reply.status);
      expect(isReplayed(reply)).toBe(false);
    }
    expect(outcome(await client.delete(`/invoices/${id}`, undefined, headers))).toBe("404 invalid_invoice_id");
  });
});
