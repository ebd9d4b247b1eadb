import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo } from "@/server/actor";

/** Outgoing money that may have given an owed amount back already. */
export interface PerhapsGivenBack {
  /** The payment on a statement, and the tab of the desk on which it stands. */
  transactionId: string;
  tab: "open" | "later" | "noted";
  bookedOn: string;
}

/** An owed amount, in cents, and the account to pay it to; empty: unknown. */
interface Owed {
  kind: "invoice" | "transaction";
  id: string;
  companyId: string;
  currency: string;
  amountCents: number;
  iban: string;
}

/**
 * Finds, by the ids of owed amounts, the latest outgoing payment of exactly that amount to that account which nobody has connected with a refund,
 * and which was booked on or after the day of the overpayment, or names the invoice's number. Without an account nothing is found.
 */
export async function findPerhapsGivenBack(db: Database, actor: Actor, owed: readonly Owed[]): Promise<Map<string, PerhapsGivenBack>> {
  const wanted = owed.filter(({ iban }) => iban !== "");
  if (wanted.length === 0) return new Map();
  const rows = await db.execute<{ id: string } & PerhapsGivenBack & Record<string, unknown>>(sql`
    select o.id, went.id as "transactionId", went.state as tab, went.booked_on::text as "bookedOn"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as o(kind text, id text, "companyId" text, currency text, "amountCents" bigint, iban text)
    left join invoices i on o.kind = 'invoice' and i.partner_id = ${actor.partnerId} and i.id = o.id
    left join bank_transactions came on o.kind = 'transaction' and came.partner_id = ${actor.partnerId} and came.id = o.id
    left join lateral (
      select coalesce(min(p.ended_at) filter (where p.surplus_cents > 0), max(p.ended_at))::date as day
      from payments p where p.partner_id = ${actor.partnerId} and p.invoice_id = i.id and p.status = 'paid' and p.charged_back_at is null
    ) overpaid on true
    cross join lateral (
      select ${bankTransactions.id}, ${bankTransactions.state}, ${bankTransactions.bookedOn} from ${bankTransactions}
      where ${visibleTo(actor, bankTransactions)} and ${bankTransactions.companyId} = o."companyId" and ${bankTransactions.currency} = o.currency
        and ${bankTransactions.state} in ('open', 'later', 'noted')
        and ${bankTransactions.amountCents} = -o."amountCents" and ${bankTransactions.iban} = o.iban
        and (${bankTransactions.bookedOn} >= coalesce(came.booked_on, overpaid.day)
          or strpos(lower(${bankTransactions.text}), lower(i.external_invoice_number)) > 0)
        and not exists (select from refunds r where r.partner_id = ${actor.partnerId} and r.bank_transaction_id = ${bankTransactions.id})
      order by ${bankTransactions.bookedOn} desc, ${bankTransactions.recordedOrder} desc limit 1
    ) went`);
  return new Map(rows.map(({ id, transactionId, tab, bookedOn }) => [id, { transactionId, tab, bookedOn }]));
}
