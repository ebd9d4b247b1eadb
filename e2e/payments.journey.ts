import { db } from "@/db/client";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

test("a customer pays at the simulated bank on a phone, twice by mistake, and staff refund the excess", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 24_000, transmitted: true });
  const byIdeal = await givenBegunPayment(partner, invoice, "ideal");
  const byCard = await givenBegunPayment(partner, invoice, "credit_card");

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/simulated-bank/${byIdeal.reference}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("iDEAL | Wero");
  await expect(page.getByText("€240.00")).toBeVisible();
  await expectToFit(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await page.goto(`/simulated-bank/${byCard.reference}`);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("button", { name: "Take the money back" })).toBeVisible();

  // The bank calls or is asked: the page updates on its own.
  await expect
    .poll(async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents, { timeout: BACKGROUND_WORK_MS })
    .toBe(-24_000);

  await page.setViewportSize({ width: 1_440, height: 900 });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/invoices/${invoice.id}`);
  await expect(page.getByText("To refund", { exact: true })).toBeVisible();
  await expect(page.getByText("Overpaid", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Amount, EUR")).toHaveValue("240.00");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog.getByText("invalid_reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Paid twice");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund…" })).toBeHidden();
  expect((await getInvoice(db, partner.actor, invoice.id)).amountTotalCents).toBe(0);
});

test("staff record a payment made elsewhere and add an amount, each with a reason", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 24_000, transmitted: true });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/invoices/${invoice.id}`);

  const acts = [
    {
      open: "Record a payment…",
      reason: "Reference",
      words: "Statement 12",
      amount: "100,00",
      confirm: "Record payment",
      after: "140.00",
    },
    { open: "Add an amount…", reason: "Description", words: "Club shirt", amount: "25", confirm: "Add amount", after: "165.00" },
  ];
  for (const { open, reason, words, amount, confirm, after } of acts) {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount, EUR").fill(amount);
    await dialog.getByLabel(reason).fill(words);
    await expect(dialog.getByRole("row", { name: "Outstanding afterwards" })).toContainText(after);
    await expectUsable(dialog);
    await dialog.getByRole("button", { name: confirm }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(words).first()).toBeVisible();
  }
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ amountTotalCents: 16_500, amountBilledCents: 26_500 });

  // A typing error: ten thousand times the outstanding amount.
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Record a payment…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reference").fill("Statement 13");
  await dialog.getByLabel("Amount, EUR").fill("1,000,000.00");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(dialog.getByText("payment_exceeds_outstanding")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Amount, EUR").fill("165.01");
  await dialog.getByLabel(/paid more than was outstanding/).check();
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(dialog).toBeHidden();
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ amountTotalCents: -1 });
});

test("a member leaves after paying: staff credit a line and the rest, and the money is refunded to its source", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, {
    amountCents: 24_000,
    transmitted: true,
    events: [{ type: "INVOICE-LINE", amountCents: 1_700, description: "Locker" }],
  });
  const payment = await givenBegunPayment(partner, invoice, "ideal");
  await payment.decide("pay");
  await payment.follow();
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/invoices/${invoice.id}`);

  const openCredit = async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Credit and refund…" }).click();
    return page.getByRole("dialog");
  };
  const dialog = await openCredit();
  await expect(dialog.getByLabel("What is credited")).toHaveValue("whole");
  await expect(dialog.getByRole("button", { name: "Credit €257.00 and refund €257.00" })).toBeVisible();
  await dialog.getByLabel("What is credited").selectOption("Single lines");
  await dialog.getByLabel("Locker: €17.00").check();
  await dialog.getByLabel("How", { exact: false }).selectOption("Later: it stays listed under “To refund”");
  await expect(dialog.getByText(/^€17.00 stays owed/)).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Credit €17.00", exact: true }).click();
  await expect(dialog.getByText("invalid_description")).toBeVisible();
  await dialog.getByLabel("Description").fill("Locker given up");
  await dialog.getByRole("button", { name: "Credit €17.00", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("To refund", { exact: true })).toBeVisible();

  const again = await openCredit();
  await again.getByLabel("Description").fill("Left the club");
  await expect(again.getByRole("row", { name: "Refunded" })).toContainText("257.00");
  await again.getByRole("button", { name: "Credit €240.00 and refund €257.00" }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText("€240.00 was credited, €257.00 goes back to the customer.")).toBeVisible();
  expect((await getInvoice(db, partner.actor, invoice.id)).amountTotalCents).toBe(0);
});
