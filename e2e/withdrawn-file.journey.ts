import { db } from "@/db/client";
import { createDebitFiles } from "@/server/bank/debit-files/create-debit-files";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { accountOf, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { storeAndMatch } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("the bank collects a file that was withdrawn: the desk names it, and an administrator states that the bank has it", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const { debit } = await givenPlannedDebit(partner, company, { mandate: { holder: "Ada Brandsma" } });
  const bankAccountId = await accountOf(company);
  const staff = await givenStaff(partner);
  const { actor } = partner;
  const seen = { count: 1, amountCents: debit.amountCents };
  const [fileId = ""] = await createDebitFiles(db, actor, { bankAccountId, days: [debit.collectOn], seen });
  await getDebitFile(db, actor, fileId);
  await withdrawDebitFile(db, actor, fileId);
  const iban = (await getBankAccount(db, actor, bankAccountId)).current?.iban ?? "";
  const entries = [{ cents: debit.amountCents, endToEndId: debit.endToEndId, text: "Season" }];
  await storeAndMatch(partner, camtFile([{ iban, entries }]));

  await signInAs(page, staff);
  await visit(page, "/bank");
  await expect(page.getByText(/^This belongs to the file of direct debits debits-/)).toBeVisible();
  await page.getByRole("link", { name: "decide about the file" }).click();
  const planned = page.getByRole("table", { name: "Planned debits", exact: true }).getByRole("row");
  await expect(planned.filter({ hasText: "Ada Brandsma" }).getByText("the bank refers to a withdrawn file with it")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "The bank has it…" }).click();
  const question = page.getByRole("alertdialog");
  await expectUsable(question);
  await question.getByRole("button", { name: "The bank has it" }).click();
  await expect(page.getByText("Recorded. The debits are at the bank.")).toBeVisible();
  await expect(page.getByText(/^The bank has it after all, stated/)).toBeVisible();
});
