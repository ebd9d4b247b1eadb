import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { listTimeline } from "./list-timeline";

test("a payment of an earlier day stands at the time at which it was recorded, with the bank's day and the person who recorded it", async () => {
  const given = await givenBankingCompany();
  const { actor } = await givenMember(given.partner, { role: "administrator", name: "Robin Kassier" });
  const on = addDays(dayAt(new Date()), -9);
  await given.told([{ cents: 2_000, on, text: "Membership", bankReference: "B1" }]);
  const { invoice } = await givenBilled(given);
  const [payment] = await given.transactions();
  const startedAt = Date.now();

  await bookAsSeen(db, actor, { transactionId: payment?.id ?? "", seenDecisions: 0 }, [{ invoiceId: invoice.id, amountCents: 2_000 }]);
  await recordExternalPayment(db, actor, invoice.id, 2, { amountCents: 500, reason: "Cash", mayExceed: false, paidOn: on });

  const events = await listTimeline(db, actor, invoice.id);
  const onAccount = events.filter(({ kind }) => kind !== "message");
  expect(onAccount.map(({ kind }) => kind)).toEqual(["payment", "payment", "transmitted", "created"]);
  for (const event of onAccount.slice(0, 2)) {
    expect(event).toMatchObject({ onBankDay: { day: on, isRecordedAtKnown: true, byName: "Robin Kassier" } });
    expect(Number(event.at)).toBeGreaterThanOrEqual(startedAt);
  }
});
