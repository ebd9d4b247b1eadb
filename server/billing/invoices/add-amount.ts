import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { addLines } from "./add-lines";
import { lockAccountAsSeen } from "./lock-account";

/** A change of what is owed, in positive cents, with the words that stand on its line. */
export interface Adjustment {
  amountCents: number;
  description: string;
}

/** Bills a transmitted invoice's customer for more. Throws what `lockAccountAsSeen` throws. */
export function addAmount(db: Database, actor: Actor, invoiceId: string, seenLines: number, adjustment: Adjustment): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { invoice } = await lockAccountAsSeen(tx, actor, invoiceId, seenLines);
    const [lineId = ""] = await addLines(tx, invoice, [
      { ...adjustment, type: "INVOICE-LINE", date: clock.now(actor), paymentMethod: null },
    ]);
    await announce(tx, actor, invoice, "amount_added", lineId);
    await recordEvent(tx, actor, "amount_added", {
      about: `invoice:${invoiceId}`,
      before: { outstandingCents: invoice.amountTotalCents },
      after: { amountCents: adjustment.amountCents },
    });
  });
}
