import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, addWorkingDays, dayAt } from "@/server/domain/calendar";
import { DAY_MS } from "@/server/domain/time";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner, times } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCustomer } from "@/server/testing/given-customer";
import { findSaidTransfer, sayTransferred } from "./say-transferred";

const WORDS = "I have paid by transfer";

async function given() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await givenBankAccount(partner, company);
  const customer = await givenCustomer(partner, { company, invoice: { locale: "en" } });
  const holdsOf = () => db.select().from(holds).where(eq(holds.invoiceId, customer.invoice.id));
  return { partner, customer, actor: customer.actor, holdsOf, until: addWorkingDays(dayAt(new Date()), 5) };
}

test("working days leave out Saturdays and Sundays", () => {
  expect(addWorkingDays("2026-11-23", 5)).toBe("2026-11-30");
  expect(addWorkingDays("2026-11-27", 1)).toBe("2026-11-30");
  expect(addWorkingDays("2026-11-28", 5)).toBe("2026-12-04");
  expect(addWorkingDays("2026-11-29", 0)).toBe("2026-11-29");
});

describe("a customer who says that they paid by transfer", () => {
  test("is not reminded for five working days, in their own words, and is told so", async () => {
    const { customer, actor, holdsOf, until } = await given();
    expect(await customerPageOf(customer)).toContain(`<button class="button">${WORDS}</button>`);

    await sayTransferred(db, actor, WORDS);

    expect(await holdsOf()).toMatchObject([{ kind: "paused", until, reason: WORDS, isTransferSaid: true, endedAt: null }]);
    const page = await customerPageOf(customer);
    expect(page).toContain("You said that you paid by transfer.");
    expect(page).not.toContain(`>${WORDS}</button>`);
  });

  test("says so once in 30 days, also at once and after staff resumed", async () => {
    const { partner, customer, actor, holdsOf } = await given();
    await Promise.all(times(5, () => sayTransferred(db, actor, WORDS)));
    expect(await holdsOf()).toHaveLength(1);
    await resumeInvoice(db, partner.actor, customer.invoice.id);
    await sayTransferred(db, actor, WORDS);
    expect(await holdsOf()).toHaveLength(1);
    expect(await findSaidTransfer(db, actor)).toMatchObject({ isPausing: false });
    expect(await customerPageOf(customer)).not.toMatch(/You said that you paid|I have paid by transfer/);

    const later = { ...actor, clockOffsetMs: 31 * DAY_MS };
    expect(await findSaidTransfer(db, later)).toBeNull();
    await sayTransferred(db, later, WORDS);
    expect(await holdsOf()).toHaveLength(2);
  });

  test("shortens no longer pause, and lifts nothing stronger", async () => {
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

  test("is refused where nothing is to be paid", async () => {
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
