import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { setSecondPersonRule } from "@/server/billing/approvals/set-second-person-rule";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { listMoney } from "@/server/billing/payments/list-money";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { type GivenPartner, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenMember } from "@/server/testing/given-person";
import { creditAndRefund, type WayBack } from "./credit-and-refund";

async function given({ paid = ["ideal"] }: { paid?: ("ideal" | "paypal")[] } = {}) {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 25_700, transmitted: true });
  const begun = await Promise.all(paid.map((method) => givenBegunPayment(partner, invoice, method)));
  for (const payment of begun) {
    await payment.decide("pay");
    await payment.follow();
  }
  return { partner, invoice, ...actsOn(partner, invoice, paid.length + 1) };
}

function actsOn({ actor }: GivenPartner, { id }: { id: string }, lines: number) {
  return {
    creditAndGiveBack: (amountCents: number, wayBack: WayBack, seen = { lines, refunds: 0 }, by = actor) =>
      creditAndRefund(db, by, id, seen, { credit: { amountCents, description: "Left the club" }, wayBack }),
    async account() {
      const invoice = await getInvoice(db, actor, id);
      return {
        lines: invoice.lines.slice(lines).map(({ type, amountCents }) => [type, amountCents]),
        amountTotalCents: invoice.amountTotalCents,
      };
    },
  };
}

async function givenPaidElsewhere() {
  const { partner, invoice } = await given({ paid: [] });
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 25_700, reason: "Statement 3", mayExceed: false });
  return { partner, invoice, ...actsOn(partner, invoice, 2) };
}

describe("a paid invoice is credited and refunded", () => {
  test.each([25_700, 100])("in the amount of %i cents, through the provider of the payment", async (amountCents) => {
    const { partner, invoice, creditAndGiveBack, account } = await given();
    expect(await creditAndGiveBack(amountCents, "provider")).toBe("done");
    expect(await account()).toEqual({
      lines: [
        ["CREDIT-LINE", -amountCents],
        ["CHARGEBACK-LINE", amountCents],
      ],
      amountTotalCents: 0,
    });
    const { refunds } = await listMoney(db, partner.actor, invoice.id);
    expect(refunds).toMatchObject([{ status: "paid", amountCents, reason: "Left the club" }]);
  });

  test("by hand, if the company itself has paid it back", async () => {
    const { creditAndGiveBack, account } = await givenPaidElsewhere();
    await creditAndGiveBack(25_700, "by_hand");
    expect((await account()).amountTotalCents).toBe(0);
  });

  test("with earlier overpayments, the latest payment first", async () => {
    const { partner, invoice, creditAndGiveBack, account } = await given({ paid: ["ideal", "paypal"] });
    await creditAndGiveBack(1_000, "provider");
    expect((await account()).amountTotalCents).toBe(0);
    const { payments, refunds } = await listMoney(db, partner.actor, invoice.id);
    expect(refunds.map(({ paymentId, amountCents }) => [paymentId, amountCents])).toEqual([
      [payments[1]?.id, 25_700],
      [payments[0]?.id, 1_000],
    ]);
  });

  test("only once, even if confirmed several times at once", async () => {
    const { creditAndGiveBack, account } = await given();
    const outcomes = await Promise.allSettled(times(10, () => creditAndGiveBack(25_700, "provider")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await account()).lines).toHaveLength(2);
  });
});

test("amounts that no provider can refund stay owed", async () => {
  const { partner, invoice, creditAndGiveBack, account } = await givenPaidElsewhere();
  await creditAndGiveBack(25_700, "provider");
  expect((await account()).amountTotalCents).toBe(-25_700);
  expect(await listMoney(db, partner.actor, invoice.id)).toMatchObject({ owedCents: 25_700, refunds: [] });
});

test("nothing is refunded on an invoice that is not paid", async () => {
  const { creditAndGiveBack, account } = await given({ paid: [] });
  await creditAndGiveBack(700, "provider");
  expect(await account()).toEqual({ lines: [["CREDIT-LINE", -700]], amountTotalCents: 25_000 });
});

test("above the partner's limit the credit is made, and the refund waits for a second person", async () => {
  const { partner, creditAndGiveBack, account } = await given({ paid: ["ideal", "paypal"] });
  const { actor } = await givenMember(partner, { role: "administrator" });
  await setSecondPersonRule(db, actor, { aboveCents: 10_000 });
  expect(await creditAndGiveBack(25_700, "provider", undefined, actor)).toBe("proposed");
  expect(await account()).toEqual({ lines: [["CREDIT-LINE", -25_700]], amountTotalCents: -51_400 });
});

test("if the account has changed or the invoice is retracted, neither happens", async () => {
  const { partner, invoice, creditAndGiveBack, account } = await given();
  const unseen = [
    { lines: 1, refunds: 0 },
    { lines: 2, refunds: 1 },
  ];
  for (const seen of unseen) await expect(creditAndGiveBack(100, "provider", seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect((await account()).lines).toEqual([]);

  const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  await expect(creditAndGiveBack(100, "provider")).rejects.toMatchObject({ code: "already_retracted" });
});
