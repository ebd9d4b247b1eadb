import { expect, test } from "vitest";
import { db } from "@/db/client";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { bookAsSeen, setAside } from "./decide-transaction";
import { undoDecision } from "./undo-decision";

test.each(["later", "to_return", "noted"] as const)(
  "after a part was booked and the rest is %s, Undo returns the rest, and another Undo the part",
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
  },
);
