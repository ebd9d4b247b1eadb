import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import type { Adjustment } from "./add-amount";
import { addLines } from "./add-lines";
import { lockAccountAsSeen } from "./lock-account";
import { sumInProgress } from "./payment-in-progress";

/**
 * Credits part of what is outstanding, and never more: the customer would be owed money that they never paid. What is already on its way counts
 * as paid. Throws `credit_exceeds_outstanding`, `payment_in_progress`, and what `lockAccountAsSeen` throws.
 */
export function creditAmount(db: Database, actor: Actor, invoiceId: string, seenLines: number, credit: Adjustment): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { invoice } = await lockAccountAsSeen(tx, actor, invoiceId, seenLines);
    const { amountCents, description } = credit;
    if (amountCents > invoice.amountTotalCents) throw new DomainError("credit_exceeds_outstanding");
    if (amountCents > invoice.amountTotalCents - (await sumInProgress(tx, invoice))) throw new DomainError("payment_in_progress");
    await addLines(tx, invoice, [
      { type: "CREDIT-LINE", amountCents: -amountCents, description, date: clock.now(actor), paymentMethod: null },
    ]);
    await recordEvent(tx, actor, "amount_credited", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents },
    });
  });
}
