import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import type { CheckedStatement } from "./check-statement";
import type { StatementAccount } from "./find-statement-accounts";

interface KeptStatement {
  iban: string;
  currency: string;
  entries: number;
  newEntries: number;
}

/**
 * Writes a stored file to the security log, with one event for each of its currencies: a sum over two currencies means nothing. Amounts in
 * cents, over all booked entries.
 */
export async function recordKept(
  tx: Database,
  actor: Actor,
  { id, name, sha256 }: { id: string; name: string; sha256: string },
  stored: readonly KeptStatement[],
  { accounts, checked }: { accounts: readonly StatementAccount[]; checked: readonly CheckedStatement[] },
): Promise<void> {
  const statements = stored.map((statement, index) => ({ ...statement, companyId: accounts[index]?.companyId, sums: checked[index] }));
  for (const currency of new Set(statements.map((statement) => statement.currency))) {
    const ofCurrency = statements.filter((statement) => statement.currency === currency);
    const sum = (amountOf: (statement: (typeof statements)[number]) => number | undefined) =>
      ofCurrency.reduce((total, statement) => total + (amountOf(statement) ?? 0), 0);
    const companies = new Set(ofCurrency.map(({ companyId }) => companyId));
    await recordEvent(tx, actor, "bank_statement_kept", {
      about: companies.size === 1 ? `company:${[...companies][0]}` : undefined,
      after: {
        statementFile: id,
        name,
        sha256,
        accounts: [...new Set(ofCurrency.map(({ iban }) => iban))],
        currency,
        creditedCents: sum(({ sums }) => sums?.creditedCents),
        debitedCents: sum(({ sums }) => sums?.debitedCents),
        entries: sum(({ entries }) => entries),
        newEntries: sum(({ newEntries }) => newEntries),
      },
    });
  }
}
