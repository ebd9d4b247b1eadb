import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { recordCategory } from "@/server/bank/transaction-states/transaction-state";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { putOffReceipts } from "./held-receipts";
import { lockTransaction } from "./lock-transaction";
import { readCategory, type SaidCategory } from "./said-category";

/**
 * Sets or removes the category of a payment that is unrelated to invoices. Books nothing, and notifies nobody. Counts as a decision: the second
 * of two people who saw the same payment is refused, and the payment is kept if a later file lists it in parts. Throws what `lockTransaction`
 * throws, `invalid_category`, `bank_transaction_booked` for a booked payment, and `bank_transaction_not_noted` for any other that is not noted.
 */
export async function setCategory(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  said: SaidCategory,
): Promise<void> {
  const { category, categoryText, categoryAlways } = readCategory(said);
  await transact(db, actor, async (tx) => {
    const before = await lockTransaction(tx, actor, transactionId, seenDecisions);
    if (before.state === "booked") throw new DomainError("bank_transaction_booked");
    if (before.state !== "noted") throw new DomainError("bank_transaction_not_noted");
    if (before.category === category && before.categoryText === categoryText && before.categoryAlways === categoryAlways) return;
    await recordCategory(tx, actor, before, { category, categoryText, categoryAlways });
    await recordEvent(tx, actor, "bank_payment_category_set", {
      about: `company:${before.companyId}`,
      before: { category: before.category },
      after: {
        bankPayment: transactionId,
        amountCents: await unbookedCents(tx, before),
        category,
        ...(categoryAlways && { always: true }),
      },
    });
    await putOffReceipts(tx, actor);
  });
}
