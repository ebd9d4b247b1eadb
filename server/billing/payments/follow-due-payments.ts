import { and, asc, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type Payment, payments } from "@/db/schema/payments";
import { log } from "@/server/platform/log";
import { followPayment } from "./follow-payment";
import { inRealTime } from "./next-ask";
import { type ProviderOf, providersWith } from "./providers";

/** Longer than a provider may take to answer. Claiming is also scheduling the retry, so that a crash leaves nothing to clean up. */
const RETRY_AFTER_MS = 60_000;
const AT_ONCE = 10;

/** Asks about all payments whose turn it is, each by whichever process claims it first. Answers how many were asked about. */
export async function followDuePayments(db: Database, providerOf: ProviderOf = providersWith(db)): Promise<number> {
  let asked = 0;
  for (let due = await claim(db); due.length > 0; due = await claim(db)) {
    await Promise.all(due.map((payment) => followOne(db, payment, providerOf)));
    asked += due.length;
  }
  return asked;
}

type Due = Pick<Payment, "partnerId" | "id">;

function claim(db: Database): Promise<Due[]> {
  const due = db
    .select({ partnerId: payments.partnerId, id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.nextAskAt), lte(payments.nextAskAt, sql`now()`)))
    .orderBy(asc(payments.nextAskAt))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return (
    db
      .update(payments)
      .set({ nextAskAt: inRealTime(RETRY_AFTER_MS) })
      // As a list of values, so that they are looked for once.
      .where(sql`(${payments.partnerId}, ${payments.id}) in (select due.partner_id, due.id from ${due.as("due")})`)
      .returning({ partnerId: payments.partnerId, id: payments.id })
  );
}

/** What is wrong with one payment is no reason to leave the others. */
async function followOne(db: Database, payment: Due, providerOf: ProviderOf): Promise<void> {
  try {
    await followPayment(db, payment, providerOf);
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    log().error({ err: error, payment: payment.id }, "a payment could not be asked about");
  }
}
