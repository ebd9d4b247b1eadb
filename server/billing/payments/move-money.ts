import type { Database } from "@/db/client";
import { sendDueRefunds } from "@/server/billing/refunds/send-due-refunds";
import { followDuePayments } from "./follow-due-payments";

/** Asks the providers about all that is due: payments and refunds. Answers how many of each. */
export async function moveMoney(db: Database): Promise<{ payments: number; refunds: number }> {
  return { payments: await followDuePayments(db), refunds: await sendDueRefunds(db) };
}
