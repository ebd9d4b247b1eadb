import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { payments } from "@/db/schema/payments";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { csvFile, csvStyles, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { mt940File, mt940Styles } from "@/server/testing/mt940-files";
import { mutationsOf } from "@/server/testing/mutations";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile, type MadeStatement } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { StatementRefusal } from "./statement";

/** A table with the payments of a batch below their booking, a running balance and a total. Amounts in cents. */
function batchFile(entries: MadeStatement["entries"]): string {
  const written = (cents: number) => (cents / 100).toFixed(2);
  const sum = entries.reduce((total, { cents }) => total + cents, 0);
  return [
    "Datum;Text;Betrag Detail;Belastung;Gutschrift;Saldo",
    `25.11.2026;Sammler;;;${written(sum)};${written(sum)}`,
    ...entries.map(({ cents, reference }) => `;${reference};${written(cents)};;;`),
    `26.11.2026;Miete;;5.00;;${written(sum - 500)}`,
    `Total;;;5.00;${written(sum)};`,
  ].join("\n");
}

/** Mutated files of each kind. `MUTATED_STATEMENTS=10000` makes 10,000. */
const COUNT = Number(process.env.MUTATED_STATEMENTS ?? sizeOf({ small: 50, large: 1_000 }));

const plain = (made: MadeStatement) => csvStyles.map((style) => csvFile(made, style));

/** Files of each kind of the same statement. */
const kinds: Record<string, (made: MadeStatement) => string[]> = {
  "camt.052": (made) => (["report8", "intraday8"] as const).map((style) => camtFile([made], style)),
  "camt.053": (made) => [
    // The last entry has a later value date, and is not in the closing balance.
    camtFile([{ ...made, closing: 102_001 }]).replace(/(.*<ValDt><Dt>)2026-11-25/s, (_, before) => `${before}2026-11-26`),
    ...(["plain8", "prefixed2", "swiss4"] as const).map((style) => camtFile([made], style)),
  ],
  "camt.054": (made) => [camtFile([made], "notification8")],
  MT940: (made) => mt940Styles.map((style) => mt940File(made, style)),
  CSV: (made) => [
    ...plain(made),
    ...plain(made).map((table) => `${table}\nTotal;;1,00\nNo receipt, no warranty\n`),
    batchFile(made.entries),
  ],
};

const words = ["BOOK", "RvslInd", "CRDT", "DBIT", ":61:", "EUR", "USD", "<", ">", "&", "-", ";", "\t", "\n", '"', "Af"];

test.each(Object.keys(kinds))(
  `each of ${COUNT} mutated files (%s) is refused with the place or adds up; none books more than was received, or on another's invoice`,
  async (kind) => {
    const given = await givenBankingCompany();
    const bills = await Promise.all([1, 2, 3].map(() => givenBilled(given, { amountCents: 100_000_000 })));
    const entries = bills.map(({ reference }, index) => ({ cents: 1_000 + index, reference, bankReference: `B${index}`, text: "Fee" }));
    const files = kinds[kind]?.({ iban: given.iban, entries }) ?? [];
    for (const table of kind === "CSV" ? files : []) {
      const { sheet, layout } = await guessedLayoutOf(table);
      await keepLayout(db, given.partner.actor, sheet.key, layout);
    }
    let kept = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(mutationsOf(files, words), async (mutated) => {
        const outcome = await given.store(mutated).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(StatementRefusal);
          const { line, element } = outcome as StatementRefusal;
          expect(line).toBeGreaterThan(0);
          expect(element).not.toBe("");
          refused += 1;
        } else kept += 1;
      }),
      { numRuns: COUNT, seed: 20_261_126, endOnFailure: true },
    );
    await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
    expect(kept).toBeGreaterThan(COUNT / 20);
    expect(refused).toBeGreaterThan(COUNT / 20);
    const booked = await db.select().from(payments).where(eq(payments.partnerId, given.partner.id));
    const transactions = await db.select().from(bankTransactions).where(eq(bankTransactions.partnerId, given.partner.id));
    const own = new Set(bills.map(({ invoice }) => invoice.id));
    for (const payment of booked) {
      const from = transactions.find(({ id }) => id === payment.bankTransactionId);
      expect(own.has(payment.invoiceId)).toBe(true);
      expect(payment.amountCents).toBe(from?.amountCents);
    }
    // Each entry's payments add up to it.
    const uneven =
      await db.execute(sql`select e.id from ${statementEntries} e join ${bankTransactions} t on t.partner_id = e.partner_id and t.entry_id = e.id
      where e.partner_id = ${given.partner.id} group by e.id, e.amount_cents having sum(t.amount_cents) <> e.amount_cents`);
    expect(uneven).toHaveLength(0);
    console.info(`${COUNT} mutated files (${kind}): ${kept} kept, ${refused} refused, ${booked.length} payments booked`);
  },
  3_600_000,
);
