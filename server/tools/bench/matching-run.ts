import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { payments } from "@/db/schema/payments";
import { findCandidates } from "@/server/bank/payments/find-candidates";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { randomFrom } from "@/server/demo/random";
import { givenImport } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenCustomers, type MadePayment, makePayments } from "@/server/testing/made-payments";
import { camtFile } from "@/server/testing/statement-files";
import { withDatabase } from "@/server/tools/bench/notification-setup";

// Matches made payments in a database of its own, and prints the result as one line of JSON. `matching.ts` runs it, also compiled against
// the sources of another checkout. Arguments: payments, open invoices, and `others` to measure how long another partner waits meanwhile.

const [count = 0, open = 0] = process.argv.slice(2, 4).map(Number);
const CONNECTIONS = 5;
const SEED = 20_261_126;
const OTHERS = 3;
/** Invoices of a made customer, on average. */
const INVOICES_EACH = 1.2;

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

await withDatabase(CONNECTIONS, async () => {
  const given = await givenBankingCompany();
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, given.company.id));
  const random = randomFrom(SEED);
  const into = await givenImport(given.partner, { company: given.company });
  const customers = await givenCustomers(db, given.partner.actor, into.id, Math.max(count, Math.ceil(open / INVOICES_EACH)), random);
  await transmitImport(db, given.partner.actor, into.id);
  const invoices = customers.reduce((sum, customer) => sum + customer.invoices.length, 0);
  const made = makePayments(customers.slice(0, count), random);
  await given.store(camtFile([{ iban: given.iban, entries: made.map(({ entry }) => entry) }]));
  if (process.argv[4] === "others") {
    console.log(JSON.stringify({ waitsMs: await measureOthers() }));
    return;
  }
  const startedAt = performance.now();
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(JSON.stringify({ payments: made.length, invoices, seconds, ...(await countOutcomes(given, made)) }));
});
process.exit(0);

/** Counts the payments that were booked right and wrong, or left to a person with the right offer first. */
async function countOutcomes(given: Given, made: readonly MadePayment[]) {
  const outcomes = { booked: 0, wrong: 0, offered: 0, missed: 0, nobodyKnows: 0 };
  const booked = new Map<string, string[]>();
  const rows = await db.select().from(payments).where(eq(payments.partnerId, given.partner.id));
  for (const { bankTransactionId, invoiceId } of rows) {
    booked.set(bankTransactionId ?? "", [...(booked.get(bankTransactionId ?? "") ?? []), invoiceId]);
  }
  for (const [index, transaction] of (await given.transactions()).entries()) {
    const { isFor, kind } = made[index] ?? { isFor: [], kind: "stranger" };
    const isRight = (invoiceIds: readonly string[]) => invoiceIds.toSorted().join() === isFor.join();
    const onInvoices = booked.get(transaction.id);
    if (onInvoices) outcomes[isRight(onInvoices) ? "booked" : "wrong"] += 1;
    else if (kind === "alike" || kind === "stranger") outcomes.nobodyKnows += 1;
    else {
      const { candidates } = await findCandidates(db, given.partner.actor, transaction, transaction.amountCents);
      outcomes[isRight(candidates[0]?.parts.map(({ invoice }) => invoice.id) ?? []) ? "offered" : "missed"] += 1;
    }
  }
  return outcomes;
}

/**
 * Stores files of three payments of another partner while the many are matched. Returns how long each file waits until it is booked, in ms.
 */
async function measureOthers(): Promise<number[]> {
  let isMatching = true;
  const matching = matchNewTransactions(db).finally(() => {
    isMatching = false;
  });
  const waitsMs: number[] = [];
  while (isMatching) {
    const other = await givenBankingCompany();
    const billed = await Promise.all(Array.from({ length: OTHERS }, () => givenBilled(other)));
    await other.store(camtFile([{ iban: other.iban, entries: billed.map(({ reference }) => ({ cents: 4_500, reference })) }]));
    const startedAt = performance.now();
    const isBooked = async () => (await other.transactions()).every(({ state }) => state === "booked");
    while (isMatching && !(await isBooked())) await new Promise((resolve) => setTimeout(resolve, 20));
    if (isMatching) waitsMs.push(performance.now() - startedAt);
  }
  await matching;
  return waitsMs;
}
