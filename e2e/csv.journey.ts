import { db } from "@/db/client";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { csvFile } from "@/server/testing/csv-files";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

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
      ],
      "\nClosing balance,1033.00\nThis list is no receipt.\n",
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
  await expect(dialog.getByRole("heading", { name: "1 went out" })).toContainText("12.00");
  await expect(dialog.getByRole("heading", { name: "2 rows left out" })).toBeVisible();
  await expect(dialog.getByText("Line 4: Closing balance · 1033.00")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Change the columns" }).click();
  await expect(dialog.getByLabel("What is Paid out?")).toHaveValue("went");
  await dialog.getByRole("button", { name: "Show the payments" }).click();
  await dialog.getByRole("button", { name: "Read the file" }).click();

  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText("Choose the account.")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Which account is this file for?").selectOption(second.current?.iban ?? "");
  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText("2 entries, 2 new")).toBeVisible();
  await expect(dialog.getByText("2 rows left out")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /Booked 1/ })).toBeVisible({ timeout: BACKGROUND_WORK_MS });

  // For the next file, only its account is asked.
  await files.setInputFiles(file("december.csv", "2026-12-01", [{ cents: 700, text: "Coffee" }]));
  await dialog.getByLabel("Which account is this file for?").selectOption(second.current?.iban ?? "");
  await dialog.getByRole("button", { name: "Read the file" }).click();
  await expect(dialog.getByText("1 entry, 1 new")).toBeVisible();
});
