import { db } from "@/db/client";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { receivedFile } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

const IBAN = "DE02 1203 0000 0000 2020 51";

test("an administrator records mandates by form and by file, sees what is refused and why, and withdraws one", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${company.id}`);
  await page.getByRole("link", { name: "Show the mandates" }).click();
  await expect(page.getByText("Payers are debited by them")).toBeVisible();

  await page.getByRole("button", { name: "Add mandate" }).click();
  const dialog = page.getByRole("dialog");
  // The form is longer than the screen: nothing of it shows below the buttons.
  const endOfButtons = () => dialog.locator("footer").evaluate((footer) => footer.getBoundingClientRect().bottom);
  await expect.poll(endOfButtons).toBe(page.viewportSize()?.height);
  await dialog.getByLabel("IBAN").fill("CH44 3199 9123 0008 8901 2");
  await dialog.getByLabel("Scheme").selectOption("B2B: organisations only");
  await dialog.getByRole("button", { name: "Add mandate" }).click();
  const reasons = [
    "Enter the payer’s e-mail address",
    "Enter the reference on the mandate",
    "Enter the account holder",
    "This is a QR-IBAN",
  ];
  for (const reason of [...reasons, "Enter the day of the signature.", "Enter the organisation’s name."])
    await expect(dialog.getByText(reason).first()).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Payer’s e-mail address").fill("ada@members.example");
  await dialog.getByLabel("Mandate reference").fill("NB-1");
  await dialog.getByLabel("Account holder").fill("Ada Brandsma");
  await dialog.getByLabel("IBAN").fill(IBAN);
  await dialog.getByLabel("Signed on").fill("2026-06-01");
  await dialog.getByLabel("Scheme").selectOption("Core: for everybody");
  await dialog.getByRole("button", { name: "Add mandate" }).click();
  await expect(page.getByText("The mandate was added.")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "NB-1" });
  await expect(row.getByText("valid")).toBeVisible();

  const file = [
    "Mandatsreferenz;Kontoinhaber;IBAN;Unterschrieben am;E-Mail",
    `NB-2;Bo Vries;${IBAN};1.6.2026;bo@members.example`,
    `NB-3;Chris Öz;${IBAN};;chris@members.example`,
    `NB-4;Ada Brandsma;${IBAN};1.6.2026;ada@members.example`,
  ].join("\n");
  await page.getByLabel("CSV file of mandates").setInputFiles({ name: "mandates.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await expect(dialog.getByText("1 recorded, 2 refused.")).toBeVisible();
  const refused = dialog.getByRole("row");
  await expect(refused.filter({ hasText: "Unterschrieben am" }).getByText("Enter the day of the signature.")).toBeVisible();
  await expect(refused.filter({ hasText: "ada@members.example" }).getByText("Existing mandate: NB-1.")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Withdraw mandate NB-1" }).click();
  const question = page.getByRole("alertdialog");
  await expectUsable(question);
  await question.getByRole("button", { name: "Withdraw mandate" }).click();
  await expect(row.getByText("withdrawn")).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw mandate NB-1" })).toHaveCount(0);

  await page.getByRole("searchbox", { name: "Search mandates" }).fill("bo v");
  await expect(page.getByRole("row").filter({ hasText: "NB-2" })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("Home leads to the payer whose mandate the bank's reason ended; list and invoice say why and when", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit, invoices } = await givenPlannedDebit(partner, company, { mandate: { holder: "Ada Brandsma" } });
  await givenMandate(partner, company);
  const fileId = painIdOf(await givenFileOf(debit));
  const payments = [{ endToEndId: debit.endToEndId, status: "RJCT", reason: "AC04" }];
  const report = reportFile({ fileId, partId: null, status: "PART", payments });
  await storeStatementFile(db, partner.actor, { name: "report.xml", account: "" }, receivedFile(report));
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/home");
  await page.getByRole("link", { name: "1 payer needs another mandate" }).click();
  await expect(page).toHaveURL(/needed=true/);
  await expect(page.getByText("1 payer with an open invoice needs another mandate")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Ada Brandsma" })).toContainText(/Ended.*the payer’s account is closed \(AC04\)/);
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Show all mandates" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Valid" })).toHaveCount(1);

  await visit(page, `/invoices/${invoices[0]?.id}`);
  const event = page.getByRole("listitem").filter({ hasText: "Direct debit rejected by the bank on" });
  await expect(event).toContainText("the payer’s account is closed (AC04)");
});

test("members read mandates and change none, and a company in another currency than the euro has none", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await givenMandate(partner, company, { reference: "NB-7" });
  const inFrancs = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, `/companies/${company.id}/mandates`);
  await expect(page.getByRole("cell", { name: "NB-7" })).toBeVisible();
  await expect(page.getByRole("button", { name: /mandate|CSV/ })).toHaveCount(0);
  const refused = await page.request.post(`/api/mandates?company=${company.id}`, {
    data: "reference;holder",
    headers: { "Content-Type": "application/octet-stream" },
  });
  expect(refused.status()).toBe(403);
  await visit(page, `/companies/${inFrancs.id}`);
  await expect(page.getByRole("link", { name: "Show the mandates" })).toHaveCount(0);
});
