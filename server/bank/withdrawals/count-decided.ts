import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { outcomeOfState } from "@/server/bank/entries/statement-rows";
import { isProposed } from "@/server/bank/payments/list-transactions";
import type { EntryOutcome } from "@/server/domain/rules/statement-list";
import { joinPayments, whereOwn } from "./own-entries";

/**
 * Reason why a payment keeps its statement from being withdrawn:
 * - `final`: money moved at the bank because of the payment, or the payment was taken back since, which nobody can undo;
 * - `proposed`: a booking waits for a second person;
 * - `booked`, `in_part`: all or a part of the payment is booked on invoices. Money that a person gave back without a file counts as `booked`,
 *   because that can be undone;
 * - `in_file`: a refund file sends the payment back.
 */
type DecidedReason = "final" | "proposed" | "booked" | "in_part" | "in_file";

/** Payments with the same reason and outcome, by which the statement's list can be filtered. */
export interface DecidedPayments {
  reason: DecidedReason;
  outcome: EntryOutcome;
  count: number;
}

/** Counts the payments of the statement's own entries that keep it from being withdrawn. */
export async function countDecided(db: Database, { partnerId }: Actor, statementId: string): Promise<DecidedPayments[]> {
  const rows = await db.execute<Omit<DecidedPayments, "count"> & { count: string }>(sql`
    select reason, outcome, count(*) as count from (
      select ${outcomeOfState} as outcome, ${reasonOf} as reason from statement_entries ${joinPayments}
      where ${whereOwn(partnerId, statementId)}
    ) decided where reason is not null group by reason, outcome order by reason, outcome`);
  return rows.map(({ count, ...decided }) => ({ ...decided, count: Number(count) }));
}

const isPayment = sql`p.partner_id = ${bankTransactions.partnerId} and p.bank_transaction_id = ${bankTransactions.id} and p.undone_by is null`;
const isOfPartner = sql`i.partner_id = ${bankTransactions.partnerId}`;

const isGivenBack = sql`${bankTransactions.state} = 'returned' and ${bankTransactions.givenBackBy} is not null`;
const givesBack = sql`exists (select from bank_transactions g where g.partner_id = ${bankTransactions.partnerId} and g.given_back_by = ${bankTransactions.id})`;

const reasonOf = sql<DecidedReason | null>`case
  when (${isGivenBack}) or ${givesBack} then 'booked'
  when ${bankTransactions.state} = 'returned' or (${bankTransactions.state} = 'booked' and ${bankTransactions.amountCents} < 0)
    or exists (select from payments p where ${isPayment} and p.charged_back_at is not null)
    or exists (select from payout_items i where ${isOfPartner} and i.returned_transaction_id = ${bankTransactions.id})
    or exists (select from debits d where d.partner_id = ${bankTransactions.partnerId} and d.booked_transaction_id = ${bankTransactions.id}) then 'final'
  when ${isProposed} then 'proposed'
  when ${bankTransactions.state} = 'booked' then 'booked'
  when exists (select from payments p where ${isPayment}) then 'in_part'
  when exists (select from payout_items i where ${isOfPartner} and i.bank_transaction_id = ${bankTransactions.id}
    and i.status in ('ordered', 'paid')) then 'in_file' end`;
