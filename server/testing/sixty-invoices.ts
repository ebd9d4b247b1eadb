import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { booksOf, problemsIn } from "./books";
import { type GivenPartner, givenCompany, givenImport, givenInvoice } from "./given";
import { accountFacts, givenBankAccount } from "./given-bank-account";
import { secretOf } from "./given-customer";
import { mt940File } from "./mt940-files";
import { camtFile, type MadeEntry } from "./statement-files";

// Sixty invoices of companies with only a bank account, and five days of their banks' statements, which a test and a journey play.

/** Companies with only a bank account, and the dialect of their bank's files. */
export const clubs = [
  { currency: "EUR", countryCode: "NL", file: (made: Made) => camtFile([made], "plain8") },
  { currency: "EUR", countryCode: "DE", file: (made: Made) => mt940File({ ...made, id: `${made.id}/1` }, "german") },
  { currency: "CHF", countryCode: "CH", file: (made: Made) => camtFile([made], "swiss4") },
  { currency: "GBP", countryCode: "GB", file: (made: Made) => camtFile([made], "prefixed2") },
] as const;

type Made = Parameters<typeof camtFile>[0][number];

const names = "Adema Bakker Cuypers Dekker Evers Faber Gerrits Hendriks Ilves Jonker Kramer Linden Maas Nolte Otten".split(" ");

export const DAYS = 5;
const OPENING_CENTS = 100_000;
/** Account of a stranger. */
export const STRANGER = "NL20INGB0001234567";

/** Creates a club with fifteen invoices: the first three are one family's, each other has its own payer. */
export async function givenClub(partner: GivenPartner, { currency, countryCode, file }: (typeof clubs)[number]) {
  const company = await givenCompany(partner, { name: `Rowing Club of ${countryCode}`, currency, countryCode, locale: "en" });
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
  return { company, import: into, currency, iban: account.current?.iban ?? "", file, billed, family, closingCents: OPENING_CENTS };
}

export type Club = Awaited<ReturnType<typeof givenClub>>;

/** Returns the amount, in cents, and the reference that the customer of an invoice is told to transfer. */
async function told(partner: GivenPartner, { id }: InvoiceDetails) {
  const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, id)), null);
  if (!customer) throw new Error("The link opens nothing");
  const { transfer, household } = await describeForCustomer(db, customer);
  return { cents: transfer?.amountCents ?? 0, reference: transfer?.reference.code ?? "", household };
}

/** Returns the payments of each day. */
export async function paymentsOf(partner: GivenPartner, club: Club): Promise<MadeEntry[][]> {
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
    // Paid twice; a family in part; and the bank's fees.
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
      // No payer and no purpose.
      { cents: single(9).cents, name: "", iban: "", text: "" },
      // The invoice number with two digits swapped.
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

/** Returns the bank's file of the day, from 0 to before `DAYS`, and changes the club's `closingCents` to its closing balance. */
export function statementOf(club: Club, entries: MadeEntry[], day: number): string {
  const { iban, currency, file, closingCents: opening } = club;
  const on = addDays(dayAt(new Date()), 1 - DAYS + day);
  club.closingCents = entries.reduce((sum, { cents }) => sum + cents, opening);
  return file({ iban, currency, id: String(day + 1), opening, on, entries: entries.map((entry) => ({ ...entry, on })) });
}

/** Returns the payments of the club's refund file, as its bank reports them. Throws if a payment is missing in the file. */
export async function sentBack(partner: GivenPartner, { company }: Club): Promise<MadeEntry[]> {
  const rows = await db.execute<{ id: string; payoutId: string; cents: string; iban: string; endToEndId: string }>(sql`
    select i.id, i.payout_id as "payoutId", i.amount_cents::text as cents, i.iban, i.end_to_end_id as "endToEndId"
    from payout_items i join payouts p on p.partner_id = i.partner_id and p.id = i.payout_id
    where p.partner_id = ${partner.id} and p.company_id = ${company.id}`);
  const file = await getRefundFile(db, partner.actor, rows[0]?.payoutId ?? "");
  if (!rows.every(({ endToEndId }) => file.includes(endToEndId))) throw new Error("A payment is missing in the file");
  return rows.map(({ id, cents, iban, endToEndId }) => ({
    cents: -Number(cents),
    iban,
    endToEndId,
    name: "Customer",
    bankReference: id.slice(0, 12),
  }));
}

/**
 * Returns the differences between books and statements, to the cent. The bank's balance must have moved by the booked payments, the refunds
 * and the unrelated entries.
 */
export async function disagreements(partner: GivenPartner, { company, billed, closingCents }: Club): Promise<string[]> {
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
  const moved = closingCents - OPENING_CENTS;
  const books = await Promise.all(billed.map(async ({ id }) => problemsIn(await booksOf(db, partner.id, id))));
  return [...(Number(cents) === moved ? [] : [`${company.name}: booked ${cents}, moved ${moved}`]), ...books.flat()];
}
