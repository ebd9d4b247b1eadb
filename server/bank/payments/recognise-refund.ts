import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { nameSentItem, settleItem } from "@/server/bank/refund-files/end-item";
import { recordDecision } from "@/server/bank/transaction-states/transaction-state";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";
import { lockItemIf } from "./match-refund-without-id";
import { findOwnRefunds, isMarkedAsSent } from "./own-refunds";
import { returnItem } from "./return-item";

/**
 * Records that a payment on a statement is a refund of the company's own, as a person recognises: the refund has left, also from another account
 * than the file's, or came back and is owed again. If a person had marked the refund as sent, nothing more is booked. Throws what
 * `lockTransaction` throws, and
 * - `bank_transaction_booked` if any part of the payment is booked;
 * - `invalid_payout_id` if the payment does not fit the refund;
 * - `changed_meanwhile` if the refund has ended otherwise by now.
 */
export function recogniseRefund(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  itemId: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const transaction = await lockTransaction(tx, actor, transactionId, seenDecisions);
    if (transaction.state === "booked") throw new DomainError("bank_transaction_booked");
    const found = (await findOwnRefunds(tx, [transaction])).get(transactionId) ?? [];
    const fitting = found.find(({ item }) => item.id === itemId);
    if (!fitting) throw new DomainError("invalid_payout_id");
    const isLeaving = transaction.amountCents < 0;
    if (!isLeaving && (await unbookedCents(tx, transaction)) !== transaction.amountCents) throw new DomainError("bank_transaction_booked");
    const item = await lockItemIf(tx, fitting.item, fitting.item.status);
    const isExpected = item && (isLeaving ? item.status === "ordered" || isMarkedAsSent(item) : item.status === "paid");
    if (!isExpected) throw new DomainError("changed_meanwhile");
    if (isLeaving) {
      if (isMarkedAsSent(item)) await nameSentItem(tx, item, transaction.id);
      else await settleItem(tx, actor, item, transaction.id);
      await recordDecision(tx, actor, transaction, "booked");
    } else await returnItem(tx, actor, transaction, item);
    await recordEvent(tx, actor, "bank_payment_booked", {
      about: `payout:${item.payoutId}`,
      after: { bankPayment: transactionId, amountCents: transaction.amountCents },
    });
    await putOffReceipts(tx, actor);
  });
}
