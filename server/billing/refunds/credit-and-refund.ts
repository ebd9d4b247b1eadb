import type { Database } from "@/db/client";
import type { Refund } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import type { MoneyOutcome } from "@/server/billing/approvals/propose-if-large";
import type { Adjustment } from "@/server/billing/invoices/adjustment";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import type { SeenAccount } from "@/server/billing/invoices/seen-account";
import { type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { listMoney } from "@/server/billing/payments/list-money";
import { transact } from "@/server/platform/transact";
import { recordRefund } from "./record-refund";
import { createPendingRefund, orderPending } from "./refund-payment";

/** Ways of refunding the customer: through the provider, or by the company itself. */
export const waysBack = ["provider", "by_hand"] as const;
export type WayBack = (typeof waysBack)[number];

interface CreditWithRefund {
  credit: Adjustment;
  wayBack: WayBack;
}

/**
 * Credits an amount and refunds what is then owed to the customer, in one transaction. Through providers, the latest payment is refunded
 * first; an amount that no provider can refund stays owed. Providers are called after the transaction. Above the partner's limit, the amount is
 * credited and the refund only proposed. Throws the errors of `creditAmount`, `recordRefund` and `createPendingRefund`.
 */
export async function creditAndRefund(
  db: Database,
  actor: Actor,
  invoiceId: string,
  seen: SeenAccount,
  { credit, wayBack }: CreditWithRefund,
  providerOf: ProviderOf = providersWith(db),
): Promise<MoneyOutcome> {
  const { outcome, ordered } = await transact(db, actor, async (tx) => {
    await creditAmount(tx, actor, invoiceId, seen.lines, credit);
    const seenAfterCredit = { lines: seen.lines + 1, refunds: seen.refunds };
    return giveBack(tx, actor, invoiceId, seenAfterCredit, { reason: credit.description, wayBack });
  });
  for (const refund of ordered) await orderPending(db, refund, providerOf);
  return outcome;
}

interface GivenBack {
  outcome: MoneyOutcome;
  /** Refunds to order from providers after the transaction. */
  ordered: Refund[];
}

async function giveBack(
  tx: Database,
  actor: Actor,
  invoiceId: string,
  seen: SeenAccount,
  { reason, wayBack }: { reason: string; wayBack: WayBack },
): Promise<GivenBack> {
  const ordered: Refund[] = [];
  const { owedCents, payments } = await listMoney(tx, actor, invoiceId);
  if (wayBack === "by_hand" && owedCents > 0) {
    return { outcome: await recordRefund(tx, actor, invoiceId, seen, { amountCents: owedCents, reason }), ordered };
  }
  let leftCents = owedCents;
  for (const { id, refundableCents } of payments.toReversed()) {
    const amountCents = Math.min(refundableCents, leftCents);
    if (amountCents <= 0) continue;
    const soFar = { ...seen, refunds: seen.refunds + ordered.length };
    const refund = await createPendingRefund(tx, actor, { invoiceId, paymentId: id }, soFar, { amountCents, reason });
    // Only one proposal can wait at a time. The rest can be refunded after it is decided.
    if (!refund) return { outcome: "proposed", ordered };
    ordered.push(refund);
    leftCents -= amountCents;
  }
  return { outcome: "done", ordered };
}
