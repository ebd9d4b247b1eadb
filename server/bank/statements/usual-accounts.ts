import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import type { OfferedAccount } from "@/server/domain/banking/csv-layout";
import { csvKeyStart } from "./entry-key";
import type { StatementHead } from "./statement";

/**
 * Marks the accounts for which a CSV file with the same columns was stored before, unless its statement was withdrawn since. Changes nothing for
 * a file whose statements all name their account.
 */
export async function markUsual(
  db: Database,
  { partnerId }: Actor,
  statements: readonly StatementHead[],
  offered: readonly OfferedAccount[],
): Promise<readonly OfferedAccount[]> {
  const starts = statements.flatMap(({ account, question }) => (account === "" && question ? [csvKeyStart(question.sheet.key)] : []));
  if (starts.length === 0 || offered.length < 2) return offered;
  const ibans = textArray([...new Set(offered.map(({ iban }) => iban))]);
  const found = await db.execute<{ iban: string }>(sql`select iban from unnest(${ibans}::text[]) iban
    where exists (select from statement_entry_keys k join unnest(${textArray([...new Set(starts)])}::text[]) start on starts_with(k.key, start)
      where k.partner_id = ${partnerId} and k.iban = iban.iban and k.family = 'csv')`);
  const usual = new Set(found.map(({ iban }) => iban));
  return offered.map((account) => (usual.has(account.iban) ? { ...account, isUsual: true } : account));
}
