import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import type { Actor } from "@/server/actor";
import { keptRows } from "@/server/domain/banking/left-out-rows";
import { newId } from "@/server/platform/id";
import type { CheckedStatement } from "./check-statement";
import { csvColumnsIn } from "./entry-key";
import type { StatementAccount } from "./find-statement-accounts";
import { contentsOf } from "./statement-contents";

/** Maximum length of a bank's number of a statement, in characters. */
const LONGEST_NUMBER = 200;

/**
 * Stores a statement, unless it came before in another file. Returns its id in both cases. The caller has locked the account. A statement
 * without number and balances is the same as another one of its days only if both have the same entries.
 */
export async function keepStatement(
  tx: Database,
  { partnerId }: Actor,
  fileId: string,
  { companyId, bankAccountId, iban }: StatementAccount,
  {
    family,
    currency,
    id: number,
    openingCents,
    openingOn,
    closingCents,
    closingOn,
    entries,
    announced,
    contents,
    leftOut,
  }: CheckedStatement,
): Promise<string> {
  const facts = { iban, currency, family, number: number.slice(0, LONGEST_NUMBER), openingCents, openingOn, closingCents, closingOn };
  const whereSame = (Object.keys(facts) as (keyof typeof facts)[]).map((name): SQL => {
    const value = facts[name];
    return value === null ? isNull(bankStatements[name]) : eq(bankStatements[name], value);
  });
  const alike = await tx
    .select({ id: bankStatements.id, family: bankStatements.family, contents: bankStatements.contents })
    .from(bankStatements)
    .where(and(eq(bankStatements.partnerId, partnerId), isNull(bankStatements.withdrawalId), ...whereSame))
    .orderBy(asc(bankStatements.id));
  for (const each of alike) {
    if (!contents || contents === each.contents) return each.id;
    if (each.contents === null && (await findContents(tx, partnerId, each)).includes(contents)) return each.id;
  }
  const id = newId();
  await tx.insert(bankStatements).values({
    ...facts,
    partnerId,
    id,
    fileId,
    companyId,
    bankAccountId,
    entries: entries - announced,
    contents: contents ?? null,
    leftOut: leftOut && keptRows(leftOut),
  });
  return id;
}

/**
 * Returns the hashes of the entries of a statement that is older than the column `contents`. A CSV statement has one for each kind of CSV file
 * that brought entries, because files with other columns were taken for the same statement; others have one.
 */
async function findContents(tx: Database, partnerId: string, { id, family }: { id: string; family: string }): Promise<string[]> {
  const found = await tx.execute<{ key: string }>(sql`
    with contained as materialized (
      select e.id from statement_entries e where e.partner_id = ${partnerId} and e.statement_id = ${id}
      union select r.entry_id from repeated_entries r where r.partner_id = ${partnerId} and r.statement_id = ${id})
    select k.key from contained
      join statement_entry_keys k on k.partner_id = ${partnerId} and k.entry_id = contained.id and k.family = ${family}`);
  const keys = found.map(({ key }) => key);
  const kinds = new Set(keys.map(csvColumnsIn));
  return kinds.size === 0 ? [contentsOf([])] : [...kinds].map((kind) => contentsOf(keys.filter((key) => csvColumnsIn(key) === kind)));
}
