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
import { sizeOf } from "@/server/testing/size-of";
import { camtFile, styles } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { StatementRefusal } from "./statement";

/** A table with the payments of a batch below their booking, a running balance and a total. Amounts in cents. */
function batchFile(entries: { cents: number; reference: string }[]): string {
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

/** `MUTATED_STATEMENTS=10000` makes 10,000. */
const COUNT = Number(process.env.MUTATED_STATEMENTS ?? sizeOf({ small: 150, large: 2_000 }));

test(`each of ${COUNT} mutated files is refused with the place or adds up; none books more than was received, or on another's invoice`, async () => {
  const given = await givenBankingCompany();
  const bills = await Promise.all([1, 2, 3].map(() => givenBilled(given, { amountCents: 100_000_000 })));
  const entries = bills.map(({ reference }, index) => ({ cents: 1_000 + index, reference, bankReference: `B${index}`, text: "Fee" }));
  const made = { iban: given.iban, entries };
  const plain = csvStyles.map((style) => csvFile(made, style));
  const tables = [...plain, ...plain.map((table) => `${table}\nTotal;;1,00\nNo receipt, no warranty\n`), batchFile(entries)];
  for (const table of tables) {
    const { sheet, layout } = await guessedLayoutOf(table);
    await keepLayout(db, given.partner.actor, sheet.key, layout);
  }
  // The last entry has a later value date, and is not in the closing balance.
  const forward = camtFile([{ ...made, closing: 102_001 }]).replace(/(.*<ValDt><Dt>)2026-11-25/s, (_, before) => `${before}2026-11-26`);
  const files = [
    forward,
    ...styles.map((style) => camtFile([made], style)),
    ...mt940Styles.map((style) => mt940File(made, style)),
    ...tables,
  ];
  let kept = 0;
  let refused = 0;
  const place = { file: fc.constantFrom(...files), at: fc.integer({ min: 0, max: 9_999 }).map((place) => place / 10_000) };
  const words = ["BOOK", "RvslInd", "CRDT", "DBIT", ":61:", "EUR", "USD", "<", ">", "&", "-", ";", "\t", "\n", '"', "Af"];
  const mutation = fc.oneof(
    // One replaced character, as a faulty program or connection may cause.
    fc.record({ ...place, length: fc.constant(1), put: fc.stringMatching(/^[A-Za-z0-9]$/) }),
    fc.record({
      ...place,
      length: fc.integer({ min: 0, max: 30 }),
      put: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...words)),
    }),
  );
  await fc.assert(
    fc.asyncProperty(mutation, async ({ file, at, length, put }) => {
      const start = Math.floor(at * file.length);
      const mutated = file.slice(0, start) + put + file.slice(start + length);
      const outcome = await given.store(mutated).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(StatementRefusal);
        expect((outcome as StatementRefusal).line).toBeGreaterThan(0);
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
  console.info(`${COUNT} mutated files: ${kept} kept, ${refused} refused, ${booked.length} payments booked`);
}, 3_600_000);
