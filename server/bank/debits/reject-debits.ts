import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { announceEach } from "@/server/billing/invoices/announce";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { clock } from "@/server/platform/clock";
import type { LockedDebit } from "./lock-debits";
import { endMandates, recordMandateUse } from "./record-mandate-use";

/** A debit at the bank that a report rejects. */
export interface RejectedDebit extends LockedDebit {
  /** Code of the reason, or the bank's own word; empty if there is none. */
  code: string;
}

/**
 * Ends debits that the bank does not collect, before any booking: their payments have failed, nothing stands on the invoices, and customers
 * are told. A mandate ends if the reason says so. `endedBy`: person who states that the bank does not collect them; null: the bank says so. The
 * caller has locked the debits with their invoices.
 */
export async function rejectDebits(
  tx: Database,
  actor: Actor,
  rejected: readonly RejectedDebit[],
  endedBy: string | null = null,
): Promise<void> {
  for (let start = 0; start < rejected.length; start += MOST_AT_ONCE) {
    await rejectSome(tx, actor, rejected.slice(start, start + MOST_AT_ONCE), endedBy);
    // Verifies these now: all of a large file at commit would take longer than a statement may.
    await tx.execute(sql`set constraints payments_stand_on_the_account, debits_are_their_parts immediate`);
    await tx.execute(sql`set constraints payments_stand_on_the_account, debits_are_their_parts deferred`);
  }
}

/** Maximum number of debits in one statement. */
const MOST_AT_ONCE = 1_000;

async function rejectSome(tx: Database, actor: Actor, rejected: readonly RejectedDebit[], endedBy: string | null): Promise<void> {
  const { partnerId } = actor;
  const endedAt = clock.now(actor);
  const parts = rejected.flatMap((each) => each.parts);
  const partIds = parts.map(({ id }) => id);
  await tx
    .update(payments)
    .set({ status: "failed", endedAt })
    .where(and(eq(payments.partnerId, partnerId), isOneOf(payments.id, partIds)));
  const ids = rejected.map(({ debit }) => debit.id);
  await tx
    .update(debits)
    .set({ status: "rejected", endedAt, endedBy })
    .where(and(eq(debits.partnerId, partnerId), isOneOf(debits.id, ids)));
  await recordMandateUse(
    tx,
    actor,
    rejected.map(({ debit }) => debit),
    { isCollected: false },
  );
  await endMandates(
    tx,
    actor,
    rejected.flatMap(({ debit, code }) => (debitReasonOf(code)?.endsMandate ? [{ ...debit, code }] : [])),
  );
  await announceEach(
    tx,
    actor,
    "payment_failed",
    parts.map(({ id, invoiceId }) => ({ partnerId, invoiceId, aboutId: id })),
  );
}
