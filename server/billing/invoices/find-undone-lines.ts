import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { whereLineIs } from "@/db/line-types";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { nameOfActor } from "@/server/tenancy/security-events/name-of-actor";

/** A line by which a payment was taken off that had been booked by mistake. The interface calls it a chargeback; no bank took anything back. */
export interface UndoneLine {
  id: string;
  /** The person who undid the booking; null: no longer known. */
  byName: string | null;
}

/** Undone lines of an invoice. */
export function findUndoneLines(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<UndoneLine[]> {
  return db
    .select({ id: invoiceLines.id, byName: nameOfActor(sql`${payments.undoneBy}`, partnerId) })
    .from(invoiceLines)
    .innerJoin(payments, and(eq(payments.partnerId, invoiceLines.partnerId), eq(payments.id, invoiceLines.paymentId)))
    .where(
      and(
        eq(invoiceLines.partnerId, partnerId),
        eq(invoiceLines.invoiceId, id),
        whereLineIs(sql`${invoiceLines.type}`, "chargeback"),
        isNotNull(payments.undoneBy),
      ),
    );
}
