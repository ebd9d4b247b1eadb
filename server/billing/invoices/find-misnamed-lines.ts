import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { whereLineIs } from "@/db/line-types";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { MisnamedLines } from "@/server/domain/words/line-names";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";

/** Finds lines that the interface calls chargebacks although no bank took money back: refunds and undone bookings. */
export async function findMisnamedLines(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<MisnamedLines> {
  const isUndone = and(whereLineIs(sql`${invoiceLines.type}`, "chargeback"), isNotNull(payments.undoneBy));
  const found = await db
    .select({ id: invoiceLines.id, refundId: invoiceLines.refundId, byName: nameOfActor(sql`${payments.undoneBy}`, partnerId) })
    .from(invoiceLines)
    .leftJoin(payments, and(eq(payments.partnerId, invoiceLines.partnerId), eq(payments.id, invoiceLines.paymentId)))
    .where(
      and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, invoiceId), or(isNotNull(invoiceLines.refundId), isUndone)),
    );
  return {
    refundLineIds: found.flatMap(({ id, refundId }) => (refundId ? id : [])),
    undoneLines: found.flatMap(({ id, refundId, byName }) => (refundId ? [] : { id, byName })),
  };
}
