import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { mails } from "@/db/schema/mails";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a treasurer reads what a customer will get, in another language and on a phone, and sends it to themselves", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const into = await givenImport(partner, { company, title: "Autumn dues" });
  for (const [number, customerLastName] of [
    ["A-1", "Oosterhout"],
    ["A-2", "Lindqvist"],
  ] as const) {
    const customer = { locale: "en", externalInvoiceNumber: number, customerFirstName: "Ada", customerLastName } as const;
    await givenInvoice(partner, { import: into, invoice: { ...customer, customerEmail: `${customerLastName}@members.example` } });
  }
  const person = await givenStaff(partner, { role: "member" });
  await signInAs(page, person);
  await visit(page, `/imports/${into.id}`);
  await page.getByRole("link", { name: "Preview of mails" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Preview" })).toBeVisible();
  await expect(page.getByText("Shown: Ada Oosterhout, invoice A-1")).toBeVisible();

  await page.getByRole("searchbox", { name: "Search customers" }).fill("Lindqvist");
  await page.getByRole("button", { name: "Ada Lindqvist A-2" }).click();
  await expect(page.getByText("Shown: Ada Lindqvist, invoice A-2")).toBeVisible();
  const mail = page.locator("iframe");
  await expect(mail).toHaveAttribute("title", /^Mail: Your invoice A-2/);
  await expect(mail).toHaveAttribute("sandbox", "");
  await expect(mail.contentFrame().getByRole("paragraph").filter({ hasText: "please pay" })).toBeVisible();

  await page.getByRole("button", { name: /^Final reminder/ }).press("Enter");
  await expect(mail).toHaveAttribute("title", "Mail: Final reminder: invoice A-2 from Rowing Club Northbank");
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(mail).toHaveAttribute("title", /Rechnung A-2/);
  await page.getByRole("button", { name: "Desktop" }).click();
  await expect(mail).toHaveCSS("width", "820px");
  await page.getByRole("button", { name: "Phone" }).click();
  await expect(mail).toHaveCSS("width", "360px");

  await page.getByRole("button", { name: "Plain text" }).click();
  await expect(page.locator("pre")).toContainText("Rechnung A-2");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Send me this one" }).click();
  await expect(page.getByText(`Sent to ${person.email}, marked as a preview.`)).toBeVisible();
  const [sent] = await db.select({ subject: mails.subject }).from(mails).where(eq(mails.recipient, person.email));
  expect(sent?.subject).toMatch(/^Preview: .*A-2/);
  expect(await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id))).toEqual([]);

  await page.getByRole("button", { name: "Customer’s page" }).click();
  await expect(mail).toHaveAttribute("title", /^Customer’s page on /);
  await expect(mail.contentFrame().getByRole("heading", { level: 1, name: "Autumn dues: Ada Lindqvist" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(page.getByRole("main"));

  await visit(page, page.url());
  await expect(page.getByText("Shown: Ada Lindqvist, invoice A-2")).toBeVisible();
  await visit(page, `/companies/${company.id}/preview`);
  await expect(page.getByText("An example: the customer, the invoice and its amount are made up.")).toBeVisible();
  await expect(mail.contentFrame().getByRole("paragraph").filter({ hasText: "Mia Brandsma" }).first()).toBeVisible();
});
