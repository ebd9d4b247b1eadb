import type { Connection } from "@/db/client";
import { playSeason } from "@/server/testing/season";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Checks that a season violates no invariant. Transmits invoices into a sandbox, whose clock advances day by day while customers, staff and
// the bank act randomly. At the end of each day, checks the books and the partner's copy.

const INVOICES = Number(process.argv[3] ?? 500);
const DAYS = Number(process.argv[4] ?? 90);
const SEED = Number(process.argv[5] ?? 20_261_122);
/** As many as in the service's process. */
const CONNECTIONS = 10;
const SAID_EVERY_DAYS = 10;

await withDatabase(CONNECTIONS, measure);

async function measure({ db }: Connection): Promise<void> {
  const startedAt = Date.now();
  const secondsPassed = () => Math.round((Date.now() - startedAt) / 1_000);
  const { outcomes, violations } = await playSeason(db, { seed: SEED, invoices: INVOICES, days: DAYS }, (day) => {
    if (day % SAID_EVERY_DAYS === 0) say(`day ${day} after ${secondsPassed()} s`);
  });
  print(
    [
      `${INVOICES} invoices over ${DAYS} days, seed ${SEED}, in ${secondsPassed()} s: ${violations.length} violations`,
      ...[...outcomes].sort().map(([outcome, count]) => `${String(count).padStart(8)}  ${outcome}`),
      ...violations.slice(0, 20),
    ].join("\n"),
  );
  if (violations.length > 0) process.exitCode = 1;
}
