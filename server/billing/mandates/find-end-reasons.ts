import { and, eq, inArray, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import type { Mandate } from "./mandate";

/** Reason for which a bank rejected or returned the debit that ended a mandate. */
export interface EndReason {
  /** An ISO 20022 code. */
  code: string;
  /** The bank's text; null without one. */
  text: string | null;
}

/**
 * Returns the bank's reason for each mandate that ended by one, by the mandate's id: that of the debit that failed with an ending reason in
 * the same transaction, so nearest to the moment of the end.
 */
export async function findEndReasons(db: Database, partnerId: string, found: readonly Mandate[]): Promise<ReadonlyMap<string, EndReason>> {
  const ended = found.filter(({ endedReason }) => endedReason === "returned");
  if (ended.length === 0) return new Map();
  const failed = await db
    .select({ mandateId: debits.mandateId, code: debits.reasonCode, text: debits.reasonText, at: sql`${failedAt}`.mapWith(debits.endedAt) })
    .from(debits)
    .where(
      and(
        eq(debits.partnerId, partnerId),
        isOneOf(
          debits.mandateId,
          ended.map(({ id }) => id),
        ),
        inArray(debits.status, ["rejected", "returned"]),
      ),
    );
  const reasons = new Map<string, EndReason>();
  for (const { id, endedAt } of ended) {
    const distance = ({ at }: { at: Date | null }) => Math.abs(Number(at) - Number(endedAt));
    const [nearest] = failed
      .filter(({ mandateId, code }) => mandateId === id && code !== null && debitReasonOf(code)?.endsMandate)
      .sort((one, other) => distance(one) - distance(other));
    if (nearest?.code) reasons.set(id, { code: nearest.code, text: nearest.text });
  }
  return reasons;
}

/**
 * When the debit was rejected; of a returned one, when its payments were charged back. A separate constant, because drizzle drops the
 * table's name from columns that stand directly in a selected expression.
 */
export const failedAt = sql`coalesce((select max(part.charged_back_at) from payments part
  where part.partner_id = ${debits.partnerId} and part.debit_id = ${debits.id} and part.undone_by is null), ${debits.endedAt})`;
