import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { nameKey } from "@/server/domain/words/name-key";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { companiesOf, textArray } from "./companies-of-account";
import { getTransaction } from "./lock-transaction";
import { familyName } from "./named-better";
import { namesakeFacts } from "./namesake-facts";
import { type Namesake, tellApart } from "./namesakes";
import type { OfferedInvoice } from "./offered-invoice";
import { initialsIn, spelledWords } from "./read-payment";

/** Maximum number of words of the payment by which invoices with one name are put in order, longest first. */
const MOST_WORDS = 8;
/** Maximum number of invoices that one word finds: those whose customers the payment names best. */
const MOST_BY_WORD = 120;
/** Maximum number of invoices that are proposed for a division. */
const MOST_PROPOSED = 12;

/**
 * Returns unpaid invoices whose customers the payment names in full, in its text or as its payer: all words of the last name and one of the
 * first name, or all words of the organization. A payment for several people is divided among them. Amounts in cents. Throws
 * `invalid_bank_transaction_id`.
 */
export async function findNamedInvoices(db: Database, actor: Actor, transactionId: string): Promise<OfferedInvoice[]> {
  return (await findNamed(db, actor, transactionId)).named.slice(0, MOST_PROPOSED);
}

/** Invoices whose customers a payment names, in the order of their numbers. */
interface Named {
  /** Invoices of customers named in full. */
  named: OfferedInvoice[];
  /**
   * The part of `named` that may be added up: without customers of whom some invoices were not read. Where very many people have one name,
   * there may be others of whom no invoice was read.
   */
  ofWhole: OfferedInvoice[];
  /**
   * All unpaid invoices of each customer whose last name the payment contains, with no other initial than the customer's. A customer may
   * have changed the e-mail address, so there are sets of two kinds: the invoices of one name, and those of one name and e-mail address.
   * Customers of whom some invoices were not read are left out.
   */
  byLastName: OfferedInvoice[][];
}

/**
 * Returns the invoices of customers whom the payment names in full, and those of customers of whom it has only the last name, by one query.
 * An invoice is found if the payment contains the longest word of the last name or organization, in any spelling.
 */
export async function findNamed(db: Database, actor: Actor, transactionId: string): Promise<Named> {
  const transaction = await getTransaction(db, actor, transactionId);
  const words = new Set(spelledWords(`${transaction.name} ${transaction.text}`).flat());
  const keys = textArray([...words].map(nameKey));
  const longest = [...words].filter((word) => /^\p{L}+$/u.test(word)).sort((one, other) => other.length - one.length);
  const initials = initialsIn(`${transaction.name} ${transaction.text}`);
  // `search_text` begins with the customer's name.
  const patterns = textArray([...longest.slice(0, MOST_WORDS).map((word) => `%${word}%`), ...[...initials].map((each) => `${each}%`)]);
  const { partnerId } = actor;
  const owing = sql`i.partner_id = ${partnerId} and i.company_id = any(array(select company_id from mine))
    and i.amount_total_cents > 0 and i.retracted_at is null`;
  // Read together with the ids. To look these up by the ids afterwards, Postgres would read the whole table.
  const facts = sql`i.id, i.company_id, i.import_id, i.invoice_number, i.search_text,
    i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name`;
  const found = await db.execute<NamedInvoice>(sql`
    with mine as materialized (${companiesOf(actor, transaction)}),
    keys as materialized (select distinct key from unnest(${keys}) key),
    pointed as (
      select ${facts}, keys.key, true as by_last_name from keys
      join invoices i on ${owing} and name_key(fold_for_search(i.customer_last_name)) = keys.key
      union all
      select ${facts}, keys.key, false from keys
      join invoices i on ${owing} and i.customer_organization <> '' and name_key(fold_for_search(i.customer_organization)) = keys.key
    ),
    placed as (
      select p.id, p.by_last_name, m.title, c.currency,
        count(*) over (partition by p.by_last_name, ${nameIn(sql`p`)}) as of_customer,
        row_number() over (partition by p.by_last_name, p.key
          order by (select count(*) from unnest(${patterns}) pattern where p.search_text like pattern) desc, p.invoice_number) as place
      from pointed p
      join imports m on m.partner_id = ${partnerId} and m.id = p.import_id and m.transmitted_at is not null
      join companies c on c.partner_id = ${partnerId} and c.id = p.company_id and c.currency = ${transaction.currency}
    )
    select i.id, i.external_invoice_number as "externalInvoiceNumber", i.invoice_number::text as "invoiceNumber",
      i.amount_total_cents::text as "outstandingCents", placed.currency::text as currency, placed.title as "importTitle",
      customer_key(i.customer_email, '') as email, ${namesakeFacts},
      ${nameIn(sql`i`)} as "customerName",
      coalesce(i.customer_first_name, '') as "firstName", coalesce(i.customer_last_name, '') as "lastName", coalesce(i.customer_organization, '') as organization,
      placed.by_last_name as "isByLastName", placed.of_customer::int as "ofCustomer"
    from placed join invoices i on i.partner_id = ${partnerId} and i.id = placed.id
    where placed.place <= ${MOST_BY_WORD}`);
  const lastNamed = found.filter((invoice) => invoice.isByLastName && isLastNamed(invoice, words, initials));
  const ofNames = [...Map.groupBy(lastNamed, ({ customerName }) => customerName).values()].filter(isWhole);
  const ofAddresses = ofNames.flatMap((set) => [...Map.groupBy(set, ({ email }) => email).values()]);
  const named = found.filter((invoice) => isNamed(invoice, words));
  const foundAlike = Map.groupBy(named, ({ customerName, isByLastName }) => `${isByLastName} ${customerName}`);
  const partlyRead = new Set(
    [...foundAlike.values()].filter((set) => !isWhole(set)).flatMap((set) => set.map((each) => each.customerName)),
  );
  return {
    named: asOffered(named),
    ofWhole: asOffered(named.filter(({ customerName }) => !partlyRead.has(customerName))),
    byLastName: [...ofNames, ...ofAddresses].map(asOffered),
  };
}

/** Returns the customer's name. Invoices with one name are one customer's, even if its parts are in different fields. */
function nameIn(row: SQL): SQL {
  const fields = ["organization", "prefix", "first_name", "infix", "last_name"].map((field) => sql`${row}.${sql.raw(`customer_${field}`)}`);
  return sql`customer_name(${sql.join(fields, sql`, `)})`;
}

/** Whether these are all invoices of their customer. */
function isWhole(set: readonly NamedInvoice[]): boolean {
  return set.every(({ ofCustomer }) => ofCustomer === set.length);
}

function asOffered(found: readonly NamedInvoice[]): OfferedInvoice[] {
  const byId = new Map(found.map((invoice) => [invoice.id, invoice]));
  const apart = tellApart([...byId.values()]);
  return [...byId.values()]
    .map(({ id, externalInvoiceNumber, invoiceNumber, outstandingCents, currency, customerName, importTitle }) => ({
      id,
      externalInvoiceNumber,
      currency,
      customerName,
      importTitle,
      apart: apart.get(id) ?? "",
      invoiceNumber: Number(invoiceNumber),
      outstandingCents: Number(outstandingCents),
    }))
    .sort((one, other) => one.invoiceNumber - other.invoiceNumber);
}

interface NamedInvoice extends Record<string, unknown>, Omit<OfferedInvoice, "invoiceNumber" | "outstandingCents" | "apart">, Namesake {
  invoiceNumber: string;
  outstandingCents: string;
  firstName: string;
  lastName: string;
  organization: string;
  /** Key of the e-mail address; empty: none. */
  email: string;
  /** Whether a word of the last name found the invoice; otherwise, a word of the organization. Both may: the invoice is then found twice. */
  isByLastName: boolean;
  /** Number of the customer's invoices that the same kind of word finds, including those that were not read. */
  ofCustomer: number;
}

/** Whether the payment has all words of the person's last name and, if it contains initials, that of the first name. */
function isLastNamed({ firstName, lastName }: NamedInvoice, words: ReadonlySet<string>, initials: ReadonlySet<string>): boolean {
  const last = spelledWords(lastName);
  const isOther = initials.size > 0 && !initials.has(plainLetters(firstName).toLowerCase().slice(0, 1));
  return last.length > 0 && !isOther && last.every((spellings) => spellings.some((spelling) => words.has(spelling)));
}

function isNamed({ firstName, lastName, organization }: NamedInvoice, words: ReadonlySet<string>): boolean {
  const isInPayment = (spellings: string[]) => spellings.some((spelling) => words.has(spelling));
  const [first = [], last = [], firm = []] = [firstName, familyName(lastName), organization].map(spelledWords);
  if (firm.length > 0) return firm.every(isInPayment);
  const hasLastName = last.length > 0 && last.every(isInPayment);
  return hasLastName && first.some(isInPayment);
}
