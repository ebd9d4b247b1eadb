import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { payoutItems } from "@/db/schema/payouts";
import { type Actor, identityOf } from "@/server/actor";
import { requireApprover } from "@/server/billing/approvals/find-approvers";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { lockItem } from "./end-item";
import { isNameOpen } from "./name-decision";

/** A payment of a refund file, and the account holder's name according to the payee's bank, as the reader has seen it. */
export interface SeenName {
  itemId: string;
  bankName: string | null;
}

/**
 * Keeps a payment although its payee's name does not match the account, as the second person of its file. Throws what `requireApprover` throws,
 * `invalid_payout_id`, and `changed_meanwhile` if the payment has ended, was kept before, or the bank has reported another name meanwhile.
 */
export function keepPayment(db: Database, actor: Actor, { itemId, bankName }: SeenName): Promise<void> {
  return transact(db, actor, async (tx) => {
    const item = await lockItem(tx, actor, itemId);
    const { nameAskedAt } = item;
    if (!nameAskedAt || !isNameOpen(item) || item.bankName !== bankName) throw new DomainError("changed_meanwhile");
    await requireApprover(tx, actor, { by: item.orderedBy, at: nameAskedAt, aloneFrom: item.nameAloneFrom }, "payout_is_own");
    await tx
      .update(payoutItems)
      .set({ nameKeptBy: identityOf(actor), nameKeptAt: clock.now(actor) })
      .where(and(eq(payoutItems.partnerId, item.partnerId), eq(payoutItems.id, item.id)));
    await recordEvent(tx, actor, "payout_name_kept", { about: `payout:${item.payoutId}`, after: { amountCents: item.amountCents } });
  });
}
