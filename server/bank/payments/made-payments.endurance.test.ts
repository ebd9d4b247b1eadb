import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { companySettings } from "@/db/schema/collection-settings";
import { payments } from "@/db/schema/payments";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { randomFrom } from "@/server/demo/random";
import { givenImport } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenCustomers, type MadePayment, makePayments, type PaymentKind, paymentKinds } from "@/server/testing/made-payments";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";
import { findCandidates } from "./find-candidates";
import { matchNewTransactions } from "./match-new-transactions";

/** `MADE_PAYMENTS=5000` makes 5,000. */
const COUNT = Number(process.env.MADE_PAYMENTS ?? sizeOf({ small: 100, large: 1_000 }));
const SEED = Number(process.env.MADE_PAYMENTS_SEED ?? 20_261_126);

/**
 * Numbers of invented payments of one kind: booked correctly; left to a person, with the right offer first or because nobody could tell;
 * missed.
 */
interface Outcome {
  booked: number;
  offered: number;
  missed: number;
}

test(`of ${COUNT} invented payments none is booked wrongly, and 92 % of the recognisable ones are booked or offered first`, async () => {
  const random = randomFrom(SEED);
  const given = await givenBankingCompany();
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, given.company.id));
  const into = await givenImport(given.partner, { company: given.company });
  const customers = await givenCustomers(db, given.partner.actor, into.id, COUNT, random);
  await transmitImport(db, given.partner.actor, into.id);
  const made = makePayments(customers, random);
  await given.store(camtFile([{ iban: given.iban, entries: made.map(({ entry }) => entry) }]));
  // Offers are computed before anything is booked, as they are when the file arrives.
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });

  const outcomes = new Map<PaymentKind, Outcome>(paymentKinds.map((kind) => [kind, { booked: 0, offered: 0, missed: 0 }]));
  const wrong: string[] = [];
  const transactions = await given.transactions();
  const booked = await db.select().from(payments).where(eq(payments.partnerId, given.partner.id));
  for (const [index, transaction] of transactions.entries()) {
    const payment = made[index];
    if (!payment) throw new Error("More came than was made");
    const outcome = outcomes.get(payment.kind);
    const onInvoices = booked.filter(({ bankTransactionId }) => bankTransactionId === transaction.id).map(({ invoiceId }) => invoiceId);
    if (onInvoices.length > 0) {
      if (isSame(onInvoices, payment)) count(outcome, "booked");
      else wrong.push(`${payment.kind}: ${JSON.stringify(payment.entry)}`);
      continue;
    }
    const { candidates } = await findCandidates(db, given.partner.actor, transaction, transaction.amountCents);
    const first = candidates[0]?.parts.map(({ invoice }) => invoice.id) ?? [];
    count(outcome, payment.isFor.length === 0 || isSame(first, payment) ? "offered" : "missed");
  }
  const told = [...outcomes].filter(([kind]) => kind !== "alike" && kind !== "stranger");
  const all = told.reduce((sum, [, { booked: one, offered: two, missed: three }]) => sum + one + two + three, 0);
  const right = told.reduce((sum, [, { booked: one, offered: two }]) => sum + one + two, 0);
  console.info(
    `${made.length} payments, seed ${SEED}: ${wrong.length} booked wrong, ${((100 * right) / all).toFixed(1)} % of ${all} booked or offered first`,
    Object.fromEntries(outcomes),
  );
  expect(wrong).toEqual([]);
  expect(right / all).toBeGreaterThanOrEqual(0.92);
  const left = await db.select({ id: bankTransactions.id }).from(bankTransactions).where(eq(bankTransactions.state, "new"));
  expect(left.filter(({ id }) => transactions.some((each) => each.id === id))).toEqual([]);
}, 3_600_000);

function isSame(ids: readonly string[], { isFor }: MadePayment): boolean {
  return ids.toSorted().join() === isFor.join();
}

function count(outcome: Outcome | undefined, what: keyof Outcome): void {
  if (outcome) outcome[what] += 1;
}
