import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { acceptStatement } from "./accept-statement";
import { listStatements } from "./list-statements";

test("entries booked after the account was closed are not booked until a person accepts their statement; earlier ones are", async () => {
  const given = await givenBankingCompany();
  const { partner, iban, store } = given;
  const { invoice, reference } = await givenBilled(given);
  const today = dayAt(new Date());
  const fileOf = (id: string, on: string, cents: number) =>
    camtFile([{ iban, id, on, opening: 1_000, entries: [{ cents, reference, on }] }]);
  const outstanding = async () => {
    await matchNewTransactions(db, { scope: { partnerId: partner.id } });
    return (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
  };
  await closeBankAccount(db, partner.actor, given.account.id);

  const [last] = (await store(fileOf("S1", today, 500))).statements;
  expect(last?.waitsBecause).toBeNull();
  expect(await outstanding()).toBe(4_000);

  const [later] = (await store(fileOf("S9", addDays(today, 1), 700))).statements;
  expect(later?.waitsBecause).toBe("account_closed");
  expect(await outstanding()).toBe(4_000);
  const { entries } = await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 50 });
  const waiting = entries.find(({ wait }) => wait)?.wait;
  expect(waiting).toMatchObject({ accountClosedOn: today, contradicts: null, aboveLimit: [], blocker: null });

  const { actor } = await givenMember(partner);
  await acceptStatement(db, actor, waiting?.statementId ?? "");
  expect(await outstanding()).toBe(3_300);
});

test("an account is closed on the companies' day, also shortly after their midnight", async () => {
  const { account, iban, store } = await givenBankingCompany();
  await db
    .update(bankAccounts)
    .set({ closedAt: new Date("2026-03-02T23:30:00Z") })
    .where(eq(bankAccounts.id, account.id));
  const waitsOn = async (id: string, on: string) => {
    const file = camtFile([{ iban, id, on, opening: 1_000, entries: [{ cents: 500, on }] }]);
    return (await store(file)).statements[0]?.waitsBecause;
  };
  expect(await waitsOn("S1", "2026-03-03")).toBeNull();
  expect(await waitsOn("S2", "2026-03-04")).toBe("account_closed");
});
