import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { accountOf } from "@/server/domain/rules/account";
import { creditableCents } from "@/server/domain/rules/credit";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { addLines } from "./add-lines";
import type { Adjustment } from "./adjustment";
import { lockAccountAsSeen } from "./lock-account";
import { sumInProgress } from "./payment-in-progress";

/**
 * Credits part of the charged amount, even if it is paid already: a balance below 0 is owed to the customer. The amount of a payment in
 * progress cannot be credited. Throws `credit_exceeds_charged`, `payment_in_progress`, and the errors of `lockAccountAsSeen`.
 */
export function creditAmount(db: Database, actor: Actor, invoiceId: string, seenLines: number | null, credit: Adjustment): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { invoice, lines } = await lockAccountAsSeen(tx, actor, invoiceId, seenLines);
    const { amountCents, description } = credit;
    if (amountCents > creditableCents(accountOf(lines))) throw new DomainError("credit_exceeds_charged");
    const inProgressCents = await sumInProgress(tx, invoice);
    if (inProgressCents > 0 && amountCents > invoice.amountTotalCents - inProgressCents) throw new DomainError("payment_in_progress");
    const [lineId = ""] = await addLines(tx, invoice, [
      { type: "CREDIT-LINE", amountCents: -amountCents, description, date: clock.now(actor), paymentMethod: null },
    ]);
    await announce(tx, actor, invoice, "credited", lineId);
    await recordEvent(tx, actor, "amount_credited", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents },
    });
  });
}
