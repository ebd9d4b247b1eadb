import { describe, expect, test } from "vitest";
import { dayAt } from "@/server/domain/formats/calendar";
import { sharedLateFeeCents } from "@/server/domain/rules/shared-late-fee";
import { billed, consumerIn, invoiceWith, onDay, settings } from "@/server/testing/planned-invoice";
import type { CollectedInvoice } from "./collected-invoice";
import { dueOnOf, plan } from "./plan";
import { type AskedInvoice, expectedFee, feesOfReminder, remainderOf } from "./share-fee";

const wide = { ...settings, reminder1Day: 4, reminder2Day: 20, reminder3Day: 40, latePaymentFeeCents: 18_000 };
const reminder = { kind: "reminder1", round: 0 } as const;
const line = (type: CollectedInvoice["lines"][number]["type"], amountCents: number) => ({ type, amountCents, date: onDay(2) });
/** 5.00 of a chargeback's fee is owed, and nothing else. */
const feesOnly = [{ ...billed, amountCents: 40_000 }, line("CHARGEBACK-FEE-LINE", 500), line("PAYMENT-LINE", -40_000)];
const owing = [{ ...billed, amountCents: 40_000 }];
/** The most that the law allows on 400.00 alone. */
const MOST = sharedLateFeeCents(wide.latePaymentFeeCents, [{ payer: consumerIn("NL"), owedCents: 40_000 }]);

/** An invoice whose first reminder is being sent, unless `facts` say otherwise. */
function asked(invoiceNumber: number, lines: CollectedInvoice["lines"], facts: Partial<CollectedInvoice> = {}): AskedInvoice {
  const messages = [{ ...reminder, at: onDay(18), fate: "going" as const, graceUntil: null }];
  const collected = invoiceWith({ settings: wide, dueOn: dayAt(onDay(14)), lines, messages, ...facts });
  return { id: `I${invoiceNumber}`, externalInvoiceNumber: `F-${invoiceNumber}`, invoiceNumber, collected, reminder };
}

describe("an invoice that owes only fees", () => {
  test("keeps no fee from the payer's other invoices: the first reminder names one, over the others' amounts alone", () => {
    for (const both of [
      [asked(1, feesOnly), asked(2, owing)],
      [asked(1, owing), asked(2, feesOnly)],
    ]) {
      const { ahead, shares } = feesOfReminder(both, [], onDay(18));
      expect([...ahead].map(([id, { amountCents }]) => [id, amountCents])).toEqual([["I1", MOST]]);
      expect(shares).toEqual([{ invoiceId: "I2", onInvoiceId: "I1", isCounted: true }]);
    }
  });

  test("is charged the named fee for the others that share it, and only while one of these owes more than fees", () => {
    const messages = [{ ...reminder, at: onDay(18), fate: "left" as const, graceUntil: dayAt(onDay(32)) }];
    const feeOver = (lines: CollectedInvoice["lines"], others: CollectedInvoice["lines"]) => {
      const { collected } = asked(1, lines, {
        messages,
        sharedFee: { isElsewhere: false, others: [remainderOf(asked(2, others).collected)] },
      });
      return plan(collected, onDay(20)).flatMap((item) => (item.kind === "late_payment_fee" ? [item.amountCents] : []));
    };
    expect(feeOver(feesOnly, owing)).toEqual([MOST]);
    expect(feeOver(owing, feesOnly)).toEqual([MOST]);
    expect(feeOver(feesOnly, feesOnly)).toEqual([]);
  });

  test("is not expected to bear the fee of another that its reminder does not ask for", () => {
    const early = asked(1, feesOnly, { messages: [] });
    const late = asked(2, owing, { messages: [], dueOn: dayAt(onDay(30)) });
    const now = onDay(10);
    expect(dueOnOf(late.collected, now)).toBe(dayAt(onDay(30)));
    expect(expectedFee(late, [early], now)?.isElsewhere).not.toBe(true);
    expect(expectedFee(early, [late], now)?.isElsewhere).not.toBe(false);
  });
});
