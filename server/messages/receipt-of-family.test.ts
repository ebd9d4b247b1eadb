import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { DAY_MS } from "@/server/domain/formats/time";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";

test("the receipt of one transfer for several invoices says which fee no longer applies, and where to name an account for what is owed", async () => {
  const customerEmail = newAddress();
  const settings = { dueDays: 14, request2Day: 10, reminder1Day: 4, reminder2Day: 19, reminder3Day: 40, latePaymentFeeCents: 10_000 };
  const family = await givenHouseholds([{ customerEmail }, { customerEmail }], { settings });
  const { at, collectOn, partner, told, transactions } = family;
  const charged = feeDayAfter(32);
  for (const day of [0, 10, 18, charged]) await collectOn(day);
  const { lines } = await getInvoice(db, partner.actor, at(0).id);
  expect(lines.map(({ type, amountCents }) => [type, amountCents])).toContainEqual(["LATE-PAYMENT-FEE-LINE", 4_000]);

  // The bank's day is long before the last day without the fee.
  await told([{ cents: 13_000, name: "Somebody", iban: "", text: "membership" }]);
  const transactionId = (await transactions()).at(-1)?.id ?? "";
  const actor = { ...partner.actor, clockOffsetMs: charged * DAY_MS };
  await bookAsSeen(db, actor, { transactionId, seenDecisions: 0 }, [
    { invoiceId: at(0).id, amountCents: 8_500 },
    { invoiceId: at(1).id, amountCents: 4_500 },
  ]);
  await db
    .update(outgoingMessages)
    .set({ heldBy: null, heldUntil: null, nextAttemptAt: new Date() })
    .where(and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.kind, "payment_received")));
  await collectOn(charged);
  const receipt = (await mailsTo(customerEmail)).at(-1)?.body?.replaceAll("\u00a0", " ");
  expect(receipt).toMatch(/Your payment of .+ was in time, so the collection costs of €40\.00 on invoice F-1 no longer apply\./);
  expect(receipt).toContain("Nothing is left to pay on these invoices.\n\nYou are owed €40.00.");
  expect(receipt).toMatch(
    /Invoice F-1 for [^:\n]+: €85\.00 received, of which €40\.00 is owed to you\nInvoice F-2 for [^:\n]+: €45\.00 received\n/,
  );
  expect(receipt).toContain("View invoice F-1: ");
  expect(receipt).toContain("Please give your bank details on the page of invoice F-1, so that the money reaches you.");
});
