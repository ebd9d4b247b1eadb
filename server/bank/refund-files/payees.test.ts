import { expect, test } from "vitest";
import { db } from "@/db/client";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { createRefundFile } from "./create-refund-file";
import { getRefundFile } from "./get-refund-file";
import { listOwed } from "./list-owed";

test("a stranger's payment without a name is offered with the name and the account in its text, and ordered only with a name", async () => {
  const given = await givenBankingCompany();
  const { actor } = given.partner;
  const text = `VIREMENT DE CABINET IMMO DU DRAC LOYER LOT 12 ${PAYER}`;
  await given.told([{ cents: 61_200, name: "", iban: "", text, bankReference: "D1" }]);
  const [transaction] = await given.transactions();
  await setAside(db, actor, { transactionId: transaction?.id ?? "", seenDecisions: 0 }, "to_return");
  const [owed] = await listOwed(db, actor, null);
  expect(owed).toMatchObject({ name: "CABINET IMMO DU DRAC", iban: PAYER, ibanFrom: "text" });
  const chosen = { kind: "transaction", id: owed?.id ?? "", amountCents: 61_200, iban: PAYER } as const;
  for (const name of [undefined, " - "])
    await expect(createRefundFile(db, actor, given.company.id, [{ ...chosen, name }])).rejects.toMatchObject({
      code: "payee_name_missing",
    });
  const payoutId = await createRefundFile(db, actor, given.company.id, [{ ...chosen, name: "Cabinet Immo du Drac" }]);
  expect(await getRefundFile(db, actor, payoutId)).toContain("<Cdtr><Nm>Cabinet Immo du Drac</Nm></Cdtr>");
});

test("the company's own account gets no refund", async () => {
  const given = await givenOwed();
  const owed = await listOwed(db, given.partner.actor, null);
  const chosen = owed.map(({ kind, id, amountCents }) => ({ kind, id, amountCents, iban: given.iban }));
  await expect(createRefundFile(db, given.actor, given.company.id, chosen)).rejects.toMatchObject({ code: "payee_is_own_account" });
});

test("a customer gets a refund although a change that waits names the customer's account as the company's", async () => {
  const given = await givenOwed();
  await changeBankAccount(db, given.partner.actor, given.account.id, accountFacts({ iban: PAYER }));
  const owed = await listOwed(db, given.partner.actor, null);
  const chosen = owed.map(({ kind, id, amountCents, iban }) => ({ kind, id, amountCents, iban }));
  expect(chosen).toMatchObject([{ iban: PAYER }]);
  await expect(createRefundFile(db, given.actor, given.company.id, chosen)).resolves.toMatch(/./);
});
