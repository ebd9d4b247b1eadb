import { and, asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { givenImport, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a treasurer without software types two invoices into an import", async ({ page }) => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { title: "Autumn dues" });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/imports/${into.id}`);
  await page.getByRole("button", { name: "Add invoice…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an invoice" });
  await dialog.getByRole("button", { name: "Add invoice" }).click();
  await expect(dialog.getByText("Enter what is charged.")).toBeVisible();
  await expectUsable(dialog);

  await dialog.getByLabel("Description, line 1").fill("Membership");
  await dialog.getByLabel("Amount, EUR").fill("240,00");
  await dialog.getByLabel("Your invoice number").fill("H-1");
  await dialog.getByLabel("Last name").fill("Brandsma");
  await dialog.getByRole("button", { name: "Add invoice" }).click();
  await expect(dialog.getByText("invalid_customer_email")).toBeVisible();

  await dialog.getByLabel("E-mail").fill("ada@members.example");
  await dialog.getByRole("button", { name: "Add line" }).click();
  await dialog.getByLabel("Description, line 2").fill("Volunteer discount");
  await dialog.getByLabel("Amount, EUR").nth(1).fill("-40");
  await expect(dialog.getByText("200.00")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Add another one after this").check();
  await dialog.getByRole("button", { name: "Add invoice" }).click();

  await expect(dialog.getByLabel("Last name")).toHaveValue("");
  await dialog.getByLabel("Your invoice number").fill("H-2");
  await dialog.getByLabel("Last name").fill("Haddad");
  await dialog.getByLabel("E-mail").fill("noor@members.example");
  await dialog.getByLabel("Description, line 1").fill("Membership");
  await dialog.getByLabel("Amount, EUR").fill("240");
  await dialog.getByLabel("Add another one after this").uncheck();
  await dialog.getByRole("button", { name: "Add invoice" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("table", { name: "Contents" }).getByRole("link", { name: "Haddad" })).toBeVisible();

  const added = await db
    .select({ number: invoices.externalInvoiceNumber, cents: invoices.amountTotalCents })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partner.id), eq(invoices.importId, into.id)))
    .orderBy(asc(invoices.invoiceNumber));
  expect(added).toEqual([
    { number: "H-1", cents: 20_000 },
    { number: "H-2", cents: 24_000 },
  ]);
});
