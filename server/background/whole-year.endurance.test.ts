import { expect, test } from "vitest";
import { sizeOf } from "@/server/testing/size-of";
import { playYear } from "@/server/testing/whole-year/play";

/** Seed of all draws; another one, as in `YEAR_SEED=spring`, plays another year. Years begin on the next first of March. */
const SEED = process.env.YEAR_SEED ?? "northbank";
const DAYS = sizeOf({ small: 60, large: 200 });
const PER_ROUND = sizeOf({ small: 30, large: 50 });
const ROUNDS = sizeOf({ small: 1, large: 10 });

test(`${PER_ROUND * ROUNDS} invoices in ${DAYS} days and seven countries: books, plans, files and the bank agree each day, and nobody is asked twice for the same money`, async () => {
  const year = { seed: SEED, days: DAYS, perRound: PER_ROUND, rounds: ROUNDS, everyDays: 12 };
  const { faults, lines, counts } = await playYear(year);
  expect(faults).toEqual([]);
  // Proves that each type of line arose from an event.
  const fees = ["CHARGEBACK-FEE", "INSTALLMENT-FEE", "LATE-PAYMENT-FEE"].flatMap((fee) => [`${fee}-LINE`, `${fee}-PAYMENT-LINE`]);
  expect([...lines.keys()].sort()).toEqual([...fees, "CHARGEBACK-LINE", "CREDIT-LINE", "INVOICE-LINE", "PAYMENT-LINE"].sort());
  const messages = ["request1", "request2", "reminder1", "reminder2", "debit_announced", "debit_cancelled", "part_due", "part_missed"];
  const news = ["payment_received", "payment_returned", "payment_failed", "instalments_agreed", "instalments_ended"];
  // In 60 days, no missed part can be spread.
  const later = DAYS > 60 ? ["instalments_changed"] : [];
  expect([...counts.keys()]).toEqual(expect.arrayContaining([...messages, ...news, ...later, "credited", "refunded", "withdrawn"]));
}, 3_600_000);
