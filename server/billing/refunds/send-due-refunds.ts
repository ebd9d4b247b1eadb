import { and, asc, eq, lte } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { storedNow } from "@/db/schema/columns";
import { type Refund, refunds } from "@/db/schema/refunds";
import { type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { realTimeIn } from "@/server/billing/payments/next-ask";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { unlessHeldUp } from "@/server/platform/unless-held-up";
import { RETRY_AFTER_MS, sendRefund } from "./send-refund";

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
  providerOf?: ProviderOf;
}

/**
 * Orders each due refund, or asks about a refund that was ordered before. Returns the number of refunds. A refund that fails, or that other
 * transactions hold up, is tried again later and does not stop the others.
 */
export async function sendDueRefunds(
  db: Database,
  { scope, isStopping = () => false, providerOf = providersWith(db) }: Options = {},
): Promise<number> {
  let asked = 0;
  while (!isStopping()) {
    const due = await claim(db, scope);
    if (!due) break;
    asked += 1;
    try {
      await unlessHeldUp(new Set(), "refund", due.id, () => sendRefund(db, due, providerOf));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log().error({ err: error, refund: due.id }, "refund request failed");
    }
  }
  return asked;
}

async function claim(db: Database, scope: Scope | undefined): Promise<Refund | undefined> {
  const { partnerId, id, status, nextAskAt } = refunds;
  const where = and(eq(status, "pending"), lte(nextAskAt, storedNow), whereInScope(partnerId, scope));
  const [claimed] = await db
    .update(refunds)
    .set({ nextAskAt: realTimeIn(RETRY_AFTER_MS) })
    .where(whereClaimed(refunds, [partnerId, id], { where, orderBy: asc(nextAskAt) }))
    .returning();
  return claimed;
}
