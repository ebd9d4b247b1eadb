import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { customerEmailHash } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { type HomeAddress, homeOf } from "@/server/domain/rules/home";
import { companiesOf, textArray } from "./companies-of-account";
import { type PossibleInvoice, type RankedPayment, rankCandidates } from "./rank-candidates";
import { type ReadPayment, readPayment, slipsOf, spelledWords } from "./read-payment";

/** Returns the invoices that a payment on a statement may be for, among those that the actor may see, ranked. */
export async function findCandidates(db: Database, actor: Actor, transaction: BankTransaction, leftCents: number): Promise<RankedPayment> {
  const payment = readPayment(transaction);
  const possible = await findPossible(db, actor, transaction, payment, leftCents);
  return rankCandidates({ ...transaction, amountCents: leftCents }, payment, possible);
}

const MOST_POSSIBLE = 120;
const MOST_BY_NAME = 40;
/** Maximum number of the payer's words that are searched among invoices of this amount. */
const MOST_SOUGHT = 8;
/** Maximum number of numbers in a text for which slips are tried. */
const MOST_SLIPPED = 4;

/**
 * Finds invoices of transmitted imports that something in the payment points to: a number, exact or with one slip; the amount together with
 * the name; the payer's name or account. Adds the same customers' other debts, and invoices asked for together with them. One statement,
 * each part by an index.
 */
async function findPossible(
  db: Database,
  actor: Actor,
  transaction: BankTransaction,
  payment: ReadPayment,
  amountCents: number,
): Promise<PossibleInvoice[]> {
  const { partnerId } = actor;
  const { iban, name, text } = transaction;
  const digits = payment.tokens.filter((token) => /^\d{6,14}$/.test(token));
  const exact = [...[...payment.referenced, ...payment.belgian].map(String), ...payment.numbers].filter(isNumber);
  const slipped = payment.numbers.slice(0, MOST_SLIPPED).flatMap(slipsOf).filter(isNumber);
  const theirs = payment.tokens.flatMap((token) => [token, token.toUpperCase()]);
  const theirsSlipped = digits.slice(0, MOST_SLIPPED).flatMap(slipsOf);
  const [one, other] = longestWords(name);
  const inMine = sql`i.partner_id = ${partnerId} and i.company_id in (select company_id from mine)`;
  /** Exact matches first, because the number of rows is limited. Matches by slip or name follow. */
  const [named, near] = [sql`0 as place`, sql`1 as place`];
  const owing = sql`i.amount_total_cents > 0 and i.retracted_at is null`;
  const byName =
    one === undefined || (other === undefined && (one[0] ?? "").length < 4)
      ? sql`select null::text as id, ${near} where false`
      : sql`(select i.id, ${near} from invoices i where i.partner_id = ${partnerId} and ${whereNamed(one)}
          and ${other === undefined ? sql`true` : whereNamed(other)} and i.company_id in (select company_id from mine) and ${owing}
          limit ${MOST_BY_NAME})`;
  // Among invoices of this amount, up to a limit per word of the payer's text: all of them if the word is rare.
  const sought = longestWords(`${name} ${text}`)
    .filter(([word = ""]) => /\p{L}/u.test(word))
    .slice(0, MOST_SOUGHT);
  const byAmount = [...sought, ...(iban === "" ? [] : [[iban.toLowerCase()]])].map(
    (word) => sql`union all (select i.id, ${near} from invoices i
      where ${inMine} and ${owing} and i.amount_total_cents = ${amountCents} and ${whereNamed(word)} limit ${MOST_BY_NAME})`,
  );
  const rows = await db.execute<Row>(sql`
    with mine as materialized (${companiesOf(actor, transaction)}),
    known as materialized (
      select k.customer, k.invoice_id from known_payers k
      where ${iban} <> '' and k.partner_id = ${partnerId} and k.iban = ${iban} and k.company_id in (select company_id from mine)
    ),
    pointed as materialized (
      select id, min(place) as place from (
        select i.id, ${named} from invoices i where i.invoice_number = any(${textArray(exact)}::bigint[]) and ${inMine}
        union all select i.id, ${named} from invoices i where i.partner_id = ${partnerId} and i.external_invoice_number = any(${textArray(theirs)}) and ${inMine}
        union all select k.invoice_id, ${named} from known k
        union all select i.id, ${near} from invoices i where i.invoice_number = any(${textArray(slipped)}::bigint[]) and ${inMine}
        union all select i.id, ${near} from invoices i where i.partner_id = ${partnerId} and i.external_invoice_number = any(${textArray(theirsSlipped)}) and ${inMine}
        ${sql.join(byAmount, sql` `)}
        union all ${byName}
      ) found group by id order by place, id limit ${MOST_POSSIBLE}
    ),
    customers as materialized (
      select distinct ${customerEmailHash({ customerEmail: sql`i.customer_email` })} as hash, customer_key(i.customer_email, '') as email
      from pointed p join invoices i on i.partner_id = ${partnerId} and i.id = p.id
      where i.customer_email <> ''
    ),
    theirs as (
      select i.id from customers c
      join invoices i on i.partner_id = ${partnerId} and i.customer_email <> ''
        and ${customerEmailHash({ customerEmail: sql`i.customer_email` })} = c.hash and customer_key(i.customer_email, '') = c.email
      where i.company_id in (select company_id from mine) and ${owing}
    ),
    together as (
      select other.invoice_id as id from pointed p
      join household_members m on m.partner_id = ${partnerId} and m.invoice_id = p.id
      join household_members other on other.partner_id = m.partner_id and other.lead_invoice_id = m.lead_invoice_id
    )
    select i.id, i.invoice_number::text as "invoiceNumber", i.external_invoice_number as "externalInvoiceNumber", i.amount_total_cents::text as "outstandingCents",
      c.currency::text as currency, c.country_code = 'BE' as "isBelgian", customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      i.customer_last_name as "lastName", coalesce(i.customer_first_name, '') as "firstName", coalesce(i.customer_organization, '') as organization,
      customer_key(i.customer_email, '') as email, coalesce(i.direct_debit_iban, '') as "directDebitIban", i.retracted_at as "retractedAt",
      coalesce(nullif(i.customer_country_code, ''), c.country_code::text) as country, i.customer_zipcode as zipcode, i.customer_address1 as street,
      i.customer_house_number as "houseNumber", i.customer_house_number_extension as extension,
      (select m.lead_invoice_id from household_members m where m.partner_id = i.partner_id and m.invoice_id = i.id) as "householdId",
      coalesce((select m.is_by_hand from household_members m where m.partner_id = i.partner_id and m.invoice_id = i.id), false) as "isJoinedByHand",
      exists (select from known k where k.customer = customer_key(i.customer_email, i.id) or k.invoice_id = i.id) as "isKnownPayer"
    from (select id from pointed union select id from together union (select id from theirs limit ${MOST_POSSIBLE})) p
    join invoices i on i.partner_id = ${partnerId} and i.id = p.id
    join imports m on m.partner_id = i.partner_id and m.id = i.import_id and m.transmitted_at is not null
    join companies c on c.partner_id = i.partner_id and c.id = i.company_id
    order by i.invoice_number`);
  return rows.map(({ invoiceNumber, outstandingCents, retractedAt, country, zipcode, street, houseNumber, extension, ...row }) => ({
    ...row,
    home: homeOf({ country, zipcode, street, houseNumber, extension }),
    invoiceNumber: Number(invoiceNumber),
    outstandingCents: Number(outstandingCents),
    retractedAt: retractedAt === null ? null : new Date(retractedAt),
  }));
}

/** Returns the distinct words of three letters or more, each with its spellings, longest first. */
function longestWords(text: string): string[][] {
  const words = new Map(spelledWords(text).map((spellings) => [spellings.join(" "), spellings]));
  const lengthOf = ([word = ""]: string[]) => word.length;
  return [...words.values()].filter((word) => lengthOf(word) >= 3).sort((first, second) => lengthOf(second) - lengthOf(first));
}

/** Condition: the searched text of invoice `i` has the word in one of its spellings. */
function whereNamed(spellings: readonly string[]): SQL {
  const found = spellings.map((word) => sql`i.search_text like ${`%${word}%`}`);
  return sql`(${sql.join(found, sql` or `)})`;
}

/** Whether the text is a number within Postgres' range that could be one of our invoice numbers. */
function isNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

interface Row
  extends Record<string, unknown>,
    HomeAddress,
    Omit<PossibleInvoice, "invoiceNumber" | "outstandingCents" | "retractedAt" | "home"> {
  invoiceNumber: string;
  outstandingCents: string;
  retractedAt: string | null;
}
