import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { findCandidates } from "./find-candidates";

/** Two customers with open invoices, and a payment by the second with the reference of the first. Amounts in cents. */
async function givenCopied({ namedCents, paidCents }: { namedCents: number; paidCents: number }) {
  const bank = await givenBankingCompany();
  const named = await givenBilled(bank, { amountCents: namedCents, invoice: { customerFirstName: "Ilse", customerLastName: "Namerow" } });
  const own = await givenBilled(bank, { amountCents: 22_050, invoice: { customerFirstName: "Ada", customerLastName: "Brandsma" } });
  // With a second payment beside it, it is matched in a batch.
  await bank.told([
    { cents: paidCents, name: "A. Brandsma, Ada", reference: named.reference },
    { cents: 1, name: "Somebody" },
  ]);
  const [payment] = await bank.transactions();
  if (!payment) throw new Error("No payment");
  const { candidates } = await findCandidates(db, bank.partner.actor, payment, payment.amountCents);
  const numbers = candidates.map(({ parts }) => parts[0]?.invoice.invoiceNumber);
  return { state: payment.state, numbers, named: named.invoice.invoiceNumber, own: own.invoice.invoiceNumber };
}

test("a payment with another customer's reference, whose amount and name fit the payer's own invoice, waits for a person", async () => {
  const { state, numbers, named, own } = await givenCopied({ namedCents: 27_750, paidCents: 22_050 });
  expect(state).toBe("open");
  expect(numbers.toSorted()).toEqual([named, own].toSorted());
});

test("a payment of what the reference's invoice owes is booked, also if another person pays", async () => {
  expect((await givenCopied({ namedCents: 22_050, paidCents: 22_050 })).state).toBe("booked");
});
