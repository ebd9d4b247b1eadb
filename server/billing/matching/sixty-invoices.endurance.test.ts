import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { runCollection } from "@/server/background/run-collection";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { createPayout } from "@/server/billing/payouts/create-payout";
import { getPayoutFile } from "@/server/billing/payouts/get-payout-file";
import { listOwed } from "@/server/billing/payouts/list-owed";
import { storeStatementFile } from "@/server/billing/statements/store-statement-file";
import { customerLink } from "@/server/customer-page/customer-link";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addDays, dayAt } from "@/server/domain/calendar";
import { newId } from "@/server/platform/id";
import { booksOf, problemsIn } from "@/server/testing/books";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { secretOf } from "@/server/testing/given-customer";
import { givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { receivedFile } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { bookAsSeen, sayOfTransaction } from "./decide-transaction";
import { matchNewTransactions } from "./match-new-transactions";
import { offerInvoices } from "./offer-invoices";
import { searchInvoicesToBook } from "./search-invoices";

const mailServer = givenMailServer();

/** Companies that have nothing but a bank account, and how their bank writes its files. */
const clubs = [
  { currency: "EUR", countryCode: "NL", file: (made: Made) => camtFile([made], "plain8") },
  { currency: "EUR", countryCode: "DE", file: (made: Made) => mt940File({ ...made, id: `${made.id}/1` }, "german") },
  { currency: "CHF", countryCode: "CH", file: (made: Made) => camtFile([made], "swiss4") },
  { currency: "GBP", countryCode: "GB", file: (made: Made) => camtFile([made], "prefixed2") },
] as const;

type Made = Parameters<typeof camtFile>[0][number];

const names = "Adema Bakker Cuypers Dekker Evers Faber Gerrits Hendriks Ilves Jonker Kramer Linden Maas Nolte Otten".split(" ");

const DAYS = 5;
const STRANGER = "NL20INGB0001234567";

/** A club's fifteen invoices: the first three are one family's, each of the others has a payer of its own. */
async function givenClub(partner: GivenPartner, { currency, countryCode, file }: (typeof clubs)[number]) {
  const company = await givenCompany(partner, { currency, countryCode, locale: "en" });
  const account = await givenBankAccount(partner, company, { country: countryCode });
  const into = await givenImport(partner, { company });
  const family = `${newId()}@members.example`;
  const billed: InvoiceDetails[] = [];
  for (const [index, customerLastName] of names.entries()) {
    const customerEmail = index < 3 ? family : `${newId()}@members.example`;
    const invoice = {
      externalInvoiceNumber: `${countryCode}-2026-${100 + index}`,
      customerEmail,
      customerFirstName: "Sam",
      customerLastName,
    };
    billed.push(await givenInvoice(partner, { import: into, amountCents: 4_000 + 130 * index, invoice }));
  }
  await transmitImport(db, partner.actor, into.id);
  return { company, currency, iban: account.current?.iban ?? "", file, billed, family, closingCents: 100_000, cameCents: 0 };
}

type Club = Awaited<ReturnType<typeof givenClub>>;

/** What the customer of an invoice is told to transfer, under which reference. */
async function told(partner: GivenPartner, { id }: InvoiceDetails) {
  const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, id)), null);
  if (!customer) throw new Error("The link opens nothing");
  const { transfer, household } = await describeForCustomer(db, customer);
  return { cents: transfer?.amountCents ?? 0, reference: transfer?.reference.code ?? "", household };
}

test("sixty invoices in three currencies are paid by transfers in every way, and the books agree with the statements each day", async () => {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner, { role: "administrator" });
  const all = await Promise.all(clubs.map((club) => givenClub(partner, club)));
  await runCollection(db, { scope: { partnerId: partner.id } });
  for (const { family, billed } of all) {
    expect(mailServer.received(family)).toHaveLength(1);
    for (const { customerEmail } of billed.slice(3)) expect(mailServer.received(customerEmail ?? "")).toHaveLength(1);
  }

  const entries = new Map(await Promise.all(all.map(async (club) => [club, await paymentsOf(partner, club)] as const)));
  const firstDay = addDays(dayAt(new Date()), 1 - DAYS);
  for (let day = 0; day < DAYS; day += 1) {
    for (const club of all) {
      const sent = day === 4 ? await sentBack(partner, club) : [];
      const booked = [...(entries.get(club)?.[day] ?? []), ...sent];
      await upload(partner, club, booked, addDays(firstDay, day), day);
      await decideAll(partner, actor, club);
      if (day === 2) await creditAmount(db, actor, club.billed[10]?.id ?? "", 2, { amountCents: 500, description: "Left early" });
      if (day === 3) await giveBack(actor, club);
      await expectBooksToAgree(partner, club);
    }
  }

  for (const club of all) {
    const owed = await Promise.all(club.billed.map(async ({ id }) => (await getInvoice(db, partner.actor, id)).amountTotalCents));
    // The last has not paid; all else is even.
    expect(owed).toEqual([...Array(14).fill(0), club.billed[14]?.amountTotalCents]);
    expect(await listOwed(db, partner.actor, club.company.id)).toEqual([]);
  }
}, 300_000);

/** What comes on each day. */
async function paymentsOf(partner: GivenPartner, club: Club): Promise<MadeEntry[][]> {
  const of = (index: number) => club.billed[index] ?? only([] as InvoiceDetails[]);
  const [family, ...singles] = await Promise.all(club.billed.map((invoice) => told(partner, invoice)));
  const single = (index: number) => singles[index - 1] ?? { cents: 0, reference: "" };
  const ibans = names.map(() => accountFacts().iban);
  const payer = (index: number) => ({ name: `Sam ${names[index]}`, iban: ibans[index] });
  const right = (index: number): MadeEntry => ({ ...payer(index), cents: single(index).cents, reference: single(index).reference });
  const sum = family?.household?.transfer;
  const ofFamily = (cents: number): MadeEntry => ({ ...payer(0), cents, reference: sum?.reference.code });
  const whole = sum?.amountCents ?? 0;
  return [
    [right(3), { ...right(4), cents: right(4).cents - 1_000 }, right(5), { cents: 700, name: "Stranger", iban: STRANGER, text: "rent" }],
    // Paid twice; a family in part; and what the bank takes for itself.
    [
      right(5),
      ofFamily(whole - 2_000),
      { ...right(11), reference: undefined, text: `for Sam, ${spaced(right(11).reference ?? "")}` },
      { cents: -350, name: "Bank", text: "fees" },
    ],
    [
      { ...right(4), cents: 1_000 },
      right(10),
      // Two at once, named by the club's numbers.
      { ...payer(7), cents: single(7).cents + single(8).cents, text: `${of(7).externalInvoiceNumber} and ${of(8).externalInvoiceNumber}` },
    ],
    [
      ofFamily(2_000),
      // Nobody says who paid this, nor for what.
      { cents: single(9).cents, name: "", iban: "", text: "" },
      // Two digits of our number are swapped.
      { ...payer(12), cents: single(12).cents, text: swapped(String(of(12).invoiceNumber)) },
    ],
    [right(6), right(13)],
  ].map((list, day) => list.map((entry, index) => ({ ...entry, bankReference: `${club.company.id.slice(0, 6)}D${day}E${index}` })));
}

function spaced(reference: string): string {
  return reference.toLowerCase().replace(/(.{4})/g, "$1 ");
}

function swapped(number: string): string {
  return number.slice(0, -2) + number.slice(-1) + number.slice(-2, -1);
}

async function upload({ id, actor }: GivenPartner, club: Club, entries: MadeEntry[], on: string, day: number): Promise<void> {
  const { iban, currency, file, closingCents: opening } = club;
  const dated = entries.map((entry) => ({ ...entry, on }));
  const contents = file({ iban, currency, id: String(day + 1), opening, on, entries: dated });
  club.closingCents = entries.reduce((sum, { cents }) => sum + cents, opening);
  // Twice, as treasurers do.
  for (const name of ["statement", "statement again"]) await storeStatementFile(db, actor, { name }, receivedFile(contents));
  await matchNewTransactions(db, { scope: { partnerId: id } });
}

/** As a treasurer who takes what is offered first, looks for what is not, and knows whose money the stranger's is not. */
async function decideAll(partner: GivenPartner, actor: GivenPartner["actor"], { company, billed }: Club): Promise<void> {
  const open = await db
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partner.id), eq(bankTransactions.companyId, company.id), eq(bankTransactions.state, "open")))
    .orderBy(asc(bankTransactions.recordedOrder));
  for (const { id: transactionId, decisions: seenDecisions, iban, name, amountCents } of open) {
    const seen = { transactionId, seenDecisions };
    if (iban === STRANGER) {
      await sayOfTransaction(db, actor, seen, "to_return");
      continue;
    }
    const { offers } = await offerInvoices(db, actor, transactionId);
    const [best] = offers;
    if (name !== "" && best) {
      await bookAsSeen(
        db,
        actor,
        seen,
        best.parts.map(({ invoice, amountCents: cents }) => ({ invoiceId: invoice.id, amountCents: cents })),
      );
    } else {
      const [found] = await searchInvoicesToBook(db, actor, transactionId, billed[9]?.externalInvoiceNumber ?? "");
      await bookAsSeen(db, actor, seen, [{ invoiceId: found?.id ?? "", amountCents }]);
    }
  }
}

/** All that is owed, to where it came from, by a file for the bank. */
async function giveBack(actor: GivenPartner["actor"], { company }: Club): Promise<void> {
  const owed = await listOwed(db, actor, company.id);
  expect(owed.map(({ kind }) => kind).sort()).toEqual(["invoice", "invoice", "transaction"]);
  await createPayout(
    db,
    actor,
    company.id,
    owed.map(({ kind, id, amountCents, iban }) => ({ kind, id, amountCents, iban })),
  );
}

/** What has left by the club's file, as its bank tells it. */
async function sentBack(partner: GivenPartner, { company }: Club): Promise<MadeEntry[]> {
  const rows = await db.execute<{ id: string; payoutId: string; cents: string; iban: string; endToEndId: string }>(sql`
    select i.id, i.payout_id as "payoutId", i.amount_cents::text as cents, i.iban, i.end_to_end_id as "endToEndId"
    from payout_items i join payouts p on p.partner_id = i.partner_id and p.id = i.payout_id
    where p.partner_id = ${partner.id} and p.company_id = ${company.id}`);
  const file = await getPayoutFile(db, partner.actor, rows[0]?.payoutId ?? "");
  for (const { endToEndId } of rows) expect(file).toContain(endToEndId);
  return rows.map(({ id, cents, iban, endToEndId }) => ({
    cents: -Number(cents),
    iban,
    endToEndId,
    name: "Customer",
    bankReference: id.slice(0, 12),
  }));
}

/** To the cent: the bank's balance moved by what stands on invoices, what was sent back, and what has nothing to do with them. */
async function expectBooksToAgree(partner: GivenPartner, { company, billed, closingCents }: Club): Promise<void> {
  const of = sql`partner_id = ${partner.id}`;
  const { cents } = only(
    await db.execute<{ cents: string }>(sql`
      select (
        (select coalesce(sum(p.amount_cents), 0) from payments p join bank_transactions t using (partner_id)
          where p.${of} and t.id = p.bank_transaction_id and t.company_id = ${company.id} and p.undone_by is null)
        + (select coalesce(sum(t.amount_cents), 0) from bank_transactions t where t.${of} and t.company_id = ${company.id} and t.state in ('to_return', 'returned', 'noted'))
        - (select coalesce(sum(r.amount_cents), 0) from refunds r join bank_transactions t using (partner_id)
          where r.${of} and t.id = r.bank_transaction_id and t.company_id = ${company.id})
        - (select coalesce(sum(i.amount_cents), 0) from payout_items i join bank_transactions t using (partner_id)
          where i.${of} and t.id = i.paid_transaction_id and t.company_id = ${company.id} and i.refund_id is null)
      )::text as cents`),
  );
  expect(Number(cents)).toBe(closingCents - 100_000);
  for (const { id } of billed) expect(problemsIn(await booksOf(db, partner.id, id))).toEqual([]);
}
