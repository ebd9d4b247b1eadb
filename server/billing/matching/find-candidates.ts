import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { customerEmailHash } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { type PossibleInvoice, type RankedPayment, rankCandidates } from "./rank-candidates";
import { foldedWords, type ReadPayment, readPayment, slipsOf } from "./read-payment";

/** Which invoices a payment on a statement may be for, among those that the actor may see. */
export async function findCandidates(db: Database, actor: Actor, transaction: BankTransaction, leftCents: number): Promise<RankedPayment> {
  const payment = readPayment(transaction);
  const possible = await findPossible(db, actor, transaction, payment, leftCents);
  return rankCandidates({ ...transaction, amountCents: leftCents }, payment, possible);
}

/** The companies of the partner that have the transaction's account: most often one. */
export function companiesOf(
  { partnerId, companyIds }: Actor,
  { bankAccountId, companyId }: Pick<BankTransaction, "bankAccountId" | "companyId">,
): SQL {
  const visible = companyIds ? sql`a.company_id = any(${textArray(companyIds)})` : sql`true`;
  const numbersOf = (alias: string) => sql.raw(`array[${alias}.iban, ${alias}.qr_iban]`);
  return sql`select distinct a.company_id from bank_accounts a
    left join bank_account_details d on d.partner_id = a.partner_id and d.bank_account_id = a.id
    left join bank_account_details o on o.partner_id = a.partner_id and o.bank_account_id = ${bankAccountId}
    where a.partner_id = ${partnerId} and (a.company_id = ${companyId} or ${numbersOf("d")} && ${numbersOf("o")}) and ${visible}`;
}

const MOST_POSSIBLE = 120;
const MOST_BY_NAME = 40;
/** Numbers in a text of which slips are tried. */
const MOST_SLIPPED = 4;

/**
 * Invoices of transmitted imports that something in the payment points to: a number or one that is a slip away, the amount together with the name, the payer's name or account; and what
 * the same customers owe besides. One statement, each part by an index.
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
  const exact = [...new Set([...payment.referenced.map(String), ...payment.numbers])];
  const own = [...exact, ...payment.numbers.slice(0, MOST_SLIPPED).flatMap(slipsOf)].filter((number) => /^[1-9]\d{0,14}$/.test(number));
  const theirs = [
    ...payment.tokens,
    ...payment.tokens.map((token) => token.toUpperCase()),
    ...digits.slice(0, MOST_SLIPPED).flatMap(slipsOf),
  ];
  const [one, other] = foldedWords(name)
    .filter((word) => word.length >= 3)
    .sort((first, second) => second.length - first.length);
  const said = sql`fold_for_search(${`${name} ${text}`})`;
  const inMine = sql`i.partner_id = ${partnerId} and i.company_id in (select company_id from mine)`;
  const owing = sql`i.amount_total_cents > 0 and i.retracted_at is null`;
  const byName =
    one === undefined || (other === undefined && one.length < 4)
      ? sql`select null::text as id where false`
      : sql`(select i.id from invoices i where i.partner_id = ${partnerId} and i.search_text like ${`%${one}%`}
          and ${other === undefined ? sql`true` : sql`i.search_text like ${`%${other}%`}`} and i.company_id in (select company_id from mine) and ${owing}
          limit ${MOST_BY_NAME})`;
  const rows = await db.execute<Row>(sql`
    with mine as materialized (${companiesOf(actor, transaction)}),
    known as materialized (
      select k.customer, k.invoice_id from known_payers k
      where ${iban} <> '' and k.partner_id = ${partnerId} and k.iban = ${iban} and k.company_id in (select company_id from mine)
    ),
    pointed as materialized (
      select i.id from invoices i where i.invoice_number = any(${textArray(own)}::bigint[]) and ${inMine}
      union select i.id from invoices i where i.partner_id = ${partnerId} and i.external_invoice_number = any(${textArray(theirs)}) and ${inMine}
      union (
        select i.id from invoices i
        where ${inMine} and ${owing} and i.amount_total_cents = ${amountCents}
          and (strpos(${said}, fold_for_search(i.customer_last_name)) > 0 or strpos(${said}, fold_for_search(nullif(i.customer_organization, ''))) > 0
            or i.direct_debit_iban = ${iban})
        limit ${MOST_BY_NAME}
      )
      union ${byName}
      union select k.invoice_id from known k
    ),
    customers as materialized (
      select distinct ${customerEmailHash({ customerEmail: sql`i.customer_email` })} as hash, lower(i.customer_email) as email
      from (select id from pointed limit ${MOST_POSSIBLE}) p join invoices i on i.partner_id = ${partnerId} and i.id = p.id
      where i.customer_email <> ''
    ),
    theirs as (
      select i.id from customers c
      join invoices i on i.partner_id = ${partnerId} and i.customer_email <> ''
        and ${customerEmailHash({ customerEmail: sql`i.customer_email` })} = c.hash and lower(i.customer_email) = c.email
      where i.company_id in (select company_id from mine) and ${owing}
    )
    select i.id, i.invoice_number::text as "invoiceNumber", i.external_invoice_number as "externalInvoiceNumber", i.amount_total_cents::text as "outstandingCents",
      c.currency::text as currency, customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as "customerName",
      i.customer_last_name as "lastName", coalesce(i.customer_first_name, '') as "firstName", coalesce(i.customer_organization, '') as organization,
      coalesce(i.customer_email, '') as email, coalesce(i.direct_debit_iban, '') as "directDebitIban", i.retracted_at as "retractedAt",
      case when coalesce(i.customer_zipcode, '') <> '' and coalesce(i.customer_house_number, i.customer_address1, '') <> '' then
        lower(concat_ws('/', replace(i.customer_zipcode, ' ', ''), coalesce(nullif(i.customer_house_number, ''), i.customer_address1), i.customer_house_number_extension)) else '' end as household,
      exists (select from known k where k.customer = coalesce(nullif(lower(i.customer_email), ''), i.id) or k.invoice_id = i.id) as "isKnownPayer"
    from (select id from pointed union select id from theirs limit ${MOST_POSSIBLE}) p
    join invoices i on i.partner_id = ${partnerId} and i.id = p.id
    join imports m on m.partner_id = i.partner_id and m.id = i.import_id and m.transmitted_at is not null
    join companies c on c.partner_id = i.partner_id and c.id = i.company_id
    order by i.invoice_number`);
  return rows.map(({ invoiceNumber, outstandingCents, retractedAt, ...row }) => ({
    ...row,
    invoiceNumber: Number(invoiceNumber),
    outstandingCents: Number(outstandingCents),
    retractedAt: retractedAt === null ? null : new Date(retractedAt),
  }));
}

interface Row extends Record<string, unknown>, Omit<PossibleInvoice, "invoiceNumber" | "outstandingCents" | "retractedAt"> {
  invoiceNumber: string;
  outstandingCents: string;
  retractedAt: string | null;
}

/** As one parameter, whatever is in it. */
function textArray(values: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
