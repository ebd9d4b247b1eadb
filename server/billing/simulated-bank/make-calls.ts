import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { simulatedBankCalls as bankCalls, simulatedBankPayments as bankPayments } from "@/db/schema/simulated-bank";
import { isSimulatedBankOpen } from "./is-open";

const AT_ONCE = 20;

/** Calls whoever collects, about one payment. */
export type Call = (paymentId: string) => Promise<unknown>;

/** Makes the calls that are due, where the bank is not open only about sandboxes' payments. Nobody is called twice for a call that failed: whoever collects has to ask. Answers how many were made. */
export async function makeCalls(db: Database, call: Call): Promise<number> {
  const played = db.select({ id: bankPayments.id }).from(bankPayments).where(eq(bankPayments.isPlay, true));
  const due = db
    .select({ id: bankCalls.id })
    .from(bankCalls)
    .where(and(lte(bankCalls.dueAt, sql`now()`), isSimulatedBankOpen() ? undefined : inArray(bankCalls.paymentId, played)))
    .orderBy(asc(bankCalls.dueAt))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const taken = await db.delete(bankCalls).where(inArray(bankCalls.id, due)).returning({ paymentId: bankCalls.paymentId });
  await Promise.allSettled(taken.map(({ paymentId }) => call(paymentId)));
  return taken.length;
}
