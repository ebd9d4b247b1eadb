import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  simulatedBankCalls as bankCalls,
  simulatedBankPayments as bankPayments,
  type SimulatedBankPayment,
} from "@/db/schema/simulated-bank";

type State = SimulatedBankPayment["state"];

/** Delays of webhooks, as real providers send them: soon, again, and once more long after. Each is sent between 0 and so many ms later. */
const CALLS_WITHIN_MS = [1_000, 20_000, 300_000];

/**
 * Moves a payment to a state, if it is in one of the states that the move starts from, and schedules the webhooks. Returns whether it
 * moved.
 */
export function changeState(db: Database, id: string, { from, to }: { from: State[]; to: State }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(bankPayments)
      .set({ state: to, ...(to === "paid" && { paidAt: sql`clock_timestamp()` }) })
      .where(and(eq(bankPayments.id, id), inArray(bankPayments.state, from)))
      .returning({ id: bankPayments.id });
    if (moved.length === 0) return false;
    await tx
      .insert(bankCalls)
      .values(
        CALLS_WITHIN_MS.map((ms) => ({ paymentId: id, dueAt: sql`clock_timestamp() + random() * ${ms} * interval '1 millisecond'` })),
      );
    return true;
  });
}
