import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addWorkingDays } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCustomer } from "@/server/testing/given-customer";
import { findSaidTransfer, sayTransferred } from "./say-transferred";

const WORDS = "I have paid by transfer";

async function given(country: Partial<NewCompany> = {}) {
  const partner = await givenPartner();
  const company = await givenCompany(partner, country);
  await givenBankAccount(partner, company);
  const customer = await givenCustomer(partner, { company, invoice: { locale: "en" } });
  const holdsOf = () => db.select().from(holds).where(eq(holds.invoiceId, customer.invoice.id));
  return { partner, customer, actor: customer.actor, holdsOf, until: addWorkingDays(dayAt(new Date()), 5, "target") };
}

describe("a customer who reports a transfer", () => {
  test("gets no reminder for five working days, with their own words as the reason, and sees that on the page", async () => {
    const { customer, actor, holdsOf, until } = await given();
    expect(await customerPageOf(customer)).toContain(`<button class="button">${WORDS}</button>`);

    await sayTransferred(db, actor, WORDS);

    expect(await holdsOf()).toMatchObject([{ kind: "paused", until, reason: WORDS, isTransferSaid: true, endedAt: null }]);
    const page = await customerPageOf(customer);
    expect(page).toContain("Thank you for paying by transfer; please do not pay a second time.");
    expect(page).not.toContain(`>${WORDS}</button>`);
  });

  test("gets no reminder before the bank has had five working days, over Easter and in Switzerland", async () => {
    const offsetTo = (day: string) => Date.parse(`${day}T10:00:00Z`) - Date.now();
    const german = await given();
    await sayTransferred(db, { ...german.actor, clockOffsetMs: offsetTo("2027-03-25") }, WORDS);
    expect(await german.holdsOf()).toMatchObject([{ until: "2027-04-05" }]);
    const swiss = await given({ countryCode: "CH", currency: "CHF" });
    await sayTransferred(db, { ...swiss.actor, clockOffsetMs: offsetTo("2027-05-05") }, WORDS);
    expect(await swiss.holdsOf()).toMatchObject([{ until: "2027-05-13" }]);
  });

  test("can report once in 30 days, also at once, and after staff have resumed", async () => {
    const { partner, customer, actor, holdsOf } = await given();
    await Promise.all(times(5, () => sayTransferred(db, actor, WORDS)));
    expect(await holdsOf()).toHaveLength(1);
    await resumeInvoice(db, partner.actor, customer.invoice.id);
    await sayTransferred(db, actor, WORDS);
    expect(await holdsOf()).toHaveLength(1);
    expect(await findSaidTransfer(db, actor)).toMatchObject({ isPausing: false });
    expect(await customerPageOf(customer)).not.toMatch(/Thank you for paying by transfer|I have paid by transfer/);

    const later = { ...actor, clockOffsetMs: 31 * DAY_MS };
    expect(await findSaidTransfer(db, later)).toBeNull();
    await sayTransferred(db, later, WORDS);
    expect(await holdsOf()).toHaveLength(2);
  });

  test("shortens no longer pause, and lifts no stronger hold", async () => {
    for (const hold of [
      { kind: "paused", until: addDays(dayAt(new Date()), 60), reason: "In hospital" },
      { kind: "stopped", reason: "Left" },
    ] as const) {
      const { partner, customer, actor, holdsOf } = await given();
      await holdInvoice(db, partner.actor, customer.invoice.id, hold);
      await sayTransferred(db, actor, WORDS);
      expect(await holdsOf()).toMatchObject([{ kind: hold.kind, endedAt: null }]);
    }
  });

  test("is refused if nothing is to be paid", async () => {
    const paid = await given();
    const payment = { amountCents: 4_500, reason: "Cash", mayExceed: false, paidOn: null };
    await recordExternalPayment(db, paid.partner.actor, paid.customer.invoice.id, null, payment);
    await expect(sayTransferred(db, paid.actor, WORDS)).rejects.toMatchObject({ code: "nothing_outstanding" });
    const retracted = await given();
    const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, retracted.partner.actor, retracted.customer.invoice.id, retraction);
    await expect(sayTransferred(db, retracted.actor, WORDS)).rejects.toMatchObject({ code: "already_retracted" });
  });
});
