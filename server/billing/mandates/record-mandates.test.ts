import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { securityEvents } from "@/db/schema/security-events";
import { DAY_MS } from "@/server/domain/formats/time";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenCreditor, givenMandate, mandateFacts } from "@/server/testing/given-mandate";
import { deleteInvoice } from "../invoices/delete-invoice";
import { listMandates } from "./list-mandates";
import type { GivenMandate, MandateOutcome } from "./mandate-fields";
import { recordMandates } from "./record-mandates";

const TODAY = new Date().toISOString().slice(0, 10);

async function ready() {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  return {
    partner,
    company,
    record: (...given: GivenMandate[]) => recordMandates(db, partner.actor, company.id, given),
    list: async () => (await listMandates(db, partner.actor, company.id, { pageNumber: 1, pageSize: 100 })).entries,
  };
}

const many = <Made>(count: number, make: (nth: number) => Made): Made[] => Array.from({ length: count }, (_, nth) => make(nth));

/** The codes of the faults, or `new` or `known`. */
const told = (outcomes: MandateOutcome[]) =>
  outcomes.map((outcome) => ("faults" in outcome ? outcome.faults.map(({ code }) => code).join(" ") : outcome.isNew ? "new" : "known"));

/** The partner's actor on a later day. */
const later = ({ actor }: GivenPartner, days: number) => ({ ...actor, clockOffsetMs: days * DAY_MS });

test("mandates are recorded in the order in which they were sent, as signed, and the security log counts them", async () => {
  const { partner, company, record, list } = await ready();
  const iban = "de02 1203 0000 0000 2020 51";
  const outcomes = await record(
    mandateFacts({ reference: " NB-1 ", iban, customerEmail: " Ada@Members.example ", holder: "A.  Brandsma" }),
    mandateFacts({ reference: "NB-2", scheme: "b2b", organization: "Boats Ltd", sequence: "ONE_OFF", lastCollectedOn: "2026-07-01" }),
  );
  expect(told(outcomes)).toEqual(["new", "new"]);
  expect(await list()).toMatchObject([
    {
      reference: "NB-1",
      state: "valid",
      customerKey: "ada@members.example",
      iban: "DE02120300000000202051",
      holder: "A. Brandsma",
      scheme: "CORE",
      sequence: "recurrent",
      organization: null,
      source: "paper",
      signedOn: "2026-06-01",
      lastCollectedOn: null,
    },
    { reference: "NB-2", scheme: "B2B", sequence: "one_off", organization: "Boats Ltd", lastCollectedOn: "2026-07-01" },
  ]);
  const events = await db
    .select({ after: securityEvents.after, about: securityEvents.about })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "mandates_recorded")));
  expect(events).toEqual([{ about: `company:${company.id}`, after: { mandates: 2 } }]);
});

describe("a mandate is refused", () => {
  test.each<[string, GivenMandate]>([
    ["payer_missing", { customerEmail: "" }],
    ["invalid_customer_email", { customerEmail: "ada" }],
    ["invalid_invoice_number", { customerEmail: null, invoiceNumber: "A-1" }],
    ["invalid_invoice_number", { customerEmail: null, invoiceNumber: "999999999999" }],
    ["invalid_mandate_reference", { reference: undefined }],
    ["invalid_mandate_reference", { reference: "Müller" }],
    ["invalid_account_holder", { holder: " " }],
    ["invalid_iban", { iban: "DE02120300000000202052" }],
    ["iban_is_qr_iban", { iban: "CH44 3199 9123 0008 8901 2" }],
    ["iban_outside_sepa", { iban: "BR1500000000000010932840814P2" }],
    ["invalid_signed_on", { signedOn: "" }],
    ["invalid_signed_on", { signedOn: "2026-02-30" }],
    ["signed_on_in_future", { signedOn: "2199-01-01" }],
    ["invalid_scheme", { scheme: "COR1" }],
    ["organization_missing", { scheme: "B2B" }],
    ["organization_missing", { scheme: "B2B", organization: "  " }],
    ["invalid_organization", { organization: "x".repeat(256) }],
    ["invalid_sequence", { sequence: "FRST" }],
    ["invalid_last_collected_on", { lastCollectedOn: "soon" }],
    ["invalid_last_collected_on", { lastCollectedOn: "2026-05-31" }],
    ["invalid_last_collected_on", { lastCollectedOn: "2199-01-01" }],
    ["mandate_expired", { signedOn: "2014-02-01" }],
    ["mandate_expired", { signedOn: "2009-11-01", lastCollectedOn: "2014-02-01" }],
  ])("with %s: %j", async (code, facts) => {
    const { record, list } = await ready();
    expect(told(await record(mandateFacts(facts), mandateFacts()))).toEqual([code, "new"]);
    expect(await list()).toHaveLength(1);
  });

  test("with all faults at once, in the order of the fields", async () => {
    const { record } = await ready();
    expect(told(await record({ lastCollectedOn: "x", iban: "CH4431999123000889012" }))).toEqual([
      "payer_missing invalid_mandate_reference invalid_account_holder iban_is_qr_iban invalid_signed_on invalid_last_collected_on",
    ]);
  });
});

test("a mandate of 1995 is recorded if it was collected within 36 months", async () => {
  const { record } = await ready();
  expect(told(await record(mandateFacts({ signedOn: "1995-03-31", lastCollectedOn: "2026-01-15" })))).toEqual(["new"]);
});

describe("a mandate that is recorded again", () => {
  const outcomeOf = ([outcome]: MandateOutcome[]) => outcome;

  test("takes a last collection that was not known, and a later one, but no earlier one", async () => {
    const { record, list } = await ready();
    const facts = mandateFacts();
    await record(facts);
    expect(outcomeOf(await record({ ...facts, lastCollectedOn: "2026-07-01" }))).toMatchObject({
      isNew: false,
      isExtended: true,
      ignored: [],
    });
    expect(outcomeOf(await record({ ...facts, lastCollectedOn: "2026-08-01" }))).toMatchObject({ isExtended: true });
    expect(outcomeOf(await record({ ...facts, lastCollectedOn: "2026-07-02" }))).toMatchObject({
      isExtended: false,
      ignored: ["lastCollectedOn"],
    });
    expect(outcomeOf(await record(facts))).toMatchObject({ isNew: false, isExtended: false, ignored: [] });
    expect(await list()).toMatchObject([{ lastCollectedOn: "2026-08-01" }]);
  });

  test("is valid again after its expiry, with a collection of the last 36 months", async () => {
    const { partner, company, record } = await ready();
    const facts = mandateFacts({ signedOn: "2026-06-01" });
    await record(facts);
    const actor = later(partner, 4 * 365);
    const again = (lastCollectedOn?: string) => recordMandates(db, actor, company.id, [{ ...facts, lastCollectedOn }]);
    expect(told(await again())).toEqual(["mandate_expired"]);
    expect(outcomeOf(await again("2029-03-01"))).toMatchObject({ isExtended: true, mandate: { state: "valid" } });
  });

  test("keeps the day of a collection by the service", async () => {
    const bank = await givenDebitsAtBank();
    const [{ debit }] = bank.debits as [DebitAtBank];
    const mandate = await bank.mandate(debit);
    if (!mandate) throw new Error("The debit has no mandate");
    const { customerKey: customerEmail, reference, holder, iban, signedOn } = mandate;
    const given = { customerEmail, reference, holder, iban, signedOn, lastCollectedOn: TODAY };
    expect(outcomeOf(await recordMandates(db, bank.partner.actor, bank.company.id, [given]))).toMatchObject({
      isExtended: false,
      ignored: ["lastCollectedOn"],
    });
    expect((await bank.mandate(debit))?.lastCollectedOn).toBe(mandate.lastCollectedOn);
  });

  test("names the fields in which it differs, and those that change nothing", async () => {
    const { record } = await ready();
    const facts = mandateFacts();
    await record(facts);
    expect(outcomeOf(await record({ ...facts, holder: "Somebody Else", signedOn: "2026-06-02" }))).toMatchObject({
      faults: [{ field: "reference", code: "mandate_reference_taken" }],
      differing: ["holder", "signedOn"],
    });
    expect(outcomeOf(await record({ ...facts, bic: "MARKDEF1100" }))).toMatchObject({ isNew: false, ignored: ["bic"] });
  });
});

test("the same mandate is recorded once, in one call, again, and by simultaneous calls", async () => {
  const { record, list } = await ready();
  const facts = mandateFacts();
  expect(told(await record(facts, { ...facts, reference: facts.reference.toLowerCase() }))).toEqual(["new", "known"]);
  expect(told(await record({ ...facts, lastCollectedOn: TODAY }))).toEqual(["known"]);
  const other = mandateFacts();
  const outcomes = await Promise.all(times(8, () => record(other)));
  expect(outcomes.flatMap(told).sort()).toEqual([...many(7, () => "known"), "new"]);
  expect(await list()).toHaveLength(2);
});

describe("another mandate", () => {
  test("of a payer who has one is refused with that one's reference, also within one call", async () => {
    const { record, list } = await ready();
    const first = mandateFacts();
    const second = mandateFacts({ customerEmail: first.customerEmail.toUpperCase() });
    const refusal = { faults: [{ field: "customerEmail", code: "mandate_exists" }], existingReference: first.reference, differing: [] };
    expect(await record(first, second)).toMatchObject([{ isNew: true }, refusal]);
    expect(await record(second)).toEqual([refusal]);
    expect(await list()).toHaveLength(1);
  });

  test("with the reference of one that differs is refused, also after that one has ended", async () => {
    const { record, partner, company } = await ready();
    const { reference, id } = await givenMandate(partner, company);
    const refusal = {
      faults: [{ field: "reference", code: "mandate_reference_taken" }],
      existingReference: reference,
      differing: ["customerEmail", "iban"],
    };
    expect(await record(mandateFacts({ reference }))).toEqual([refusal]);
    await db.update(mandates).set({ endedAt: new Date(), endedReason: "returned", endedBy: "system" }).where(eq(mandates.id, id));
    expect(await record(mandateFacts({ reference }))).toEqual([refusal]);
  });

  test("of the payer is recorded at another company, and with the same reference", async () => {
    const { partner, record } = await ready();
    const facts = mandateFacts();
    await record(facts);
    expect(told(await recordMandates(db, partner.actor, (await givenCreditor(partner)).id, [facts]))).toEqual(["new"]);
  });

  test("takes the place of one that has expired", async () => {
    const { partner, company, list } = await ready();
    const first = mandateFacts();
    await recordMandates(db, partner.actor, company.id, [first]);
    const actor = later(partner, 1_200);
    const again = mandateFacts({ customerEmail: first.customerEmail, signedOn: "2029-06-01" });
    expect(told(await recordMandates(db, actor, company.id, [again]))).toEqual(["new"]);
    expect((await list()).map(({ reference, endedReason }) => [reference, endedReason])).toEqual([
      [first.reference, "replaced"],
      [again.reference, null],
    ]);
    expect(told(await recordMandates(db, actor, company.id, [first]))).toEqual(["mandate_ended"]);
  });
});

describe("a payer without an e-mail address", () => {
  const customerEmail = null;

  test("is named by an invoice, and the mandate is for that invoice alone; with an address, it is for the payer", async () => {
    const { partner, company, record } = await ready();
    const address = { customerAddress1: "Quay 1", customerZipcode: "1011 AB", customerCity: "Amsterdam", customerCountryCode: "NL" };
    const without = await givenInvoice(partner, { company, invoice: { customerEmail, ...address } });
    const reachable = await givenInvoice(partner, { company, invoice: { customerEmail: "Eva@members.example" } });
    const named = [without, reachable].map(({ invoiceNumber }) => mandateFacts({ customerEmail, invoiceNumber: String(invoiceNumber) }));
    expect(await record(...named)).toMatchObject([
      { mandate: { customerKey: without.id, invoiceId: without.id } },
      { mandate: { customerKey: "eva@members.example", invoiceId: null } },
    ]);
    await deleteInvoice(db, partner.actor, without.id);
    expect(told(await record(...named))).toEqual(["invalid_invoice_number", "known"]);
  });

  test("cannot be named by an invoice of another company or partner", async () => {
    const { partner, record } = await ready();
    for (const stranger of [partner, await givenPartner()]) {
      const { invoiceNumber } = await givenInvoice(stranger);
      expect(told(await record(mandateFacts({ customerEmail, invoiceNumber: String(invoiceNumber) })))).toEqual(["invalid_invoice_number"]);
    }
  });
});

describe("no mandate is recorded for a company", () => {
  test("that does not exist for the actor", async () => {
    const { record, company } = await ready();
    const stranger = await givenPartner();
    await expect(recordMandates(db, stranger.actor, company.id, [mandateFacts()])).rejects.toMatchObject({ code: "invalid_company_id" });
    expect(told(await record(mandateFacts()))).toEqual(["new"]);
  });

  test.each(["CHF", "GBP"] as const)("in %s", async (currency) => {
    const partner = await givenPartner();
    const company = await givenCompany(partner, { currency });
    await expect(recordMandates(db, partner.actor, company.id, [mandateFacts()])).rejects.toMatchObject({ code: "mandates_need_euros" });
  });

  test("without a creditor identifier", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    await givenBankAccount(partner, company);
    await expect(recordMandates(db, partner.actor, company.id, [mandateFacts()])).rejects.toMatchObject({
      code: "creditor_identifier_missing",
    });
  });
});

test("1,000 mandates are recorded in one call, in one statement", async () => {
  const { record, partner } = await ready();
  expect(new Set(told(await record(...many(1_000, () => mandateFacts()))))).toEqual(new Set(["new"]));
  const counted = await db.execute(
    sql`select count(*)::integer as count, count(distinct xmin::text)::integer as transactions from mandates where partner_id = ${partner.id}`,
  );
  expect(counted).toMatchObject([{ count: 1_000, transactions: 1 }]);
});

test("what was signed never changes, a mandate ends once, and none is deleted, also by plain SQL", async () => {
  const { partner, company } = await ready();
  const { id } = await givenMandate(partner, company);
  const of = eq(mandates.id, id);
  const refused = expect.objectContaining({ cause: expect.objectContaining({ code: "23001" }) });
  for (const change of [{ iban: "DE02120300000000202051" }, { signedOn: "2020-01-01" }, { customerKey: "eve@members.example" }])
    await expect(db.update(mandates).set(change).where(of)).rejects.toEqual(refused);
  await db.update(mandates).set({ endedAt: new Date(), endedReason: "returned", endedBy: "system" }).where(of);
  await expect(db.update(mandates).set({ endedAt: null, endedReason: null, endedBy: null }).where(of)).rejects.toEqual(refused);
  await expect(db.delete(mandates).where(of)).rejects.toThrow();
});
