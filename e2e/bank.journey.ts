import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { groupIban } from "@/server/domain/banking/group-iban";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { reportFile, reportStyles } from "@/server/testing/report-files";
import { camtFile } from "@/server/testing/statement-files";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { pressKey } from "./press-key";
import { expect, expectToFit, expectUsable, test } from "./test";

async function givenBank() {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Northbank" });
  const account = await givenBankAccount(partner, company);
  const into = await givenImport(partner, { company });
  const billed = async (customerFirstName: string, customerLastName: string, externalInvoiceNumber: string, amountCents: number) =>
    givenInvoice(partner, {
      import: into,
      amountCents,
      invoice: { customerFirstName, customerLastName, externalInvoiceNumber, customerEmail: `${externalInvoiceNumber}@members.example` },
    });
  const first = await billed("Ada", "Brandsma", "N-1001", 4_500);
  const second = await billed("Bo", "Vermeer", "N-1002", 5_500);
  const third = await billed("Cees", "Oosterling", "N-1003", 6_500);
  await transmitImport(db, partner.actor, into.id);
  const outstanding = async (id: string) =>
    (await db.select({ cents: invoices.amountTotalCents }).from(invoices).where(eq(invoices.id, id)))[0]?.cents;
  return { partner, company, iban: account.current?.iban ?? "", first, second, third, outstanding };
}

test("statements are uploaded, payments that name their invoice are booked, and the others are decided by keyboard", async ({ page }) => {
  const { partner, iban, first, second, third, outstanding } = await givenBank();
  const { code } = referenceOf(first.invoiceNumber, "creditor");
  const file = camtFile([
    {
      iban,
      id: "2026-231",
      entries: [
        { cents: 4_500, name: "Ada Brandsma", reference: code },
        { cents: 5_500, name: "B. Vermeer", iban: "NL20TEST0987654321", text: "contribution N-1002" },
        { cents: 6_000, name: "C Oosterling", iban: "", text: "first part" },
        { cents: 700, name: "Somebody", iban: "", text: "hello" },
        { cents: -9_900, name: "Landlord", text: "Rent" },
      ],
    },
  ]);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  await expect(page.getByText("No bank statements yet")).toBeVisible();
  const files = page.getByLabel("Files from your bank");
  await files.setInputFiles({ name: "broken.xml", mimeType: "text/xml", buffer: Buffer.from(file.replace("45.00", "45.01")) });
  const dialog = page.getByRole("dialog", { name: "Statements" });
  await expect(dialog.getByText("do not add up to the closing balance")).toBeVisible();
  await expect(dialog.getByText(/^1,000\.00 \+ 68\.01 is not 1,068\.00 \(line \d+, .+\)$/)).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Close" }).click();
  await files.setInputFiles([
    { name: "monday.xml", mimeType: "text/xml", buffer: Buffer.from(file) },
    { name: "again.xml", mimeType: "text/xml", buffer: Buffer.from(file) },
  ]);
  await expect(dialog.getByText("5 entries, 5 new")).toBeVisible();
  await expect(dialog.getByText("This file was uploaded before.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await expect(page.getByRole("link", { name: /To decide 3/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await page.getByRole("link", { name: /B\. Vermeer/ }).click();
  await expect(page.getByText("Your number matches · Last name in the payment · Amount matches")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  expect(await outstanding(first.id)).toBe(0);
  await pressKey(page, "Enter");
  await expect(page.getByText(/B\. Vermeer, .*: booked\./).first()).toBeVisible();
  expect(await outstanding(second.id)).toBe(0);

  // The next payment opens automatically.
  await expect(page.getByRole("heading", { name: /C Oosterling/ })).toBeVisible();
  await expect(page.getByText("The rest stays outstanding.")).toBeVisible();
  await page.keyboard.press("s");
  await page.getByLabel("Amount for N-1003").fill("60.00");
  await page.getByRole("button", { name: "Book" }).click();
  await expect(page.getByRole("heading", { name: /Somebody/ })).toBeVisible();
  await expect.poll(() => outstanding(third.id)).toBe(500);

  await pressKey(page, "x");
  await expect(page.getByText("Everything is decided.")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByRole("link", { name: /To decide 1/ })).toBeVisible();

  await page.getByRole("link", { name: /^Booked/ }).click();
  await page.getByRole("link", { name: /Ada Brandsma/ }).click();
  await expect(page.getByText("Automatically")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Ada Brandsma, €45.00: undone.")).toBeVisible();
  await expect.poll(() => outstanding(first.id)).toBe(4_500);
  await expectUsable(page.getByRole("main"));

  await visit(page, "/bank/statements");
  await expect(page.getByRole("cell", { name: "monday.xml" })).toBeVisible();
});

test("a button that can be pressed decides, also if the offers come late, and a key that comes too soon says so", async ({ page }) => {
  const { partner, iban } = await givenBank();
  const entries = ["Somebody", "Anybody"].map((name) => ({ cents: 700, name, iban: "", text: "hello" }));
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const file = camtFile([{ iban, entries }]);
  await page.getByLabel("Files from your bank").setInputFiles({ name: "a.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  await page.getByRole("dialog", { name: "Statements" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /To decide 2/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await page.route(/\/api\/trpc\/.*bank\.offers/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await visit(page, "/bank");
  for (const name of ["Somebody", "Anybody"]) {
    await page.getByRole("link", { name: new RegExp(name) }).click();
    await page.getByRole("button", { name: /^Later/ }).click();
    await expect(page.getByText(`${name}, €7.00: now under “Later”.`)).toBeVisible();
  }
  await page.addInitScript(() => {
    const isShown = () => [...document.querySelectorAll("button")].some(({ textContent }) => textContent?.startsWith("Not ours"));
    const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
    const watcher = new MutationObserver(() => {
      if (!isShown()) return;
      watcher.disconnect();
      setTimeout(press, 100);
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await visit(page, "/bank?tab=later");
  await expect(page.getByText("This payment had only just appeared, so nothing was decided.")).toBeVisible();
  await expectUsable(page.getByRole("main"));
});

test("a payment with the right reference that names another creditor waits at the desk, which names the identifier", async ({ page }) => {
  const { partner, iban, first, outstanding } = await givenBank();
  const { code } = referenceOf(first.invoiceNumber, "creditor");
  const file = camtFile([{ iban, entries: [{ cents: 4_500, reference: code, creditorIdentifier: "AT61ZZZ01234567890" }] }]);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  await page.getByLabel("Files from your bank").setInputFiles({ name: "a.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  await page.getByRole("dialog", { name: "Statements" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: /Ada Brandsma/ }).click();
  await expect(page.getByText("Reference matches · Name in the payment · Amount matches")).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await expect(page.getByText("The bank names the creditor identifier AT61ZZZ01234567890,")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  expect(await outstanding(first.id)).toBe(4_500);
  await page.getByRole("button", { name: /^Book/ }).click();
  await expect.poll(() => outstanding(first.id)).toBe(0);
});

test("a member with the level `read` cannot decide about payments or upload statements", async ({ page }) => {
  const { partner, iban } = await givenBank();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const file = camtFile([{ iban, entries: [{ cents: 700, name: "Somebody", text: "hello" }] }]);
  await page.getByLabel("Files from your bank").setInputFiles({ name: "a.xml", mimeType: "text/xml", buffer: Buffer.from(file) });
  await expect(page.getByText("1 entry, 1 new")).toBeVisible();

  await signInAs(page, await givenStaff(partner, { role: "member", accessLevel: "read" }));
  await visit(page, "/bank");
  await page.getByRole("link", { name: /Somebody/ }).click();
  await expect(page.getByText("No invoice fits.")).toBeVisible({ timeout: BACKGROUND_WORK_MS });
  await expect(page.getByRole("button", { name: "Not ours" })).toHaveCount(0);
  await expect(page.getByLabel("Files from your bank")).toHaveCount(0);
  const refused = await page.request.post("/api/bank-statements?name=a", {
    data: file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  expect(refused.status()).toBe(403);
});

test("an overpayment is refunded by a file for the bank, and the next statement closes the refund", async ({ page }) => {
  const { partner, iban, first, outstanding } = await givenBank();
  const { code } = referenceOf(first.invoiceNumber, "creditor");
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank/refunds");
  await expect(page.getByText("Nothing to refund")).toBeVisible();
  await visit(page, "/bank");
  const upload = async (name: string, contents: string) => {
    await page.getByLabel("Files from your bank").setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(contents) });
    const dialog = page.getByRole("dialog", { name: "Statements" });
    await expect(dialog.getByText(", 1 new")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
  };
  await upload(
    "a.xml",
    camtFile([{ iban, entries: [{ cents: 5_000, reference: code, iban: "NL20INGB0001234567", bankReference: "B1" }] }]),
  );
  // The reference is right: the payment is booked automatically, and the excess is to be refunded.
  await expect.poll(() => outstanding(first.id), { timeout: BACKGROUND_WORK_MS }).toBe(-500);
  await page.getByRole("link", { name: /^Refunds/ }).click();
  await expect(page.getByText("More than was owed · account it came from")).toBeVisible();
  // Nothing is ticked beforehand.
  await expect(page.getByRole("button", { name: "Make a file…" })).toBeDisabled();
  await page.getByRole("checkbox", { name: /^Refund Ada Brandsma/ }).check();
  await expect(page.getByText("1 of 1 ticked · €5.00")).toBeVisible();
  await page.getByRole("textbox", { name: /^Account of Ada Brandsma/ }).fill("NL00");
  await expect(page.getByText("An account number is missing or wrong.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a file of 1 payment…" })).toBeDisabled();
  await page.getByRole("textbox", { name: /^Account of Ada Brandsma/ }).fill("NL20 INGB 0001 2345 67");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Make a file of 1 payment…" }).click();
  const look = page.getByRole("alertdialog", { name: "Make a file of 1 payment?" });
  await expect(look.getByRole("row", { name: /^Paid from/ })).toContainText(groupIban(iban));
  await expect(look.getByRole("row", { name: /^Sum/ })).toContainText("€5.00");
  await expectUsable(look);
  await look.getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByText("The file is made.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Everything is in files for the bank" })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).click()]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain('<InstdAmt Ccy="EUR">5.00</InstdAmt>');
  await expectUsable(page.getByRole("main"));

  const [, endToEndId = ""] = /<EndToEndId>(\w+)<\/EndToEndId>/.exec(file) ?? [];
  await visit(page, "/bank");
  await upload("b.xml", camtFile([{ iban, id: "2", entries: [{ cents: -500, endToEndId, bankReference: "B2" }] }]));
  await expect.poll(() => outstanding(first.id), { timeout: BACKGROUND_WORK_MS }).toBe(0);
  await visit(page, "/bank/refunds");
  await expect(page.getByRole("heading", { name: "All sent" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ada Brandsma/ })).toContainText("sent");
});

test("a bank's report ends a rejected refund, and a second person decides about a name that does not match", async ({ page }) => {
  const { partner, five, three, messageId } = await givenRefundFile();
  const staff = await givenStaff(partner);
  await signInAs(page, staff);
  await visit(page, "/bank");
  const upload = async (name: string, contents: string) => {
    await page.getByLabel("Files from your bank").setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(contents) });
    return page.getByRole("dialog", { name: "Statements" });
  };
  const refused = await upload("salaries.xml", reportFile({ fileId: "SALARIES-11", status: "ACCP" }));
  await expect(refused.getByText("The report is about a file of payments that was not made here.")).toBeVisible();
  await expect(refused.getByText("SALARIES-11 (line 4, OrgnlGrpInfAndSts/OrgnlMsgId)")).toBeVisible();
  await refused.getByRole("button", { name: "Close" }).click();

  const close = { endToEndId: three.endToEndId, status: "RVMC", texts: ["Ada Brandsma-de Wit"] };
  const names = await upload("names.xml", reportFile({ fileId: messageId, status: "RVCM", payments: [close] }, reportStyles[5]));
  await expect(names.getByText("1 name does not match: a second person decides about it.")).toBeVisible();
  await names.getByRole("button", { name: "Close" }).click();
  const rejected = { endToEndId: five.endToEndId, status: "RJCT", reason: "AC04" };
  const report = await upload(
    "report.xml",
    reportFile({ fileId: messageId, id: "R2", status: "PART", payments: [rejected, { endToEndId: three.endToEndId, status: "ACTC" }] }),
  );
  await expect(report.getByText("1 payment was rejected and is owed again.")).toBeVisible();
  await expectUsable(report);
  await report.getByRole("link", { name: "To the files" }).click();

  const file = page.getByRole("table", { name: /^Payments of refunds-/ });
  await expect(file.getByRole("row", { name: /rejected by the bank: the account is closed \(AC04\)/ })).toBeVisible();
  await expect(file.getByText("The name nearly matches. The account belongs to: Ada Brandsma-de Wit")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toHaveCount(0);
  await expectUsable(page.getByRole("main"));
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await file.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.getByText("Kept. The file can go on.")).toBeVisible();
  await expect(file.getByText(`Kept by ${staff.name}.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
  // The rejected money can be given back again.
  await page.getByRole("checkbox", { name: "All whose account is known" }).check();
  await expect(page.getByText("1 of 1 ticked · €5.00")).toBeVisible();
});
