import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { storedNow } from "@/db/schema/columns";
import { simulatedBankCalls as bankCalls, simulatedBankPayments as bankPayments } from "@/db/schema/simulated-bank";
import { isSimulatedBankOpen } from "./is-open";

/** Maximum number of webhooks of one call. */
const AT_ONCE = 20;

/** Function that sends the webhook about one payment. */
export type Call = (paymentId: string) => Promise<unknown>;

/**
 * Sends the webhooks that are due; for sandboxes only, unless the simulated bank is open to all partners. Never repeats a failed webhook,
 * because the service polls. Returns the number of webhooks.
 */
export async function makeCalls(db: Database, call: Call): Promise<number> {
  const { id, dueAt, paymentId } = bankCalls;
  const ofSandboxes = db.select({ id: bankPayments.id }).from(bankPayments).where(eq(bankPayments.isPlay, true));
  const where = and(lte(dueAt, storedNow), isSimulatedBankOpen() ? undefined : inArray(paymentId, ofSandboxes));
  const taken = await db
    .delete(bankCalls)
    .where(whereClaimed(bankCalls, [id], { where, orderBy: asc(dueAt), limit: AT_ONCE }))
    .returning({ paymentId });
  await Promise.allSettled(taken.map((webhook) => call(webhook.paymentId)));
  return taken.length;
}
