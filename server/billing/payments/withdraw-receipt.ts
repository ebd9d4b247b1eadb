import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import type { Payment } from "@/db/schema/payments";

/**
 * Withdraws the receipt of a payment whose booking is undone, or that the customer's bank took back. Returns false if the receipt was sent,
 * or may have been. The caller holds the invoice's lock, which senders need too, so that nobody sends the receipt at the same time.
 */
export async function withdrawReceipt(
  tx: Database,
  { partnerId, invoiceId, id }: Pick<Payment, "partnerId" | "invoiceId" | "id">,
): Promise<boolean> {
  const { state } = outgoingMessages;
  const whereReceipt = and(
    eq(outgoingMessages.partnerId, partnerId),
    eq(outgoingMessages.invoiceId, invoiceId),
    eq(outgoingMessages.kind, "payment_received"),
    eq(outgoingMessages.aboutId, id),
  );
  await tx
    .update(outgoingMessages)
    .set({ state: "cancelled" })
    .where(and(whereReceipt, eq(state, "waiting")));
  const [receipt] = await tx.select({ state }).from(outgoingMessages).where(whereReceipt);
  return receipt === undefined || receipt.state === "cancelled" || receipt.state === "refused";
}
