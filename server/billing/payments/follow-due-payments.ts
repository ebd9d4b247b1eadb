import { and, asc, isNotNull, lte } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { storedNow } from "@/db/schema/columns";
import { type Payment, payments } from "@/db/schema/payments";
import { type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { unlessHeldUp } from "@/server/platform/unless-held-up";
import { followPayment } from "./follow-payment";
import { realTimeIn } from "./next-ask";

/** Pause before a provider is asked again, in ms; longer than an answer may take. */
const RETRY_AFTER_MS = 60_000;
/** Maximum number of payments that are asked about at once. */
const AT_ONCE = 10;

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
  providerOf?: ProviderOf;
}

/** Asks the providers about all payments that are due. Returns the number of payments. */
export async function followDuePayments(
  db: Database,
  { scope, isStopping = () => false, providerOf = providersWith(db) }: Options = {},
): Promise<number> {
  let asked = 0;
  while (!isStopping()) {
    const due = await claim(db, scope);
    if (due.length === 0) break;
    await Promise.all(due.map((payment) => followOne(db, payment, providerOf)));
    asked += due.length;
  }
  return asked;
}

type Due = Pick<Payment, "partnerId" | "id">;

function claim(db: Database, scope: Scope | undefined): Promise<Due[]> {
  const { partnerId, id, nextAskAt } = payments;
  const where = and(isNotNull(nextAskAt), lte(nextAskAt, storedNow), whereInScope(partnerId, scope));
  return db
    .update(payments)
    .set({ nextAskAt: realTimeIn(RETRY_AFTER_MS) })
    .where(whereClaimed(payments, [partnerId, id], { where, orderBy: asc(nextAskAt), limit: AT_ONCE }))
    .returning({ partnerId, id });
}

/** Follows one payment. Its failure, or transactions that hold it up, do not stop the other payments; an unreachable database does. */
async function followOne(db: Database, payment: Due, providerOf: ProviderOf): Promise<void> {
  try {
    await unlessHeldUp(new Set(), "payment", payment.id, () => followPayment(db, payment, providerOf));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    log().error({ err: error, payment: payment.id }, "payment status request failed");
  }
}
