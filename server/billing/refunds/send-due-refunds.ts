import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type Refund, refunds } from "@/db/schema/refunds";
import { inRealTime } from "@/server/billing/payments/next-ask";
import { type ProviderOf, providersWith } from "@/server/billing/payments/providers";
import { log } from "@/server/platform/log";
import { RETRY_AFTER_MS, sendRefund } from "./send-refund";

/** Asks again about each refund that its provider has not paid yet, by whichever process claims it first. Answers how many were asked about. */
export async function sendDueRefunds(db: Database, providerOf: ProviderOf = providersWith(db)): Promise<number> {
  let asked = 0;
  for (let due = await claim(db); due; due = await claim(db)) {
    asked += 1;
    try {
      await sendRefund(db, due, providerOf);
    } catch (error) {
      if (isOutOfReach(error)) throw error;
      log().error({ err: error, refund: due.id }, "a refund could not be ordered");
    }
  }
  return asked;
}

/** Claiming is also scheduling the retry. */
async function claim(db: Database): Promise<Refund | undefined> {
  const due = db
    .select({ partnerId: refunds.partnerId, id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, "pending"), lte(refunds.nextAskAt, sql`now()`)))
    .orderBy(asc(refunds.nextAskAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(refunds)
    .set({ nextAskAt: inRealTime(RETRY_AFTER_MS) })
    .where(sql`(${refunds.partnerId}, ${refunds.id}) in (select due.partner_id, due.id from ${due.as("due")})`)
    .returning();
  return claimed;
}
