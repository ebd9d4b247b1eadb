import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  simulatedBankCalls as bankCalls,
  simulatedBankPayments as bankPayments,
  type SimulatedBankPayment,
} from "@/db/schema/simulated-bank";

type State = SimulatedBankPayment["state"];

/** Maximum delays of the webhooks about one change, in ms. Like real providers, the bank calls soon, again, and once more much later. */
const CALLS_WITHIN_MS = [1_000, 20_000, 300_000];

/** Moves a payment from one of the `from` states to another, and schedules the webhooks. Returns whether the payment moved. */
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
