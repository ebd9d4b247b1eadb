import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { payments } from "@/db/schema/payments";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { randomFrom } from "@/server/demo/random";
import { givenImport } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenCustomers, makePayments } from "@/server/testing/made-payments";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";
import { makeVictim } from "@/server/testing/victim";
import { bundleIfChanged } from "@/server/tools/build.mjs";
import { matchNewTransactions } from "./match-new-transactions";

/** `BANK_KILLS=50` makes 50 runs. */
const KILLS = Number(process.env.BANK_KILLS ?? sizeOf({ small: 2, large: 50 }));
const CUSTOMERS = 60;
const LONGEST_LIFE_MS = 900;

beforeAll(() => bundleIfChanged("tools/bench/killed-bank"));

test(`${KILLS} times kill -9 while statements are uploaded, matched, booked and undone: nothing is lost or doubled`, async () => {
  const random = randomFrom(7);
  const given = await givenBankingCompany();
  const into = await givenImport(given.partner, { company: given.company });
  const customers = await givenCustomers(db, given.partner.actor, into.id, CUSTOMERS, random);
  await transmitImport(db, given.partner.actor, into.id);
  const entries = makePayments(customers, random).map(({ entry }) => entry);
  // The same entries in three overlapping statements and in the bank's notification.
  const opening = (upTo: number) => entries.slice(0, upTo).reduce((sum, { cents }) => sum + cents, 0);
  const statement = (id: string, from: number, to: number) => ({
    iban: given.iban,
    id,
    opening: opening(from),
    entries: entries.slice(from, to),
  });
  const files = [
    camtFile([statement("1", 0, 40)]),
    camtFile([statement("2", 20, entries.length)]),
    camtFile([statement("3", 0, entries.length)]),
    camtFile([statement("4", 10, 50)], "notification8"),
  ].map((file) => Buffer.from(file).toString("base64"));

  let begun = 0;
  const bank = makeVictim("killed-bank", {}, () => {
    begun += 1;
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = begun;
    bank.start([given.partner.id, String(kill), ...files]);
    while (begun === before) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, LONGEST_LIFE_MS)));
    await bank.kill();
  }
  for (const file of files) await given.store(Buffer.from(file, "base64").toString());
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });

  const kept = await db.select().from(statementEntries).where(eq(statementEntries.partnerId, given.partner.id));
  expect(kept.map(({ bankReference }) => bankReference).sort()).toEqual(entries.map(({ bankReference }) => bankReference).sort());
  const transactions = await given.transactions();
  expect(transactions.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(entries.reduce((sum, { cents }) => sum + cents, 0));
  expect(transactions.filter(({ state }) => state === "new")).toEqual([]);
  const booked = await db.select().from(payments).where(eq(payments.partnerId, given.partner.id));
  for (const { id, amountCents, state } of transactions) {
    const standing = booked.filter(({ bankTransactionId, undoneBy }) => bankTransactionId === id && undoneBy === null);
    const cents = standing.reduce((sum, payment) => sum + payment.amountCents, 0);
    expect(cents, `${state} ${amountCents}`).toBe(state === "booked" ? amountCents : 0);
  }
  // The invoices' books agree to the cent.
  const [books] = await db.execute<{ cents: string }>(sql`select coalesce(-sum(l.amount_cents), 0) as cents from invoice_lines l
    where l.partner_id = ${given.partner.id} and l.payment_id is not null`);
  const standing = booked.filter(({ undoneBy }) => undoneBy === null).reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(Number(books?.cents)).toBe(standing);
  console.info(
    `${KILLS} kills, ${begun} acts begun, ${kept.length} entries, ${booked.length} bookings of which ${booked.filter(({ undoneBy }) => undoneBy).length} undone`,
  );
}, 1_800_000);
