import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { randomFrom } from "@/server/demo/random";
import { givenImport } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenCustomers, makePayments } from "@/server/testing/made-payments";
import { camtFile } from "@/server/testing/statement-files";
import { createCallerFactory } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Measures the server time of a person's steps at the desk of bank payments, with the given number of payments to decide: the list, Enter,
// and what the page reads for the next payment.

const PAYMENTS = Number(process.argv[3] ?? 5_000);
/** Share of made payments that wait for a person, rounded down: the others have a reference and are booked. */
const LEFT_TO_PERSON = 0.68;
const SEED = 20_261_128;
const STEPS = 200;
const CONNECTIONS = 5;
const PAGE_SIZE = 50;
const GOAL_MS = 100;

const list = { tab: "open", companyId: null, pageNumber: 1, pageSize: PAGE_SIZE } as const;
const times: Record<string, number[]> = {};

await withDatabase(CONNECTIONS, async () => {
  const given = await givenBankingCompany();
  await db.update(companySettings).set({ booksClearMatches: false }).where(eq(companySettings.companyId, given.company.id));
  const random = randomFrom(SEED);
  const into = await givenImport(given.partner, { company: given.company });
  const customers = await givenCustomers(db, given.partner.actor, into.id, Math.ceil(PAYMENTS / LEFT_TO_PERSON), random);
  await transmitImport(db, given.partner.actor, into.id);
  await given.store(camtFile([{ iban: given.iban, entries: makePayments(customers, random).map(({ entry }) => entry) }]));
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
  const { person } = await givenMember(given.partner, { role: "administrator" });
  const visitor = { address: "192.0.2.79", deviceToken: null, userAgent: "" };
  const { bank } = createCallerFactory(appRouter)({ db, person, requestId: null, visitor });

  const { counts } = await bank.list(list);
  say(`${counts.open} payments to decide`);
  for (let step = 0; step < STEPS; step += 1) {
    const { entries } = await timed("list", () => bank.list(list));
    const [current, next] = entries;
    if (!current || !next) break;
    const offered = (await bank.offers({ transactionId: current.id })).offers[0];
    const { id: transactionId, decisions: seenDecisions } = current;
    // Enter books the first offer; without one, the payment is kept for later.
    if (offered) {
      const parts = offered.parts.map(({ invoice: { id: invoiceId }, amountCents }) => ({ invoiceId, amountCents }));
      await timed("Enter", () => bank.book({ transactionId, seenDecisions, parts })).catch(() =>
        bank.say({ transactionId, seenDecisions, saying: "later" }),
      );
    } else await timed("later", () => bank.say({ transactionId, seenDecisions, saying: "later" }));
    await timed("next: payment", () => bank.get({ transactionId: next.id }));
    await timed("next: offers", () => bank.offers({ transactionId: next.id }));
    await timed("number of open payments", () => bank.waiting({ companyId: null }));
    await timed("search by name", () => bank.list({ ...list, search: current.name.split(" ")[0] || "anna" }));
  }
});

const rows = Object.entries(times).map(([name, each]) => {
  const sorted = each.toSorted((one, other) => one - other);
  const at = (quantile: number) => sorted[Math.floor(sorted.length * quantile)]?.toFixed(1);
  return `| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} |`;
});
print(["| step | times | p50 ms | p95 ms |", "| --- | --- | --- | --- |", ...rows, "", `To reach: p95 at most ${GOAL_MS} ms`].join("\n"));
process.exit(0);

async function timed<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await step();
  } finally {
    const taken = times[name] ?? [];
    taken.push(performance.now() - startedAt);
    times[name] = taken;
  }
}
