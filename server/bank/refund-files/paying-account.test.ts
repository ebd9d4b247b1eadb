import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { payouts } from "@/db/schema/payouts";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { givenCompany } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenOwed } from "@/server/testing/given-refund-file";
import { camtFile } from "@/server/testing/statement-files";
import { createRefundFile } from "./create-refund-file";
import { listOwed } from "./list-owed";
import { previewRefundFile } from "./preview-refund-file";

/** Money that came to the company's first account, after which a second account became that of the settings. */
async function given() {
  const made = await givenOwed();
  const { partner, company } = made;
  const [owed] = await listOwed(db, partner.actor, null);
  if (!owed) throw new Error("Nothing is owed");
  const second = await givenBankAccount(partner, company);
  const chosen = [{ kind: owed.kind, id: owed.id, amountCents: owed.amountCents, iban: owed.iban }];
  const preview = () => previewRefundFile(db, made.actor, company.id, chosen);
  const fromOf = ({ id, current }: typeof second) => ({ bankAccountId: id, seenIban: current?.iban ?? "" });
  return { ...made, owed, second, chosen, preview, fromOf };
}

test("a file is offered to be paid from the account that the money came to, or from another one of the company", async () => {
  const { preview, iban, second, chosen, actor, company, fromOf } = await given();
  expect((await preview()).accounts.map((each) => each.iban)).toEqual([iban, second.current?.iban]);
  const id = await createRefundFile(db, actor, company.id, chosen, fromOf(second));
  expect(only(await db.select().from(payouts).where(eq(payouts.id, id)))).toMatchObject({
    bankAccountId: second.id,
    iban: second.current?.iban,
  });
});

test("closed accounts, accounts of another company and numbers that have changed are refused", async () => {
  const { preview, partner, iban, second, chosen, actor, company, fromOf } = await given();
  const other = await givenBankAccount(partner, await givenCompany(partner));
  const order = (from: ReturnType<typeof fromOf>) => createRefundFile(db, actor, company.id, chosen, from);
  await expect(order(fromOf(other))).rejects.toMatchObject({ code: "invalid_bank_account_id" });
  await expect(order({ ...fromOf(second), seenIban: iban })).rejects.toMatchObject({ code: "changed_meanwhile" });
  await closeBankAccount(db, actor, second.id);
  await expect(order(fromOf(second))).rejects.toMatchObject({ code: "invalid_bank_account_id" });
  expect((await preview()).accounts.map((each) => each.iban)).toEqual([iban]);
});

test("an account whose statements are in another currency is not offered", async () => {
  const { preview, iban, second, store } = await given();
  await store(camtFile([{ iban: second.current?.iban ?? "", currency: "CHF", id: "F1", entries: [{ cents: 700 }] }]));
  expect((await preview()).accounts.map((each) => each.iban)).toEqual([iban]);
});
