import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { companiesOf, textArray } from "./companies-of-account";
import { getTransaction } from "./lock-transaction";
import type { OfferedInvoice } from "./offered-invoice";
import { initialsIn, spelledWords } from "./read-payment";

/** Maximum number of words of the payment that are searched, longest first. */
const MOST_WORDS = 20;
/** Length of the shortest word that is searched, in letters. */
const SHORTEST_WORD = 3;
/** Maximum number of invoices that one word finds. */
const MOST_BY_WORD = 60;
/** Maximum number of invoices of customers named in full that are returned, and of invoices in one set. */
const MOST_FOUND = 12;

/**
 * Returns unpaid invoices whose customers the payment names in full, in its text or as its payer: all words of the last name and one of the
 * first name, or all words of the organization. A payment for several people is divided among them. Amounts in cents. Throws
 * `invalid_bank_transaction_id`.
 */
export async function findNamedInvoices(db: Database, actor: Actor, transactionId: string): Promise<OfferedInvoice[]> {
  return (await findNamed(db, actor, transactionId)).named;
}

/** Invoices whose customers a payment names, in the order of their numbers. */
interface Named {
  /** Invoices of customers named in full. */
  named: OfferedInvoice[];
  /**
   * All unpaid invoices of each customer whose last name the payment contains, with no other initial than the customer's. A customer may
   * have changed the e-mail address, so the invoices of one name are a set, and the invoices of one name and address as well.
   */
  byLastName: OfferedInvoice[][];
}

/** Returns the invoices of `findNamedInvoices`, and those of customers of whom the payment has only the last name, by one query. */
export async function findNamed(db: Database, actor: Actor, transactionId: string): Promise<Named> {
  const transaction = await getTransaction(db, actor, transactionId);
  const words = new Set(spelledWords(`${transaction.name} ${transaction.text}`).flat());
  const sought = [...words]
    .filter((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word))
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);
  const { partnerId } = actor;
  const found = await db.execute<NamedInvoice>(sql`
    with mine as materialized (${companiesOf(actor, transaction)})
    select distinct i.id, i.external_invoice_number as "externalInvoiceNumber", i.invoice_number::text as "invoiceNumber",
      i.amount_total_cents::text as "outstandingCents", c.currency::text as currency, m.title as "importTitle",
      customer_key(i.customer_email, '') as email,
      customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      coalesce(i.customer_first_name, '') as "firstName", coalesce(i.customer_last_name, '') as "lastName", coalesce(i.customer_organization, '') as organization
    from unnest(${textArray(sought)}) sought(word)
    cross join lateral (
      select invoices.* from invoices
      where invoices.partner_id = ${partnerId} and invoices.search_text like '%' || sought.word || '%'
        and invoices.company_id in (select company_id from mine) and invoices.amount_total_cents > 0 and invoices.retracted_at is null
      limit ${MOST_BY_WORD}
    ) i
    join imports m on m.partner_id = i.partner_id and m.id = i.import_id and m.transmitted_at is not null
    join companies c on c.partner_id = i.partner_id and c.id = i.company_id and c.currency = ${transaction.currency}`);
  const initials = initialsIn(`${transaction.name} ${transaction.text}`);
  const lastNamed = found.filter((invoice) => isLastNamed(invoice, words, initials));
  const ofNames = Map.groupBy(lastNamed, ({ customerName }) => customerName);
  const ofAddresses = Map.groupBy(lastNamed, ({ customerName, email }) => `${customerName} ${email}`);
  return {
    named: asOffered(found.filter((invoice) => isNamed(invoice, words))).slice(0, MOST_FOUND),
    // Leaves out larger sets, of which the search may have missed some invoices.
    byLastName: [...ofNames.values(), ...ofAddresses.values()].filter(({ length }) => length <= MOST_FOUND).map(asOffered),
  };
}

function asOffered(found: readonly NamedInvoice[]): OfferedInvoice[] {
  return found
    .map(({ firstName, lastName, organization, email, ...invoice }) => ({
      ...invoice,
      invoiceNumber: Number(invoice.invoiceNumber),
      outstandingCents: Number(invoice.outstandingCents),
    }))
    .sort((one, other) => one.invoiceNumber - other.invoiceNumber);
}

interface NamedInvoice extends Record<string, unknown>, Omit<OfferedInvoice, "invoiceNumber" | "outstandingCents"> {
  invoiceNumber: string;
  outstandingCents: string;
  firstName: string;
  lastName: string;
  organization: string;
  /** Key of the e-mail address; empty: none. */
  email: string;
}

/** Whether the payment has all words of the person's last name, and the first name's initial if it has any. */
function isLastNamed({ firstName, lastName }: NamedInvoice, words: ReadonlySet<string>, initials: ReadonlySet<string>): boolean {
  const last = spelledWords(lastName);
  const isOther = initials.size > 0 && !initials.has(plainLetters(firstName).toLowerCase().slice(0, 1));
  return last.length > 0 && !isOther && last.every((spellings) => spellings.some((spelling) => words.has(spelling)));
}

function isNamed({ firstName, lastName, organization }: NamedInvoice, words: ReadonlySet<string>): boolean {
  const isInPayment = (spellings: string[]) => spellings.some((spelling) => words.has(spelling));
  const [first = [], last = [], firm = []] = [firstName, lastName, organization].map(spelledWords);
  if (firm.length > 0) return firm.every(isInPayment);
  const hasLastName = last.length > 0 && last.every(isInPayment);
  return hasLastName && first.some(isInPayment);
}
