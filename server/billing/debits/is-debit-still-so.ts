import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";

/** A planned debit as a message states it. */
export interface StatedDebit {
  id: string;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  amountCents: number;
}

/** Whether the debit is still planned for this day and amount. Locks it until the transaction ends. */
export async function isDebitStillSo(
  tx: Database,
  { partnerId }: { partnerId: string },
  { id, collectOn, amountCents }: StatedDebit,
): Promise<boolean> {
  const whereDebit = and(eq(debits.partnerId, partnerId), eq(debits.id, id), eq(debits.status, "planned"), eq(debits.collectOn, collectOn));
  const [locked] = await tx.select({ id: debits.id }).from(debits).where(whereDebit).for("share");
  if (!locked) return false;
  const [left] = await tx
    .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)`.mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.debitId, id), eq(payments.status, "scheduled")));
  return left?.cents === amountCents;
}
