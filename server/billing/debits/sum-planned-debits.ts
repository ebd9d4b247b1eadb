import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";

/** Unfinished debits of a day that collect invoices of an import. */
export interface PlannedDebitsOfDay {
  /** Such as `2026-11-20`. */
  day: string;
  /** Number of debits. */
  count: number;
  /** Amount that they collect of the import's invoices, in cents. */
  amountCents: number;
}

/** Sums the unfinished debits that collect an import's invoices, by day. */
export function sumPlannedDebits(db: Database, actor: Actor, importId: string): Promise<PlannedDebitsOfDay[]> {
  return db
    .select({
      day: debits.collectOn,
      count: sql`count(distinct ${debits.id})`.mapWith(Number),
      amountCents: sql`sum(${payments.amountCents})`.mapWith(Number),
    })
    .from(invoices)
    .innerJoin(payments, and(eq(payments.partnerId, invoices.partnerId), eq(payments.invoiceId, invoices.id)))
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId), inArray(payments.status, ["scheduled", "pending"])))
    .groupBy(debits.collectOn)
    .orderBy(asc(debits.collectOn));
}
