import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";

/** A part of a planned debit: a row of `payments`. */
interface Part {
  paymentId: string;
  debitId: string;
}

/**
 * Cancels parts of planned debits, and each debit that has no part left. The caller has locked the parts' invoices. Locks the debits, so that
 * of two parts cancelled at once the second ends the debit. `at`: the time by the partner's clock.
 */
export async function cancelDebitParts(tx: Database, partnerId: string, parts: readonly Part[], at: Date): Promise<void> {
  if (parts.length === 0) return;
  const ids = [...new Set(parts.map(({ debitId }) => debitId))];
  const ofPartner = and(eq(debits.partnerId, partnerId), isOneOf(debits.id, ids));
  await tx.select({ id: debits.id }).from(debits).where(ofPartner).orderBy(debits.id).for("no key update");
  await tx
    .update(payments)
    .set({ status: "cancelled", endedAt: at })
    .where(
      and(
        eq(payments.partnerId, partnerId),
        isOneOf(
          payments.id,
          parts.map(({ paymentId }) => paymentId),
        ),
        eq(payments.status, "scheduled"),
      ),
    );
  await tx
    .update(debits)
    .set({ status: "cancelled", endedAt: at })
    .where(
      and(
        ofPartner,
        eq(debits.status, "planned"),
        sql`not exists (select from payments left_over where left_over.partner_id = ${debits.partnerId} and left_over.debit_id = ${debits.id}
          and left_over.status = 'scheduled')`,
      ),
    );
}
