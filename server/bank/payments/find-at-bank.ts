import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";

/** A direct debit in a file of which no statement shows the result. `amountCents`: its part for the invoice. */
export interface DebitAtBank {
  invoiceId: string;
  amountCents: number;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
}

/** Finds the direct debits at the bank that collect these invoices, by day: if the payment is booked as well, their money goes back. */
export function findAtBank(db: Database, partnerId: string, invoiceIds: readonly string[]): Promise<DebitAtBank[]> {
  const { invoiceId, amountCents } = payments;
  return db
    .select({ invoiceId, amountCents, collectOn: debits.collectOn })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .where(
      and(
        eq(payments.partnerId, partnerId),
        inArray(invoiceId, [...invoiceIds]),
        eq(payments.status, "pending"),
        eq(debits.status, "at_bank"),
      ),
    )
    .orderBy(asc(debits.collectOn), asc(payments.id));
}
