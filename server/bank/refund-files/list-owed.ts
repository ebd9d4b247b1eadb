import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { ibansIn } from "@/server/bank/parties/ibans-in-text";
import { partyInText } from "@/server/bank/parties/party-in-text";
import { shownText } from "@/server/bank/parties/shown-text";
import { findOwnAccounts } from "./find-own-accounts";
import { findPerhapsGivenBack, type PerhapsGivenBack } from "./find-perhaps-given-back";

/** Money to be given back, in cents: an overpaid invoice, or a payment that was not the company's. */
export interface OwedMoney {
  kind: "invoice" | "transaction";
  id: string;
  companyId: string;
  companyName: string;
  currency: string;
  /** Whether a refund file can order it: files are in the company's currency. */
  isForFile: boolean;
  /** Name of the customer or of the payment's other party, even if the bank names that party only within its text. Empty if unknown. */
  name: string;
  /** The invoice's number, or the payment's text. */
  text: string;
  amountCents: number;
  /**
   * Account to which the money may go back (`ibanFrom`): the invoice's account unless it is unconfirmed; otherwise the account from which the
   * money came; otherwise the only account in the payment's text that is not the company's. Empty if unknown.
   */
  iban: string;
  ibanFrom: "customer" | "payment" | "text" | "unknown";
  /**
   * An account that the partner's system named and nobody has confirmed. Paying to it needs a second person. Null: none, or the money came
   * from that account, so that it needs no warning.
   */
  unconfirmedIban: string | null;
  /** Whether the money came through a payment provider, which can refund it. */
  hasProvider: boolean;
  /** Outgoing money that may have been this refund, so that paying it would be double; null: none. */
  perhapsGivenBack: PerhapsGivenBack | null;
}

/** Maximum number of rows that are listed. */
const MOST_LISTED = 200;
/** Maximum number of characters of a payment's text that are read, so that the payer's words are found within the bank's. */
const READ_LENGTH = 1_000;
/** Maximum number of characters of a payment's text that are listed. */
const LISTED_LENGTH = 140;

/** Lists money to be given back, the largest 200 amounts. Leaves out amounts that are in a file for the bank or in a provider's refund. */
export async function listOwed(db: Database, actor: Actor, companyId: string | null): Promise<OwedMoney[]> {
  const limitedActor = withinCompany(actor, companyId);
  const rows = await db.execute<Row>(
    sql`select * from (${owedMoney((table) => visibleTo(limitedActor, table))}) owed order by "amountCents" desc, id limit ${MOST_LISTED}`,
  );
  const owed = rows.map(({ amountCents, ...row }) => ({ ...row, amountCents: Number(amountCents) }));
  const inTexts = owed.flatMap((each) => (isUnknown(each) ? ibansIn(each.text) : []));
  const own = await findOwnAccounts(db, actor, inTexts);
  const listed = owed.map((each) =>
    each.kind === "transaction"
      ? withPartyInText(
          each,
          own.filter(({ companyId: ownerId }) => ownerId === each.companyId).map(({ iban }) => iban),
        )
      : each,
  );
  const perhapsGivenBack = await findPerhapsGivenBack(db, actor, listed);
  return listed.map((each) => ({ ...each, perhapsGivenBack: perhapsGivenBack.get(each.id) ?? null }));
}

/** A row of the list, before the outgoing money is looked at. */
type OwedRow = Omit<OwedMoney, "perhapsGivenBack">;

function isUnknown({ kind, iban }: OwedRow): boolean {
  return kind === "transaction" && iban === "";
}

/**
 * Shortens the payment's text to the payer's words, and adds name and account from the text where the statement has no such fields. `own`: the
 * company's own accounts.
 */
function withPartyInText(owed: OwedRow, own: readonly string[]): OwedRow {
  const name = owed.name || partyInText([owed.text]).name;
  const text = shownText(owed.text).slice(0, LISTED_LENGTH);
  const [iban = "", ...more] = new Set(isUnknown(owed) ? ibansIn(owed.text).filter((each) => !own.includes(each)) : []);
  return iban === "" || more.length > 0 ? { ...owed, name, text } : { ...owed, name, text, iban, ibanFrom: "text" };
}

const i = alias(invoices, "i");
const t = alias(bankTransactions, "t");

/**
 * Returns the query of all `OwedMoney` about visible rows. Leaves out money that is already being given back. Of an invoice, these are its
 * pending rows in `refunds`, whether by a provider or a file. A payment that was not the company's has no row in `refunds`, but an item in a
 * file.
 */
export function owedMoney(whereVisible: (table: typeof i | typeof t) => SQL | undefined): SQL {
  return sql`
    select 'invoice' as kind, i.id, i.company_id as "companyId", c.name as "companyName", c.currency::text as currency, true as "isForFile",
      customer_name(i.customer_organization, i.customer_prefix, i.customer_first_name, i.customer_infix, i.customer_last_name) as name,
      i.external_invoice_number as text, (-i.amount_total_cents - reserved.cents)::bigint as "amountCents",
      coalesce(nullif(confirmed.iban, ''), paid_from.iban, '') as iban,
      case when confirmed.iban <> '' then 'customer' when paid_from.iban <> '' then 'payment' else 'unknown' end as "ibanFrom",
      case when i.is_iban_unconfirmed and i.direct_debit_iban is distinct from paid_from.iban then i.direct_debit_iban end as "unconfirmedIban",
      exists (select from payments p where p.partner_id = i.partner_id and p.invoice_id = i.id and p.provider is not null and p.status = 'paid'
        and p.charged_back_at is null) as "hasProvider"
    from invoices i
    join companies c on c.partner_id = i.partner_id and c.id = i.company_id
    cross join lateral (select case when not i.is_iban_unconfirmed then i.direct_debit_iban end as iban) confirmed
    cross join lateral (select coalesce(sum(r.amount_cents), 0) as cents from refunds r
      where r.partner_id = i.partner_id and r.invoice_id = i.id and r.status = 'pending') reserved
    left join lateral (select t.iban from payments p join bank_transactions t on t.partner_id = p.partner_id and t.id = p.bank_transaction_id
      where p.partner_id = i.partner_id and p.invoice_id = i.id and p.undone_by is null and t.iban <> '' order by p.created_at desc, p.id desc limit 1) paid_from on true
    where ${whereVisible(i)} and i.amount_total_cents < 0 and -i.amount_total_cents > reserved.cents
    union all
    select 'transaction' as kind, t.id, t.company_id as "companyId", c.name as "companyName", t.currency, t.currency = c.currency::text as "isForFile", t.name,
      case when t.text = '' then array_to_string(t."references", ', ') else left(t.text, ${READ_LENGTH}) end as text, (t.amount_cents - booked.cents)::bigint as "amountCents",
      t.iban, case when t.iban <> '' then 'payment' else 'unknown' end as "ibanFrom", null as "unconfirmedIban", false as "hasProvider"
    from bank_transactions t
    join companies c on c.partner_id = t.partner_id and c.id = t.company_id
    cross join lateral (select coalesce(sum(p.amount_cents), 0) as cents from payments p
      where p.partner_id = t.partner_id and p.bank_transaction_id = t.id and p.undone_by is null) booked
    where ${whereVisible(t)} and t.state = 'to_return'
      and not exists (select from payout_items o where o.partner_id = t.partner_id and o.bank_transaction_id = t.id and o.status in ('ordered', 'paid'))`;
}

interface Row extends Record<string, unknown>, Omit<OwedRow, "amountCents"> {
  amountCents: string;
}
