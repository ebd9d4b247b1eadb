import { and, asc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { dailyRollups } from "@/db/schema";
import { securityEvents } from "@/db/schema/security-events";
import { rebuildRollups } from "@/server/billing/figures/rebuild-rollups";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { bookAsSeen, setAside } from "./decide-transaction";
import { undoDecision } from "./undo-decision";

const decisions = ["bank_payment_booked", "bank_payment_decided", "bank_booking_undone"] as const;

test.each(["later", "to_return", "noted"] as const)(
  "after a part was booked and the rest is %s, Undo returns the rest, and another Undo the part; the security log names both",
  async (aside) => {
    const given = await givenBankingCompany();
    const { partner, told, transactions } = given;
    const { invoice } = await givenBilled(given);
    await told([{ cents: 8_000, text: "Membership and a gift", bankReference: "B1" }]);
    const seen = async () => {
      const [payment] = await transactions();
      return { transactionId: payment?.id ?? "", seenDecisions: payment?.decisions ?? 0 };
    };
    const state = async () => (await transactions())[0]?.state;
    const outstanding = async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;

    await bookAsSeen(db, partner.actor, await seen(), [{ invoiceId: invoice.id, amountCents: 4_500 }]);
    expect([await state(), await outstanding()]).toEqual(["open", 0]);
    await setAside(db, partner.actor, await seen(), aside);
    expect(await undoDecision(db, partner.actor, await seen())).toEqual({ toldCustomers: 0 });
    expect([await state(), await outstanding()]).toEqual(["open", 0]);
    await undoDecision(db, partner.actor, await seen());
    expect([await state(), await outstanding()]).toEqual(["open", 4_500]);

    const logged = await db
      .select({ kind: securityEvents.kind, before: securityEvents.before, after: securityEvents.after })
      .from(securityEvents)
      .where(and(eq(securityEvents.partnerId, partner.id), inArray(securityEvents.kind, decisions)))
      .orderBy(asc(securityEvents.id));
    const { transactionId: bankPayment } = await seen();
    const rest = { bankPayment, amountCents: 3_500 };
    expect(logged).toMatchObject([
      { kind: "bank_payment_booked", after: { bankPayment, amountCents: 4_500 } },
      { kind: "bank_payment_decided", before: { state: "open" }, after: { ...rest, state: aside } },
      { kind: "bank_payment_decided", before: { state: aside }, after: { ...rest, state: "open" } },
      { kind: "bank_booking_undone", after: { bankPayment, amountCents: 4_500 } },
    ]);
  },
);

test("a booking that was undone and booked again counts once, in the figures of the day of the payment", async () => {
  const given = await givenBankingCompany();
  const { partner, told, transactions } = given;
  const { invoice } = await givenBilled(given);
  await told([{ cents: 4_500, text: "Membership", bankReference: "B1" }]);
  const seen = async () => {
    const [payment] = await transactions();
    return { transactionId: payment?.id ?? "", seenDecisions: payment?.decisions ?? 0 };
  };
  const book = async () => bookAsSeen(db, partner.actor, await seen(), [{ invoiceId: invoice.id, amountCents: 4_500 }]);
  const collected = async () => {
    await rebuildRollups(db, partner.id, invoice.companyId);
    const { day, collectedCents } = dailyRollups;
    const days = await db.select({ day, collectedCents }).from(dailyRollups).where(eq(dailyRollups.partnerId, partner.id)).orderBy(day);
    return days.filter((each) => each.collectedCents !== 0);
  };

  await book();
  const once = await collected();
  expect(once).toMatchObject([{ collectedCents: 4_500 }]);
  await undoDecision(db, { ...partner.actor, clockOffsetMs: 9 * DAY_MS }, await seen());
  expect(await collected()).toEqual([]);
  await book();
  expect(await collected()).toEqual(once);
});
