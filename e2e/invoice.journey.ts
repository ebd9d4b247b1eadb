import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { formatMoment } from "@/server/domain/formats/dates";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { newId } from "@/server/platform/id";
import { givenCompany, givenInvoice, givenMessage, givenPartner } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a wrong address is corrected without overwriting a colleague's simultaneous change", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 24_000, transmitted: true });
  await signInAs(page, await givenStaff(partner));
  await page.goto(`/invoices/${invoice.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(invoice.invoiceNumber));

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the recipient" });
  await dialog.getByLabel("E-mail").fill("not an address");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("E-mail");
  await expect(dialog.getByText("invalid_customer_email")).toBeVisible();
  await expectUsable(dialog);

  await dialog.getByLabel("E-mail").fill("sanne@lindehof.example");
  await dialog.getByLabel("City").fill("Lindehof");
  await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber: invoice.externalInvoiceNumber, reference: "by a colleague" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("changed in the meantime");
  await expect(dialog.getByLabel("Reference")).toHaveValue("by a colleague");
  await expect(dialog.getByLabel("City")).toHaveValue("Lindehof");

  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("sanne@lindehof.example")).toBeVisible();
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({
    customerEmail: "sanne@lindehof.example",
    customerCity: "Lindehof",
    reference: "by a colleague",
  });
});

test("a wrong invoice is credited and cancelled, after the dialog has explained the effects", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 24_000, transmitted: true });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await page.goto(`/invoices/${invoice.id}`);

  await page.getByRole("button", { name: "Credit and cancel" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Credit €240.00 and cancel the invoice" })).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Credit €240.00 and cancel the invoice" }).click();
  await expect(dialog.getByText("invalid_external_invoice_number")).toBeVisible();

  await dialog.getByLabel("Number of your credit note").fill("CN-1");
  await dialog.getByLabel("Description").fill("Left the club in August");
  await dialog.getByRole("button", { name: "Credit €240.00 and cancel the invoice" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByText("credit note CN-1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Credit and cancel" })).toBeHidden();
  await expectUsable(page.getByRole("main"));
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ amountTotalCents: 0, creditNoteNumber: "CN-1" });
});

test("an invoice that was never transmitted is deleted, and the interface's answer for others can be viewed", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 9_900 });
  await signInAs(page, await givenStaff(partner));
  await page.goto(`/invoices/${invoice.id}`);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "View as JSON" }).click();
  const answer = page.getByRole("dialog", { name: /^Invoice .* as JSON$/ });
  await expect(answer).toContainText(`"invoice_id": "${invoice.id}"`);
  await expect(answer).toContainText(`/api/v2/invoices/${invoice.id}`);
  await expectUsable(answer);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete invoice" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete invoice" }).click();
  await expect(page).toHaveURL(/\/invoices$/);
  await page.goto(`/invoices/${invoice.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invoice was not found");
  await page.getByRole("link", { name: "Search invoices" }).click();
  await expect(page).toHaveURL(/\/invoices$/);
});

test("an e-mail with an unknown outcome is sent again, after a warning that it may arrive twice", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  // Sends no messages about it, except the one that is sent again.
  const never = { request1Day: null, request2Day: null, reminder1Day: null, reminder2Day: null, reminder3Day: null };
  await db.update(companySettings).set(never).where(eq(companySettings.companyId, company.id));
  const invoice = await givenInvoice(partner, { company, amountCents: 24_000, transmitted: true });
  const lost = await givenMessage(invoice, { description: "Your invoice 2026-0001" });
  const over = { partnerId: partner.id, invoiceId: invoice.id, createdAt: new Date(), nextAttemptAt: new Date() };
  await db.insert(outgoingMessages).values([
    { ...over, id: lost.id, kind: "request1", state: "unknown", failure: "ETIMEDOUT" },
    { ...over, id: newId(), kind: "reminder1", state: "refused", failure: "not_composed" },
  ]);
  await signInAs(page, await givenStaff(partner, { role: "member", name: "Clara Weiß" }));
  await visit(page, `/invoices/${invoice.id}`);

  const known = page.getByRole("listitem").filter({ hasText: "Invoice by e-mail" });
  await expect(known).toContainText(formatMoment(lost.createdAt, "en", TIME_ZONE, "date"));
  await expect(known.getByText("Your invoice 2026-0001")).toBeHidden();
  await known.getByText("Subject").click();
  await expect(known.getByText("Your invoice 2026-0001")).toBeVisible();
  await expect(page.getByText("E-mail not sent, it could not be written: Reminder")).toBeVisible();
  const entry = page.getByRole("listitem").filter({ hasText: "status unknown" });
  await expectUsable(page.getByRole("main"));
  await entry.getByRole("button", { name: "Send again…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Send the e-mail again?" });
  await expect(dialog).toContainText("they may get it twice");
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Send again" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText("E-mail sent again by Clara Weiß")).toBeVisible();
  await expect(entry).toBeHidden();
  const messages = () => db.select({ state: outgoingMessages.state }).from(outgoingMessages).where(eq(outgoingMessages.id, lost.id));
  await expect.poll(messages, { timeout: BACKGROUND_WORK_MS }).toEqual([{ state: "sent" }]);
});
