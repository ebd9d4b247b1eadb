import { and, asc, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { recordEvent } from "@/server/platform/audit/record-event";
import { type Scope, whereInScope } from "@/server/platform/scope";

/** Maximum number of payments per transaction. */
const BATCH = 1_000;

/**
 * Writes the service's own bookings to the security log, as one sum per statement file and company; each payment counts once. Each booking
 * marks its payment as unlogged in the same transaction, so a crash leaves none out.
 */
export async function logBookings(db: Database, scope: Scope | undefined): Promise<void> {
  while ((await logBatch(db, scope)) === BATCH);
}

function logBatch(db: Database, scope: Scope | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const { partnerId, id, companyId, currency, amountCents, isUnlogged, recordedOrder } = bankTransactions;
    const booked = await tx
      .select({ partnerId, id, companyId, currency, amountCents, fileId: bankStatements.fileId })
      .from(bankTransactions)
      .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, bankTransactions.entryId)))
      .innerJoin(bankStatements, and(eq(bankStatements.partnerId, partnerId), eq(bankStatements.id, statementEntries.statementId)))
      .where(and(eq(isUnlogged, true), whereInScope(partnerId, scope)))
      .orderBy(asc(recordedOrder))
      .limit(BATCH)
      .for("update", { of: bankTransactions, skipLocked: true });
    for (const key of new Set(booked.map(keyOf))) {
      const payments = booked.filter((payment) => keyOf(payment) === key);
      const [first] = payments;
      if (!first) continue;
      const ids = payments.map((payment) => payment.id);
      await tx
        .update(bankTransactions)
        .set({ isUnlogged: false })
        .where(and(eq(partnerId, first.partnerId), isOneOf(id, ids)));
      await recordEvent(tx, { partnerId: first.partnerId, name: "system" }, "bank_payments_booked_unseen", {
        about: `company:${first.companyId}`,
        after: {
          statementFile: first.fileId,
          payments: payments.length,
          currency: first.currency,
          amountCents: payments.reduce((sum, payment) => sum + payment.amountCents, 0),
        },
      });
    }
    return booked.length;
  });
}

/** Marks a booking by the service itself for `logBookings`. */
export async function noteForLog(tx: Database, { partnerId, id }: Pick<BankTransaction, "partnerId" | "id">): Promise<void> {
  await tx
    .update(bankTransactions)
    .set({ isUnlogged: true })
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, id)));
}

/** Returns the key of the sum that a payment belongs to. */
function keyOf(payment: { partnerId: string; fileId: string; companyId: string; currency: string }): string {
  return [payment.partnerId, payment.fileId, payment.companyId, payment.currency].join(" ");
}
