import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { collectionResource } from "@/server/api/collection";
import { setSecondPersonRule } from "@/server/billing/approvals/set-second-person-rule";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { invoiceBody, retractionBody } from "@/server/testing/bodies";
import { clientOf, type Reply } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { secretOf } from "@/server/testing/given-customer";
import { invoiceIn, invoicesByIdIn, outcome } from "@/server/testing/replies";

const today = () => dayAt(new Date());
const collectionIn = (reply: Reply) => collectionResource.parse(reply.body);

async function given(options: Parameters<typeof givenInvoice>[1] = {}, partnerOptions = {}) {
  const partner = await givenPartner(partnerOptions);
  const invoice = await givenInvoice(partner, { transmitted: true, ...options });
  const client = clientOf(partner);
  const path = `/invoices/${invoice.id}`;
  return { partner, invoice, client, path, show: async () => collectionIn(await client.get(`${path}/collection`)) };
}

const paid = { amount_cents: 4_500, reason: "Statement 12" };

describe("GET /invoices/{invoiceId}/collection", () => {
  test("contains state, due day, sums and the coming messages, with a version", async () => {
    const { client, path } = await given();
    const reply = await client.get(`${path}/collection`);
    expect(collectionIn(reply)).toMatchObject({
      state: "transmitted",
      due_on: addDays(today(), 14),
      days_overdue: 0,
      billed_cents: 4_500,
      outstanding_cents: 4_500,
      hold: null,
      // The host may already be sending the first request.
      next_message: { kind: expect.stringMatching(/^request[12]$/) },
      payments: [],
      refunds: [],
    });
    const known = { "If-None-Match": reply.headers.get("etag") ?? "" };
    // Messages that are planned for now may be in progress already.
    expect([200, 304]).toContain((await client.get(`${path}/collection`, undefined, known)).status);
  });

  test("has no due day before the transmission, and states the number of days overdue", async () => {
    expect(await (await given({ transmitted: false })).show()).toMatchObject({
      state: "not_transmitted",
      due_on: null,
      next_message: null,
    });
    const partner = await givenPartner();
    const late = { ...partner, actor: { ...partner.actor, clockOffsetMs: -20 * 86_400_000 } };
    const { id } = await givenInvoice(late, { transmitted: true });
    const reply = await clientOf(partner).get(`/invoices/${id}/collection`);
    // The customer has not been asked yet, and the agreed days count from the first request.
    expect(collectionIn(reply).due_on).toBe(addDays(today(), -6));
    expect(collectionIn(reply).days_overdue).toBe(6);
  });
});

describe("POST /invoices/{invoiceId}/payments", () => {
  test("books money that the company received under the bank's day, once with an idempotency key", async () => {
    const { client, path } = await given();
    const body = { ...paid, paid_on: addDays(today(), -3) };
    const [first, second] = [
      await client.post(`${path}/payments`, body, { "Idempotency-Key": "statement-12" }),
      await client.post(`${path}/payments`, body, { "Idempotency-Key": "statement-12" }),
    ];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(collectionIn(first)).toMatchObject({
      paid_cents: 4_500,
      outstanding_cents: 0,
      next_message: null,
      payments: [{ method: "external", status: "paid", value_date: addDays(today(), -3), reason: "Statement 12" }],
    });
    const { invoice_lines: lines } = invoiceIn(await client.get(path));
    expect(lines.map(({ type, amount_cents: cents, payment_method: method }) => [type, cents, method]).slice(1)).toEqual([
      ["PAYMENT-LINE", -4_500, "external"],
    ]);
  });

  test.each([
    ["422 invalid_amount_cents", { ...paid, amount_cents: 0 }],
    ["422 invalid_amount_cents", { ...paid, amount_cents: -1 }],
    ["422 invalid_reason", { ...paid, reason: " " }],
    ["422 invalid_paid_on", { ...paid, paid_on: "yesterday" }],
    ["422 invalid_paid_on", { ...paid, paid_on: "2999-01-01" }],
    ["422 invalid_may_exceed", { ...paid, may_exceed: "perhaps" }],
    ["422 payment_exceeds_outstanding", { ...paid, amount_cents: 4_501 }],
    ["200", { ...paid, amount_cents: 4_501, may_exceed: true }],
  ])("answers %s for %j", async (expected, body) => {
    const { client, path } = await given();
    expect(outcome(await client.post(`${path}/payments`, body))).toBe(expected);
  });

  test("several at once book no more than is outstanding", async () => {
    const { client, path, show } = await given();
    const replies = await Promise.all(times(8, () => client.post(`${path}/payments`, paid)));
    expect(replies.map(outcome).sort()).toEqual(["200", ...Array<string>(7).fill("422 payment_exceeds_outstanding")]);
    expect(await show()).toMatchObject({ outstanding_cents: 0 });
  });

  test("is refused before the transmission, and above the limit for a second person", async () => {
    const draft = await given({ transmitted: false });
    expect(outcome(await draft.client.post(`${draft.path}/payments`, paid))).toBe("422 invoice_not_transmitted");
    const { partner, client, path, show } = await given();
    await setSecondPersonRule(db, partner.actor, { aboveCents: 1_000 });
    expect(outcome(await client.post(`${path}/payments`, paid))).toBe("422 second_person_required");
    expect(await show()).toMatchObject({ paid_cents: 0 });
  });
});

describe("POST /invoices/{invoiceId}/credits and /refunds", () => {
  test("credit paid amounts and refund what is then owed, but no more", async () => {
    const { client, path } = await given();
    await client.post(`${path}/payments`, paid);
    const credited = await client.post(`${path}/credits`, { amount_cents: 1_500, description: "Left early" });
    expect(collectionIn(credited)).toMatchObject({ credited_cents: 1_500, outstanding_cents: -1_500 });
    const back = { amount_cents: 1_500, reason: "By transfer" };
    expect(outcome(await client.post(`${path}/refunds`, { ...back, amount_cents: 1_501 }))).toBe("422 refund_exceeds_owed");
    const refunded = await client.post(`${path}/refunds`, back);
    expect(collectionIn(refunded)).toMatchObject({
      outstanding_cents: 0,
      refunds: [{ amount_cents: 1_500, status: "paid", payment_id: null }],
    });
    expect(outcome(await client.post(`${path}/refunds`, back))).toBe("422 refund_exceeds_owed");
  });

  test("refund a payment through its provider", async () => {
    const { client, path, show } = await given({}, { isSandbox: true });
    await client.post(`${path}/simulated_payments`, { outcome: "pay" });
    await client.post(`${path}/credits`, { amount_cents: 1_500, description: "Left early" });
    const [payment] = (await show()).payments;
    const back = { amount_cents: 1_500, reason: "Left early", payment_id: payment?.payment_id };
    expect(outcome(await client.post(`${path}/refunds`, { ...back, payment_id: "0".repeat(40) }))).toBe("422 invalid_payment_id");
    const ordered = collectionIn(await client.post(`${path}/refunds`, back));
    expect(ordered.refunds).toMatchObject([{ payment_id: payment?.payment_id, amount_cents: 1_500 }]);
  });

  test("are refused if they are not possible", async () => {
    const { client, path, invoice } = await given();
    const credit = { amount_cents: 100, description: "Left early" };
    expect(outcome(await client.post(`${path}/credits`, { ...credit, amount_cents: 4_501 }))).toBe("422 credit_exceeds_charged");
    expect(outcome(await client.post(`${path}/credits`, { ...credit, description: "" }))).toBe("422 invalid_description");
    expect(outcome(await client.post(`${path}/refunds`, { amount_cents: 1, reason: "", payment_id: 7 }))).toBe("422 invalid_reason");
    expect(outcome(await client.post(`${path}/refunds`, { amount_cents: 1, reason: "x", payment_id: 7 }))).toBe("422 invalid_payment_id");
    await client.post(`${path}/payments`, { ...paid, amount_cents: 5_000, may_exceed: true });
    const [payment] = collectionIn(await client.get(`${path}/collection`)).payments;
    const back = { amount_cents: 500, reason: "Too much", payment_id: payment?.payment_id };
    expect(outcome(await client.post(`${path}/refunds`, back))).toBe("422 payment_not_refundable");
    await client.post(`${path}/credit_and_retract`, retractionBody);
    expect(outcome(await client.post(`${path}/credits`, credit))).toBe("422 already_retracted");
    expect(invoiceIn(await client.get(path)).invoice_id).toBe(invoice.id);
  });
});

describe("PUT /invoices/{invoiceId}/pause and /resume", () => {
  test("pause collection until a day, and resume it", async () => {
    const { client, path } = await given();
    const until = addDays(today(), 30);
    const paused = collectionIn(await client.put(`${path}/pause`, { until, reason: "In hospital" }));
    expect(paused).toMatchObject({ hold: { kind: "paused", until, reason: "In hospital" } });
    expect(paused.next_message && dayAt(new Date(paused.next_message.date)) > until).toBe(true);
    expect(collectionIn(await client.put(`${path}/resume`))).toMatchObject({ hold: null });
    expect(outcome(await client.put(`${path}/resume`))).toBe("422 invoice_not_on_hold");
  });

  test("are refused for a past day, without a reason, and for a stronger hold", async () => {
    const { partner, invoice, client, path } = await given();
    const pause = { until: addDays(today(), 3), reason: "Ill" };
    expect(outcome(await client.put(`${path}/pause`, { ...pause, until: addDays(today(), -1) }))).toBe("422 invalid_until");
    expect(outcome(await client.put(`${path}/pause`, { ...pause, until: "soon" }))).toBe("422 invalid_until");
    expect(outcome(await client.put(`${path}/pause`, { ...pause, reason: null }))).toBe("422 invalid_reason");
    await holdInvoice(db, partner.actor, invoice.id, { kind: "stopped", reason: "Hardship" });
    expect(outcome(await client.put(`${path}/pause`, pause))).toBe("422 invoice_on_hold");
  });
});

test("POST /invoices/{invoiceId}/customer_link returns the one address of the customer's page", async () => {
  const { client, path, invoice } = await given();
  const [first, second] = [await client.post(`${path}/customer_link`), await client.post(`${path}/customer_link`)];
  expect(first.body).toEqual(second.body);
  expect(await findCustomer(db, secretOf(String(first.body.customer_link)), null)).toMatchObject({ invoiceId: invoice.id });
  const draft = await given({ transmitted: false });
  expect(outcome(await draft.client.post(`${draft.path}/customer_link`))).toBe("422 invoice_not_transmitted");
});

describe("/imports/{importId}", () => {
  test("/collection counts its invoices by state, and names repeated numbers", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const client = clientOf(partner);
    for (const number of ["A-1", "A-1", "A-2"]) await client.post("/invoices", invoiceBody(into.id, { external_invoice_number: number }));
    const open = await client.get(`/imports/${into.id}/collection`);
    expect(open.body).toMatchObject({
      due_on: null,
      invoices_count: 3,
      outstanding_cents: 13_500,
      counts: { not_transmitted: 3, transmitted: 0 },
      repeated_external_invoice_numbers: ["A-1"],
    });
    await client.put(`/imports/${into.id}/transmit`);
    const sent = await client.get(`/imports/${into.id}/collection`);
    expect(sent.body).toMatchObject({ due_on: addDays(today(), 14), counts: { transmitted: 3, outstanding: 3, overdue: 0, on_hold: 0 } });
  });

  test("/collection of an import being deleted, or of its invoice, is the former one or not found", async () => {
    const partner = await givenPartner();
    const client = clientOf(partner);
    for (let round = 0; round < 20; round++) {
      const { id, importId } = await givenInvoice(partner);
      const paths = [`/imports/${importId}/collection`, `/invoices/${id}/collection`];
      const reads = Array.from({ length: 6 }, (_, index) => client.get(String(paths[index % 2])));
      const [deleted, ...answers] = await Promise.all([client.delete(`/imports/${importId}`), ...reads]);
      expect(deleted.status).toBe(204);
      for (const { status, body } of answers) {
        expect([200, 404]).toContain(status);
        if (body.counts) expect(body).toMatchObject({ invoices_count: 1, outstanding_cents: 4_500 });
      }
    }
  });

  test("/settings can be read and changed in part until the transmission", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);
    const client = clientOf(partner);
    const path = `/imports/${importId}/settings`;
    const { body: before } = await client.get(path);
    const changed = await client.put(path, { due_days: 30, reminder3_day: null, personal_note: "See you at the regatta." });
    expect(changed.body).toEqual({ ...before, due_days: 30, reminder3_day: null, personal_note: "See you at the regatta." });
    expect((await client.get(path)).body).toEqual(changed.body);
    await client.put(`/imports/${importId}/transmit`);
    expect(outcome(await client.put(path, { due_days: 14 }))).toBe("422 import_already_transmitted");
  });

  test("/settings have texts by language: those that are not sent stay, and null removes a language's", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);
    const client = clientOf(partner);
    const path = `/imports/${importId}/settings`;
    const textsAfter = async (texts: object) => ((await client.put(path, { texts })).body as { texts: object }).texts;
    const none = { salutation: "", personal_note: "", consequence: "" };
    expect((await client.get(path)).body).toMatchObject({ texts: {} });
    expect(await textsAfter({ fr: { salutation: "Chers membres," } })).toEqual({ fr: { ...none, salutation: "Chers membres," } });
    const both = {
      fr: { ...none, salutation: "Chers membres,", personal_note: "À bientôt" },
      de: { ...none, consequence: "Dann klagen wir." },
    };
    expect(await textsAfter({ fr: { personal_note: "À bientôt" }, de: { consequence: "Dann klagen wir." } })).toEqual(both);
    expect((await client.put(path, { due_days: 30 })).body).toMatchObject({ due_days: 30, texts: both });
    expect(await textsAfter({ fr: null })).toEqual({ de: both.de });
    expect(await textsAfter({ de: { consequence: null } })).toEqual({});
    const refusal = await client.put(path, { texts: { de: { personal_note: "x".repeat(2_001) } } });
    expect(refusal.headers.get("error-field")).toBe("texts.de.personal_note");
  });

  test("/settings are refused for an import transmitted before there were any", async () => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);
    await db.delete(importSettings).where(eq(importSettings.importId, importId));
    const client = clientOf(partner);
    expect(outcome(await client.get(`/imports/${importId}/settings`))).toBe("422 import_has_no_settings");
    expect(outcome(await client.put(`/imports/${importId}/settings`, { due_days: 14 }))).toBe("422 import_has_no_settings");
  });

  test.each([
    ["invalid_days", { due_days: "many" }],
    ["invalid_days", { due_days: null }],
    ["days_out_of_order", { reminder1_day: 20, reminder2_day: 10 }],
    ["days_out_of_order", { due_days: 5, request2_day: 10 }],
    ["invalid_payment_methods", { payment_methods: [] }],
    ["invalid_payment_methods", { payment_methods: "ideal" }],
    ["methods_not_in_currency", { payment_methods: ["bacs"] }],
    ["invalid_fee", { late_payment_fee_cents: -1 }],
    ["fee_above_cap", { late_payment_fee_cents: 90_000 }],
    ["invalid_donation_allowed", { donation_allowed: "perhaps" }],
    ["invalid_joins_households", { joins_households: "perhaps" }],
    ["invalid_late_payment_fee_notice", { late_payment_fee_notice: "perhaps" }],
    ["invalid_direct_debit", { direct_debit: "perhaps" }],
    ["invalid_debit_notice_days", { debit_notice_days: 31 }],
    ["invalid_debit_notice_days", { debit_notice_days: 0 }],
    ["direct_debit_needs_account", { direct_debit: true }],
    ["invalid_instalments_from", { instalments_from_cents: 999 }],
    ["invalid_instalments_from", { instalments_from_cents: "many" }],
    ["invalid_instalments_parts", { instalments_most_parts: 13 }],
    ["invalid_instalments_parts", { instalments_most_parts: 1 }],
    ["invalid_instalments_days", { instalments_every_days: 20 }],
    ["invalid_fee", { instalments_fee_cents: -1 }],
    ["invalid_instalments_missed", { instalments_missed: "forgive" }],
    ["invalid_instalments_period", { instalments_period_ends_on: "2027-02-30" }],
    ["invalid_instalments_period", { instalments_period_begins_on: "soon" }],
    ["instalments_period_out_of_order", { instalments_period_begins_on: "2027-07-01" }],
    ["instalments_period_out_of_order", { instalments_period_begins_on: "2027-07-01", instalments_period_ends_on: "2027-06-30" }],
    ["instalments_period_too_long", { instalments_period_begins_on: "2026-07-01", instalments_period_ends_on: "2027-07-01" }],
    ["instalments_only_in_sandboxes", { instalments_from_cents: 5_000 }],
    ["invalid_promise_days", { promise_days: 31 }],
    ["invalid_promise_days", { promise_days: "soon" }],
    ["promises_only_in_sandboxes", { promise_days: 14 }],
    ["invalid_salutation", { salutation: "x".repeat(256) }],
    ["invalid_salutation", { salutation: {} }],
    ["invalid_personal_note", { personal_note: ["x"] }],
    ["invalid_personal_note", { personal_note: "x".repeat(2_001) }],
    ["invalid_salutation", { texts: { de: { salutation: "x".repeat(256) } } }],
    ["invalid_personal_note", { texts: { de: { personal_note: "x".repeat(2_001) } } }],
    ["invalid_consequence", { texts: { de: { consequence: "x".repeat(501) } } }],
    ["invalid_texts", { texts: { es: { salutation: "Hola" } } }],
    ["invalid_texts", { texts: { de: "Hallo" } }],
    ["invalid_texts", { texts: ["de"] }],
    ["invalid_texts", { texts: null }],
  ])("/settings refuse with %s: %j", async (code, body) => {
    const partner = await givenPartner();
    const { importId } = await givenInvoice(partner);
    const client = clientOf(partner);
    const { body: before } = await client.get(`/imports/${importId}/settings`);
    expect(outcome(await client.put(`/imports/${importId}/settings`, body))).toBe(`422 ${code}`);
    expect((await client.get(`/imports/${importId}/settings`)).body).toEqual(before);
  });

  test("a sandbox's /settings take instalments within what the law of the company's country allows, and refuse more", async () => {
    const partner = await givenPartner({ isSandbox: true });
    const { importId } = await givenInvoice(partner);
    const client = clientOf(partner);
    const path = `/imports/${importId}/settings`;
    const offer = { instalments_from_cents: 5_000, instalments_most_parts: 3, instalments_fee_cents: 0 };
    const { body: taken } = await client.put(path, offer);
    expect(taken).toMatchObject(offer);
    expect(outcome(await client.put(path, { instalments_fee_cents: 10_001 }))).toBe("422 instalments_above_law");
    expect(outcome(await client.put(path, { instalments_period_ends_on: "2035-12-31" }))).toBe("422 instalments_period_too_long");
    expect((await client.get(path)).body).toEqual(taken);
  });
});

describe("looking up", () => {
  test("GET /invoices?external_invoice_number= returns the partner's invoices with that number, newest first", async () => {
    const partner = await givenPartner();
    const [first, second] = [await givenInvoice(partner), await givenInvoice(partner)];
    const client = clientOf(partner);
    const number = encodeURIComponent(first.externalInvoiceNumber);
    const found = invoicesByIdIn(await client.get(`/invoices?external_invoice_number=${number}`));
    expect(found.invoices.map(({ invoice_id }) => invoice_id)).toEqual([second.id, first.id]);
    const repeated = `external_invoice_number=another&external_invoice_number=${number}`;
    expect(invoicesByIdIn(await client.get(`/invoices?${repeated}`)), "of two numbers, the last counts").toEqual(found);
    const stranger = clientOf(await givenPartner());
    expect(invoicesByIdIn(await stranger.get(`/invoices?external_invoice_number=${number}`)).invoices).toEqual([]);
    expect(outcome(await client.get("/invoices?external_invoice_number="))).toBe("422 invalid_external_invoice_number");
  });

  test("GET /companies lists the partner's companies in pages", async () => {
    const partner = await givenPartner();
    const [first, second] = [await givenInvoice(partner), await givenInvoice(partner)];
    await givenInvoice(await givenPartner());
    const client = clientOf(partner);
    const { body } = await client.get("/companies?page_size=1");
    expect(body).toMatchObject({ companies: [{ company_id: first.companyId }], page: { total_entries: 2, total_pages: 2 } });
    expect((await client.get("/companies?page:size=1&page:number=2")).body).toMatchObject({
      companies: [{ company_id: second.companyId }],
    });
    expect(outcome(await client.get("/companies?page_size=0"))).toBe("422 invalid_page_size");
  });
});
