import { expect as expectValue } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { groupIban } from "@/server/domain/banking/group-iban";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCustomer } from "@/server/testing/given-customer";
import { readCodes } from "@/server/testing/read-code";
import { expect, expectUsable, test } from "./test";

test("a customer copies account and reference, scans the paper, and reports the transfer", async ({ page, context }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Northbank" });
  const { current } = await givenBankAccount(partner, company);
  const customer = await givenCustomer(partner, { company, invoice: { locale: "en" } });
  const { code, shown } = referenceOf(customer.invoice.invoiceNumber, "creditor");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.goto(`/i/${customer.secret}`);
  await page.getByText("Pay by bank transfer").click();
  await expect(page.getByText(groupIban(current?.iban ?? ""))).toBeVisible();
  await expect(page.getByText(shown)).toBeVisible();
  await page.getByRole("button", { name: "Copy IBAN", exact: true }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expectValue(await clipboard()).toBe(current?.iban);
  await page.getByRole("button", { name: "Copy Payment reference", exact: true }).click();
  await expect.poll(clipboard).toBe(code);
  await expect(page.getByRole("img", { name: "Scan with your bank’s app" })).toBeVisible();
  await expectUsable(page);

  const paper = await page.request.get(`/i/${customer.secret}/pdf`);
  const [read] = await readCodes(await paper.body());
  expectValue(read?.split("\n").slice(-3)).toEqual(["EUR45.00", "", code]);

  await page.getByRole("button", { name: "I have paid by transfer" }).click();
  await expect(page.getByText("Thank you for telling us.")).toBeVisible();
  await expect(page.getByRole("button", { name: "I have paid by transfer" })).toHaveCount(0);
  await expectUsable(page.getByRole("main"));
  expectValue(await db.select().from(holds).where(eq(holds.invoiceId, customer.invoice.id))).toMatchObject([
    { kind: "paused", reason: "I have paid by transfer" },
  ]);
});

test("without a script the account is shown, but nothing that needs a script", async ({ browser }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const { current } = await givenBankAccount(partner, company);
  const customer = await givenCustomer(partner, { company, invoice: { locale: "en" } });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/i/${customer.secret}`);
  await page.getByText("Pay by bank transfer").click();
  await expect(page.getByText(groupIban(current?.iban ?? ""))).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await context.close();
});
