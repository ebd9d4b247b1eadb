import { eq, inArray, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { payoutItems } from "@/db/schema/payouts";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { type Random, randomFrom } from "@/server/demo/random";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { env } from "@/server/env";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { useDatabase as pointAt } from "@/server/testing/use-database";
import { matchNewTransactions } from "./match-new-transactions";

const DATABASE = "matching_batches";
const CLUBS = sizeOf({ small: 4, large: 30 });
const FEES = [3_000, 4_500, 9_000];

givenOwnDatabase(DATABASE);

test("a batch decides, books, holds and announces as its payments do one after the other", { timeout: 600_000 }, async () => {
  const random = randomFrom(20_261_128);
  for (let club = 0; club < CLUBS; club += 1) await givenClub(random, club);
  const together = await inCopy("together", () => matchNewTransactions(db, { atOnce: 50 }));
  const alone = await inCopy("alone", () => matchNewTransactions(db, { atOnce: 1 }));
  expect(together.matched).toBe(alone.matched);
  for (const [name, rows] of Object.entries(alone.written)) expect(together.written[name], name).toEqual(rows);
  const states = alone.written.transactions?.map(({ state }) => state) ?? [];
  for (const state of ["open", "noted", "booked"]) expect(states.filter((each) => each === state).length, state).toBeGreaterThan(CLUBS);
  expect(alone.written.holds?.length).toBeGreaterThan(CLUBS);
});

test("two processes that match batches at once book each payment once", { timeout: 600_000 }, async () => {
  const alone = await inCopy("once", () => matchNewTransactions(db));
  const both = await inCopy("twice", async () => {
    const matched = await Promise.all([7, 8].map((atOnce) => matchNewTransactions(db, { atOnce })));
    return matched.reduce((sum, count) => sum + count, 0);
  });
  expect(both.matched).toBe(alone.matched);
  const wrong = await inCopy("twice_again", () => matchNewTransactions(db));
  expect(wrong.written.doubled).toEqual([]);
  expect(both.written.doubled).toEqual([]);
});

/** Copies the database of this file, and returns what the work writes there. */
async function inCopy(name: string, work: () => Promise<number>) {
  const { DATABASE_URL: originalUrl } = env();
  const admin = connect(inject("adminUrl"), { max: 1 });
  const copy = `${DATABASE}_${name}`;
  await pointAt(originalUrl);
  await admin.db.execute(sql.raw(`create database ${copy} template ${DATABASE} owner ics_owner`));
  try {
    await pointAt(Object.assign(new URL(originalUrl), { pathname: `/${copy}` }).href);
    return { matched: await work(), written: await readWritten() };
  } finally {
    await pointAt(originalUrl);
    await admin.db.execute(sql.raw(`drop database ${copy} with (force)`));
    await admin.close();
  }
}

/** Reads everything that matching writes, without random ids and times. */
async function readWritten(): Promise<Record<string, Record<string, unknown>[]>> {
  const read = async (query: string) => [...(await db.execute(sql.raw(query)))];
  return {
    transactions: await read(
      "select id, state, decisions, decided_by, is_unlogged, ranked_at is null as unranked from bank_transactions order by id",
    ),
    payments: await read(`select bank_transaction_id, invoice_id, amount_cents, surplus_cents, method, status, ended_at::date
      from payments order by bank_transaction_id, invoice_id, amount_cents`),
    lines:
      await read(`select invoice_id, position, type, amount_cents, date::date, payment_method, added_by, description, payment_id is null as unpaid
      from invoice_lines order by invoice_id, position`),
    invoices: await read("select id, amount_total_cents, amount_billed_cents from invoices order by id"),
    receipts: await read(`select m.invoice_id, m.kind, m.state, m.held_by, p.bank_transaction_id from outgoing_messages m
      left join payments p on p.id = m.about_id order by m.invoice_id, m.kind, p.bank_transaction_id`),
    payers: await read("select company_id, iban, customer, invoice_id from known_payers order by 1, 2, 3"),
    holds: await read("select bank_transaction_id, invoice_id, ended_at is null as holds from probable_payments order by 1, 2, 3"),
    changes: await read("select record, record_id, kind, actor, count(*)::int from changes group by 1, 2, 3, 4 order by 2, 3, 4"),
    rankings: await read("select distinct bank_transaction_id, invoice_id from desk_rankings order by 1, 2"),
    due: await read("select invoice_id, next_at = '-infinity' as due from collections order by 1"),
    items: await read("select id, status, paid_transaction_id from payout_items order by 1"),
    events: await read("select kind, about, after - 'statementFile' as after from security_events order by 1, 2, 3::text"),
    doubled: await read(`select t.id from bank_transactions t where t.amount_cents > 0 and t.amount_cents < (
      select coalesce(sum(p.amount_cents), 0) from payments p where p.bank_transaction_id = t.id)`),
  };
}

/** A club whose members share names, homes, addresses and accounts, and a statement with payments that concern each other. */
async function givenClub(random: Random, club: number): Promise<void> {
  const given = await givenBankingCompany();
  const { partner, company, iban } = given;
  await db
    .update(companySettings)
    .set({ booksClearMatches: club % 3 !== 0 })
    .where(eq(companySettings.companyId, company.id));
  const returned = club % 2 === 0 ? await givenRefund(given) : [];
  if (club % 2 === 1) await db.update(partners).set({ secondPersonAboveCents: 5_000 }).where(eq(partners.id, partner.id));
  const into = await givenImport(partner, { company });
  const invoices: InvoiceDetails[] = [];
  // In every fourth club, more people share one name and one fee than a payment is compared with.
  const isCrowd = club % 4 === 3;
  while (invoices.length < (isCrowd ? 24 : 18)) {
    const alike = { customerFirstName: "Ana", customerLastName: "Jansma", customerEmail: `ana${invoices.length}@members.example` };
    const invoice = { ...customer(random), ...(isCrowd && alike) };
    invoices.push(await givenInvoice(partner, { import: into, amountCents: isCrowd ? 4_500 : random.pick(FEES), invoice }));
  }
  if (club % 3 === 1)
    await db
      .update(importSettings)
      .set({ joinsHouseholds: true })
      .where(inArray(importSettings.importId, [into.id]));
  await transmitImport(db, partner.actor, into.id);
  while ((await beginCollections(db, { partnerId: partner.id })) > 0);
  for (const invoice of invoices.slice(0, 3)) {
    await addLines(db, invoice, [
      { type: "LATE-PAYMENT-FEE-LINE", amountCents: 500, date: new Date(), description: null, paymentMethod: null },
    ]);
  }
  const entries = Array.from({ length: 45 }, (_, index) => ({ ...entryFor(random, random.pick(invoices)), bankReference: `B${index}` }));
  for (const entry of returned) entries.splice(random.whole(0, entries.length), 0, entry);
  await given.store(camtFile([{ iban, entries }]));
}

/** A refund in a file for the bank, and the entries by which it leaves and returns. */
async function givenRefund(given: Awaited<ReturnType<typeof givenBankingCompany>>): Promise<(MadeEntry & { bankReference: string })[]> {
  const { reference } = await givenBilled(given, { amountCents: 4_000 });
  await given.told([{ cents: 4_700, reference, iban: "NL20INGB0001234567", bankReference: "R0" }], { id: "R" });
  const { actor } = await givenMember(given.partner, { role: "administrator" });
  const owed = await listOwed(db, given.partner.actor, null);
  const payoutId = await createRefundFile(
    db,
    actor,
    given.company.id,
    owed.map(({ kind, id, amountCents, iban }) => ({ kind, id, amountCents, iban })),
  );
  const [item] = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, payoutId));
  const endToEndId = item?.endToEndId ?? "";
  return [{ cents: -700, endToEndId, iban: "NL20INGB0001234567", bankReference: "R1" }];
}

function customer(random: Random) {
  const house = random.pick(["1", "2", "3"]);
  return {
    customerFirstName: random.pick(["Ana", "Bert", "Cleo"]),
    customerLastName: random.pick(["Jansma", "Jansma-Müller", "Müller", "Oosterling"]),
    customerEmail: random.chance(0.9) ? `home${house}${random.pick(["", "b"])}@members.example` : null,
    ...(random.chance(0.5) && { customerZipcode: "1234 AB", customerHouseNumber: house }),
    ...(random.chance(0.2) && { customerOrganization: "Jansma Timber" }),
    ...(random.chance(0.2) && { directDebitIban: `NL20TEST000000000${house}` }),
  };
}

function entryFor(random: Random, invoice: InvoiceDetails): MadeEntry {
  const { invoiceNumber, externalInvoiceNumber, customerFirstName, customerLastName, amountTotalCents: cents } = invoice;
  const { code } = referenceOf(invoiceNumber ?? 0, random.pick(["creditor", "belgian", "qr"]));
  const name = random.pick([
    `${customerFirstName} ${customerLastName}`,
    `${customerFirstName?.slice(0, 1)}. ${customerLastName}`,
    "Mueller",
    "Jansma Timber",
    "",
  ]);
  const iban = random.pick(["", ...[1, 2, 3, 4, 5].map((digit) => `NL20TEST000000000${digit}`)]);
  return {
    ...{ name, iban },
    ...random.pick<MadeEntry>([
      { cents, reference: code },
      { cents, reference: code },
      { cents: cents - 500, text: `fee ${code}` },
      { cents: Math.floor(cents / 2), reference: code },
      { cents: cents + random.pick([700, 3_000]), reference: code },
      { cents, text: `invoice ${invoiceNumber}` },
      { cents, text: `invoice ${Number(invoiceNumber) + 90}` },
      { cents, text: externalInvoiceNumber },
      { cents, text: "contribution" },
      { cents: 7_500, text: "for both of us" },
      { cents: 9_000, text: `all of us ${invoice.customerEmail ?? ""}` },
      { cents, reference: code, instructed: "12.50 USD" },
      { cents: -1_200, text: "rent" },
      { cents: -cents, isReversal: true, returnReason: "MD06" },
    ]),
  };
}
