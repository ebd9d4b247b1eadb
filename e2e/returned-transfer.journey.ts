import { db } from "@/db/client";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

const PAYER = "NL20INGB0001234567";

/** A transfer that is booked on two invoices, and what the bank returned of it. */
async function given(returnedCents: number) {
  const bank = await givenBankingCompany();
  const { actor } = await givenMember(bank.partner, { role: "administrator" });
  const one = await givenBilled(bank, { amountCents: 4_500 });
  const other = await givenBilled(bank, { amountCents: 2_000 });
  await bank.told([{ cents: 6_500, iban: PAYER, name: "Ada Brandsma", text: "for both" }]);
  const [came] = await bank.transactions();
  await bookAsSeen(db, actor, { transactionId: came?.id ?? "", seenDecisions: came?.decisions ?? 0 }, [
    { invoiceId: one.invoice.id, amountCents: 4_500 },
    { invoiceId: other.invoice.id, amountCents: 2_000 },
  ]);
  const went = { cents: -returnedCents, iban: PAYER, name: "Ada Brandsma", isReversal: true, returnReason: "MS03", text: one.reference };
  await bank.told([went], { id: "S2" });
  return { ...bank, one, other };
}

test("a returned transfer is taken back on both invoices that it paid", async ({ page }) => {
  const { partner, one, other } = await given(6_500);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const offered = page.getByRole("region", { name: "Which payment did the bank take back?" });
  for (const { invoice } of [one, other]) await expect(offered).toContainText(invoice.externalInvoiceNumber);
  await offered.getByRole("button", { name: "This one" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Did the bank return this transfer for 2 invoices?" });
  await expect(dialog).toContainText("€65.00 is owed again on 2 invoices. Their customers are told by e-mail.");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Yes, it was returned" }).click();
  await expect(page.getByText(/taken back\. The customer owes it again\./)).toBeVisible();

  await visit(page, `/invoices/${other.invoice.id}`);
  await expect(page.getByText("Chargeback", { exact: true }).first()).toBeVisible();
  // The reference that the customer is told, to compare it with a statement.
  await expect(page.getByText(referenceOf(other.invoice.invoiceNumber, "creditor").shown)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Payment reference" })).toBeVisible();
  await expectUsable(page);
});

test("a part of a transfer that no bookings add up to is explained, without a button", async ({ page }) => {
  const { partner } = await given(3_000);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const offered = page.getByRole("region", { name: "Which payment did the bank take back?" });
  await expect(offered).toContainText("no bookings add up to that part");
  await expect(offered.getByRole("button", { name: "This one" })).toHaveCount(0);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page.getByRole("main"));
  }
});
