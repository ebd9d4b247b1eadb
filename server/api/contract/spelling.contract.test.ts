import { describe, expect, test } from "vitest";
import { companyBody, invoiceBody, retractionBody } from "@/server/testing/bodies";
import { call, clientOf } from "@/server/testing/client";
import { contractHost } from "@/server/testing/contract-host";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { head, sendRaw } from "@/server/testing/raw";
import { companyIn, invoiceIn, outcome } from "@/server/testing/replies";

const spellings = [":", "%3A", "%3a", "_"];
const mixed = [":", "_"];

describe.each([...spellings.map((sign) => [sign, sign]), mixed])("with %s and %s between words", (first, second) => {
  test("an invoice is retracted", async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner);

    const reply = await clientOf(partner).post(`/invoices/${id}/credit${first}and${second}retract`, retractionBody);

    expect(invoiceIn(reply).retracted_at).not.toBeNull();
  });

  test("a conversation is assigned to support", async () => {
    const partner = await givenPartner();
    const { id } = await givenInvoice(partner);

    expect(outcome(await clientOf(partner).post(`/invoices/${id}/tickets/actions/assign${first}to${second}support`))).toBe("204");
  });

  test("other methods are refused with Allow, and a missing invoice is not found", async () => {
    const { apiKey: key } = await givenPartner();
    const path = `/invoices/${"0".repeat(40)}/credit${first}and${second}retract`;

    const reply = await call("GET", path, { key });
    expect([outcome(reply), reply.headers.get("allow")]).toEqual(["405 method_not_allowed", "POST, OPTIONS"]);
    expect(outcome(await call("POST", path, { key, body: retractionBody }))).toBe("404 invalid_invoice_id");
    expect(outcome(await call("POST", `${path}/`, { key, body: retractionBody }))).toBe("404 not_found");
  });
});

test.each([
  "credit-and-retract",
  "creditandretract",
  "credit%20and%20retract",
  "Credit_And_Retract",
  "credit::and::retract",
  "credit%253Aand%253Aretract",
])("%s is not an accepted spelling", async (word) => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner);

  expect(outcome(await clientOf(partner).post(`/invoices/${id}/${word}`, retractionBody))).toBe("404 not_found");
});

test("unescaped colons are accepted as well", async () => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner);
  const body = JSON.stringify(retractionBody);
  const headers = { Authorization: `ApiKey ${partner.apiKey}`, "Content-Type": "application/json", "Content-Length": `${body.length}` };

  expect(outcome(await sendRaw(head("POST", `/api/v2/invoices/${id}/credit:and:retract`, headers), body))).toBe("200");
});

test("fields of a body are accepted with underscores only", async () => {
  const partner = await givenPartner();
  const client = clientOf(partner);
  const { id } = await givenImport(partner);

  expect(companyIn(await client.post("/companies", companyBody({ "house:number": "1" }))).house_number).toBeNull();
  const { import_id, ...rest } = invoiceBody(id);
  expect(outcome(await client.post("/invoices", { "import:id": import_id, ...rest }))).toBe("422 invalid_import_id");
});

test.each([
  ["api:key", "page:number", "page:size"],
  ["api_key", "page_number", "page_size"],
  ["api%3Akey", "page%3Anumber", "page%3Asize"],
  ["api:key", "page_number", "page%3asize"],
])("query parameters %s, %s and %s are understood together", async (key, number, size) => {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);

  const reply = await call("GET", `/companies/${id}/imports?${number}=3&${key}=${partner.apiKey}&${size}=7`);

  expect(reply.body.page).toMatchObject({ page_number: 3, page_size: 7 });
});

test("a path in another letter case is not found", async () => {
  const { baseUrl } = contractHost();
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const answer = await fetch(`${baseUrl}/API/V2/invoices/${invoice.id}`, { headers: { Authorization: `ApiKey ${partner.apiKey}` } });
  expect(answer.status).toBe(404);
});
