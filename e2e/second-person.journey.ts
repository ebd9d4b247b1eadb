import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a payment above the limit is recorded once a colleague approves it", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 50_000, transmitted: true });
  const author = await givenStaff(partner, { name: "Ben Adeyemi" });
  await signInAs(page, author);
  await visit(page, "/settings/members");
  const limit = page.getByLabel("A second person approves payments and refunds above");
  await limit.fill("a lot");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not an amount.")).toBeVisible();
  await limit.fill("100");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await limit.fill("500");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^From \d.{3,30}, the limit will be 500\.00\. Ben Adeyemi asked for it\.$/)).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await visit(page, `/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Record a payment…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Amount/).fill("250");
  await dialog.getByLabel("Reference").fill("Statement 12");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Ben Adeyemi wants to record a payment of €250.00")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(page.getByText("Outstanding now")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await signInAs(page, await givenStaff(partner, { role: "member", name: "Clara Weiß" }));
  await visit(page, "/home");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: /payment or refund waits for your approval/ }).click();
  await page.getByRole("button", { name: "Approve €250.00" }).click();
  await expect(page.getByText("Approved, and done.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Statement 12" })).toContainText("250.00");
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
});

test("a statement above the limit is accepted by a colleague, and booking an overpayment takes two people", async ({ page }) => {
  const company = await givenBankingCompany();
  const { partner, iban } = company;
  await db.update(partners).set({ secondPersonAboveCents: 10_000 }).where(eq(partners.id, partner.id));
  const { reference } = await givenBilled(company, {
    amountCents: 9_000,
    invoice: { customerFirstName: "Ada", customerLastName: "Brandsma", externalInvoiceNumber: "N-1001" },
  });
  const author = await givenStaff(partner, { name: "Ben Adeyemi" });
  const colleague = await givenStaff(partner, { role: "member", name: "Clara Weiß" });
  const file = camtFile([{ iban, id: "2026-231", entries: [{ cents: 15_000, name: "Ada Brandsma", reference }] }]);

  await signInAs(page, author);
  await visit(page, "/bank");
  const files = page.getByLabel("Files from your bank");
  await files.setInputFiles({ name: "monday.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  const dialog = page.getByRole("dialog", { name: "Statements" });
  await expect(dialog.getByText("Nothing in it is booked until somebody accepts it")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Waits for a second person. Nothing in it is booked until they accept it.")).toBeVisible();
  await visit(page, "/bank/statements");
  await expect(page.getByText("You uploaded it, so somebody else has to accept it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expectUsable(page.getByRole("main"));

  await signInAs(page, colleague);
  await visit(page, "/bank/statements");
  await expect(page.getByText("Ben Adeyemi added €150.00 with monday.xml.")).toBeVisible();
  await visit(page, "/bank");
  await page
    .getByRole("link", { name: /Ada Brandsma/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("Accepted. Its payments are now matched to invoices.")).toBeVisible();

  await expect(page.getByRole("button", { name: /^Book/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await page.getByRole("button", { name: /^Book/ }).click();
  await expect(page.getByText("Clara Weiß wants to book a payment of €150.00 from a bank statement.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Ada Brandsma .*Waits for a second person/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await signInAs(page, author);
  await visit(page, "/home");
  await page.getByRole("link", { name: /payment or refund waits for your approval/ }).click();
  await expect(page.getByText("Clara Weiß wants to book a payment of €150.00 from a bank statement.")).toBeVisible();
  await visit(page, "/bank");
  await page
    .getByRole("link", { name: /Ada Brandsma/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Approve €150.00" }).click();
  await expect(page.getByText("Approved, and done.")).toBeVisible();
  await expect(page.getByText("Everything is decided.")).toBeVisible();
});
