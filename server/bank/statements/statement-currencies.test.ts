import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { bankStatements } from "@/db/schema/bank-statements";
import { newId } from "@/server/platform/id";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { statementCurrencies } from "@/server/tenancy/bank-accounts/statement-currencies";
import { givenCompany } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { listKnownAccounts } from "./find-statement-accounts";

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

/** Stores a statement of the account in a currency. */
function told({ store }: Given, iban: string, currency: string, id = currency) {
  return store(camtFile([{ iban, id, currency, entries: [{ cents: 100, bankReference: id }] }]), `${id}.xml`);
}

/** Gives the account another number, in force at once. Returns it. */
async function changeNumber({ partner, account }: Given): Promise<string> {
  const [now, facts] = [new Date(), accountFacts()];
  const details = { ...facts, partnerId: partner.id, id: newId(), bankAccountId: account.id };
  await db.insert(bankAccountDetails).values({ ...details, requestedBy: "system", requestedAt: now, inForceAt: now });
  return facts.iban;
}

const currenciesOf = async ({ partner }: Pick<Given, "partner">, iban: string) =>
  (await listKnownAccounts(db, partner.actor)).filter((each) => each.iban === iban).map(({ statementCurrencies: known }) => known);

test("an account keeps the currencies of its statements when its number changes", async () => {
  const given = await givenBankingCompany();
  for (const currency of ["USD", "CHF"]) await told(given, given.iban, currency);
  const iban = await changeNumber(given);
  expect(await currenciesOf(given, iban)).toEqual([["CHF", "USD"]]);
  await told(given, iban, "EUR");
  expect(await currenciesOf(given, iban)).toEqual([["CHF", "EUR", "USD"]]);
  expect(await currenciesOf(given, given.iban)).toEqual([["CHF", "EUR", "USD"]]);
});

test("statements of another account with an earlier number do not count, those of a shared number do, and withdrawn ones do not", async () => {
  const given = await givenBankingCompany();
  const { partner, company, account, iban: earlier } = given;
  const iban = await changeNumber(given);
  const other = await givenCompany(partner);
  await givenBankAccount(partner, other, { iban });
  await givenBankAccount(partner, company, { iban: earlier });
  await told(given, iban, "GBP");
  // If two accounts have one number, the open one gets the statement.
  await closeBankAccount(db, partner.actor, account.id);
  await told(given, earlier, "CHF");
  expect(await currenciesOf(given, iban)).toEqual([["GBP"], ["GBP"]]);
  await db
    .update(bankStatements)
    .set({ withdrawalId: newId(), withdrawnBy: "operator", withdrawnAt: new Date(), withdrawalReason: "wrong account" })
    .where(and(eq(bankStatements.partnerId, partner.id), eq(bankStatements.currency, "GBP")));
  expect(await currenciesOf(given, iban)).toEqual([[], []]);
});

test("of an account with very many statements, a few are looked up", async () => {
  const given = await givenBankingCompany();
  const { partner, account, iban } = given;
  await told(given, iban, "EUR");
  await db.execute(sql`
    insert into bank_statements
    select (jsonb_populate_record(s, jsonb_build_object('id', lpad(n::text, 40, '0'), 'number', n::text))).*
    from bank_statements s, generate_series(1, 3000) n where s.partner_id = ${partner.id}`);
  await told(given, iban, "USD");
  const query = db
    .select({ known: statementCurrencies() })
    .from(bankAccounts)
    .innerJoin(bankAccountDetails, eq(bankAccountDetails.bankAccountId, bankAccounts.id))
    .where(and(eq(bankAccounts.partnerId, partner.id), eq(bankAccounts.id, account.id)));
  expect(await query).toEqual([{ known: ["EUR", "USD"] }]);
  const [plan] = await db.execute<{ "QUERY PLAN": unknown }>(sql`explain (analyze, format json) ${query.getSQL()}`);
  const scans = nodesIn(plan?.["QUERY PLAN"]).filter((node) => node["Relation Name"] === "bank_statements");
  expect(scans.length).toBeGreaterThan(0);
  const read = scans.map(
    (node) => Number(node["Actual Loops"]) * (Number(node["Actual Rows"]) + Number(node["Rows Removed by Filter"] ?? 0)),
  );
  expect(read.reduce((sum, rows) => sum + rows)).toBeLessThan(10);
});

/** Returns all objects within a query's plan. */
function nodesIn(plan: unknown): Record<string, unknown>[] {
  if (typeof plan !== "object" || plan === null) return [];
  const inside = Object.values(plan).flatMap(nodesIn);
  return Array.isArray(plan) ? inside : [{ ...plan }, ...inside];
}
