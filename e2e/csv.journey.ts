import { db } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { groupIban } from "@/server/domain/banking/group-iban";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { HOUR_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenRefundFile, PAYER } from "@/server/testing/given-refund-file";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

const today = dayAt(new Date());

test("the columns of a bank's first CSV file are guessed, confirmed and stored, and its payments are matched", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Northbank" });
  const into = await givenImport(partner, { company });
  const invoice = await givenInvoice(partner, { import: into, amountCents: 4_500, invoice: { externalInvoiceNumber: "N-1001" } });
  await givenBankAccount(partner, company);
  const second = await givenBankAccount(partner, company);
  await transmitImport(db, partner.actor, into.id);
  const { code } = referenceOf(invoice.invoiceNumber, "creditor");
  const file = (name: string, on: string, entries: { cents: number; reference?: string; text?: string }[], below = "") => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(csvFile({ iban: "", on, entries }, "british") + below),
  });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const files = page.getByLabel("Files from your bank");
  await files.setInputFiles(
    file(
      "november.csv",
      "2026-11-25",
      [
        { cents: 4_500, reference: code },
        { cents: -1_200, text: "Rent" },
        ...[1, 2, 3, 4].map((month) => ({
          cents: -258_280,
          text: `Trainer, month ${month}, with a text that is longer than a phone is wide`,
        })),
      ],
      "\nClosing balance,-9298.20\nThis list is no receipt.\n",
    ),
  );
  const dialog = page.getByRole("dialog", { name: "Statements" });
  await expect(dialog.getByLabel("What is Paid in?")).toHaveValue("came");
  await expect(dialog.getByLabel("What is Date?")).toHaveValue("day");
  await expectUsable(dialog);

  // A layout that cannot be used is reported before anything is sent.
  await dialog.getByLabel("What is Paid out?").selectOption("Not needed");
  await dialog.getByRole("button", { name: "Show the payments" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Say which column is the amount");
  await dialog.getByLabel("What is Paid out?").selectOption("Amount that went out");
  await dialog.getByRole("button", { name: "Show the payments" }).click();

  // Nothing is stored before a person has seen how the file is read. The columns can still be changed.
  await expect(dialog.getByRole("heading", { name: "1 came in" })).toContainText("45.00");
  await expect(dialog.getByRole("heading", { name: "5 went out" })).toContainText("10,343.20");
  await expect(dialog.getByRole("heading", { name: "2 rows left out" })).toBeVisible();
  await expect(dialog.getByText("Line 8: Closing balance · -9298.20")).toBeVisible();
  // Three rows of each are shown, and all if a person wants to compare them; on a phone as well.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(dialog.getByText("Trainer, month 4")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Show all 5" }).click();
  await expect(dialog.getByText("Trainer, month 4")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Show fewer" })).toHaveAttribute("aria-expanded", "true");
  await expectUsable(dialog);
  const wider = await dialog.evaluate((of) => {
    const { right } = of.getBoundingClientRect();
    return [...of.querySelectorAll("section *")].filter((each) => each.getBoundingClientRect().right > right).length;
  });
  expect(wider).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Change the columns" }).click();
  await expect(dialog.getByLabel("What is Paid out?")).toHaveValue("went");
  await dialog.getByRole("button", { name: "Show the payments" }).click();
  await dialog.getByRole("button", { name: "Read the file" }).click();

  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText("Choose the account.")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Which account is this file for?").selectOption(`${second.current?.iban} ${company.id}`);
  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText("6 entries, 6 new")).toBeVisible();
  await expect(dialog.getByText("2 rows left out")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /Booked 1/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });

  // For the next file, only its account is asked.
  await files.setInputFiles(file("december.csv", "2026-12-01", [{ cents: 700, text: "Coffee" }]));
  await dialog.getByLabel("Which account is this file for?").selectOption(`${second.current?.iban} ${company.id}`);
  await dialog.getByRole("button", { name: "Read the file" }).click();
  // The balance does not continue the account's last statement, so nothing is stored before the account is confirmed.
  const asked = dialog.getByRole("alert");
  await expect(asked).toContainText(
    "The balance before the first row is €1,000.00, but this account’s last statement ended with −€9,298.20",
  );
  await expectUsable(dialog);
  await asked.getByRole("button", { name: "Another account" }).click();
  await dialog.getByLabel("Which account is this file for?").selectOption(`${second.current?.iban} ${company.id}`);
  await dialog.getByRole("button", { name: "Read the file" }).click();
  await asked.getByRole("button", { name: "This account" }).click();
  await expect(dialog.getByText("1 entry, 1 new")).toBeVisible();
});

test("for a file without an account, the selected company's accounts are offered, others on request, and none in another currency", async ({
  page,
}) => {
  const partner = await givenPartner();
  const [rowing, chess, boules] = [
    await givenCompany(partner, { name: "Rowing Club Northbank", currency: "GBP" }),
    await givenCompany(partner, { name: "Chess Club Southbank", currency: "GBP" }),
    await givenCompany(partner, { name: "Boules Eastbank" }),
  ];
  const own = await givenBankAccount(partner, rowing, { country: "GB" });
  const other = await givenBankAccount(partner, chess, { country: "GB", holder: "Southbank Chess" });
  await givenBankAccount(partner, boules);
  const waiting = accountFacts({ country: "GB" });
  const inForceAt = new Date(Date.now() + 20 * HOUR_MS);
  const bankAccountId = newId();
  await db.insert(bankAccounts).values({ partnerId: partner.id, id: bankAccountId, companyId: rowing.id, createdAt: new Date() });
  const requested = { requestedBy: "system", requestedAt: new Date(), inForceAt };
  await db.insert(bankAccountDetails).values({ ...waiting, ...requested, partnerId: partner.id, id: newId(), bankAccountId });
  const pounds = Buffer.from("Date,Payer,Reference,Amount (GBP)\n25/11/2026,Ada Brandsma,raffle,25.00");
  const { sheet, layout } = await guessedLayoutOf(pounds);
  await keepLayout(db, partner.actor, sheet.key, layout);
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/bank?company=${rowing.id}`);
  await page.getByLabel("Files from your bank").setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: pounds });
  const dialog = page.getByRole("dialog", { name: "Statements" });
  const options = dialog.getByLabel("Which account is this file for?").getByRole("option");
  await expect(options).toHaveText([
    "Choose…",
    `${groupIban(own.current?.iban ?? "")} · Rowing Club Northbank`,
    `${groupIban(waiting.iban)} · Rowing Club Northbank (waits)`,
  ]);
  await expect(options.last()).toBeDisabled();
  await expect(dialog.getByText(/can be used from .*: a new account number waits for 24 hours/)).toBeVisible();
  await expect(dialog.getByText("The file is in GBP. Accounts in other currencies are not offered.")).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(dialog);
  }
  await dialog.getByRole("button", { name: "Accounts of other companies" }).click();
  await expect(options).toHaveCount(4);
  await expect(options.last()).toContainText("Chess Club Southbank · Southbank Chess");
  await dialog.getByLabel("Which account is this file for?").selectOption(`${other.current?.iban} ${chess.id}`);
  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText(`${groupIban(other.current?.iban ?? "")}: 1 entry, 1 new`)).toBeVisible();
});

test("money that may be a refund of one's own coming back is asked about at the desk, and is owed again", async ({ page }) => {
  const given = await givenRefundFile();
  await getRefundFile(db, given.actor, given.payoutId);
  const bankFile = (on: string, entries: { cents: number; text: string }[]) => {
    const of = entries.map((entry) => ({ ...entry, iban: PAYER, name: given.five.name }));
    return { name: `${on}.csv`, mimeType: "text/csv", buffer: Buffer.from(csvFile({ iban: given.iban, on, entries: of }, "german")) };
  };
  const left = bankFile(today, [{ cents: -500, text: "Transfer" }]);
  const { sheet, layout } = await guessedLayoutOf(left.buffer);
  await keepLayout(db, given.partner.actor, sheet.key, layout);
  await signInAs(page, await givenStaff(given.partner));
  await visit(page, "/bank");
  const files = page.getByLabel("Files from your bank");
  await files.setInputFiles(left);
  const dialog = page.getByRole("dialog", { name: "Statements" });
  await expect(dialog.getByText("1 entry, 1 new")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await files.setInputFiles(bankFile(addDays(today, 2), [{ cents: 500, text: `Wrong person ${given.five.text}` }]));
  await expect(dialog.getByText("1 entry, 1 new")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: /Wrong person/ }).click({ timeout: BACKGROUND_WORK_MS });
  const asked = page.getByRole("region", { name: "Your own refunds" });
  await expect(asked).toContainText(/This may be your refund of .*5\.00 to .* coming back/);
  await expect(page.getByText("What it may be for")).toHaveCount(0);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }
  await asked.getByRole("button", { name: "It came back" }).click();
  const look = page.getByRole("alertdialog", { name: /Did your refund to .* come back/ });
  await expect(look).toContainText("5.00 is owed to the customer again.");
  await look.getByRole("button", { name: "It came back" }).click();
  await expect(page.getByText("recognised as your own refund.")).toBeVisible();
  await expect.poll(given.outstanding).toBe(-500);
});
