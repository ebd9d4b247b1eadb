import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";

/**
 * Whether two payments on statements can be the same money, which a bank describes as a sum in one kind of file and debit by debit in another:
 * they were booked on one day, and no kind of file contains the entries of both. In one kind of file, a bank books money once. Payments that
 * were withdrawn with their statement are no money.
 */
export async function isSameMoney(
  tx: Database,
  { partnerId, entryId, bookedOn }: Pick<BankTransaction, "partnerId" | "entryId" | "bookedOn">,
  otherId: string,
): Promise<boolean> {
  const rows = await tx.execute(sql`select from bank_transactions t
    where t.partner_id = ${partnerId} and t.id = ${otherId} and t.state <> 'withdrawn' and t.booked_on = ${bookedOn} and t.entry_id <> ${entryId}
      and not exists (select from statement_entry_keys own join statement_entry_keys other on other.partner_id = own.partner_id and other.family = own.family
        where own.partner_id = t.partner_id and own.entry_id = ${entryId} and other.entry_id = t.entry_id)`);
  return rows.length > 0;
}
