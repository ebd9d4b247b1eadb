import type { Connection } from "@/db/client";
import { interleave, ROUNDS } from "@/server/testing/interleavings";
import { MailWitness } from "@/server/testing/mail-witness";
import { withDatabase } from "./notification-setup";
import { print } from "./report";

// Checks that simultaneous acts on an invoice have only allowed outcomes. Each interleaving consists of four acts at the same moment, after
// which the books are checked.

const INTERLEAVINGS = Number(process.argv[3] ?? 10_000);
const INVOICES_AT_ONCE = 4;

await withDatabase(5 * INVOICES_AT_ONCE, measure);

async function measure({ db }: Connection): Promise<void> {
  const mails = new MailWitness(db, 0);
  const invoices = Math.ceil(INTERLEAVINGS / ROUNDS);
  const startedAt = Date.now();
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  const seeds = Array.from({ length: invoices }, (_, seed) => seed).values();
  const work = async () => {
    for (const seed of seeds) {
      const interleaved = await interleave(db, mails, seed);
      violations.push(...interleaved.violations);
      for (const [outcome, count] of interleaved.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
  };
  await Promise.all(Array.from({ length: INVOICES_AT_ONCE }, work));

  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  print(
    [
      `${invoices * ROUNDS} interleavings on ${invoices} invoices in ${seconds} s: ${violations.length} violations`,
      ...[...outcomes, ...mails.outcomes].sort().map(([outcome, count]) => `${String(count).padStart(8)}  ${outcome}`),
      ...violations.slice(0, 20),
    ].join("\n"),
  );
  if (violations.length > 0) process.exitCode = 1;
}
