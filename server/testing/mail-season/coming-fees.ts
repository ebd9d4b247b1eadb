import type { OutgoingMessage } from "@/db/schema/collections";
import { hasOwnFee, type Looked, sentAbout } from "./look";

type Fee = NonNullable<Looked["fee"]>;

/** Returns the coming fees that a message names for the invoices that it asks for: one, unless the plans wrongly have several. */
export function feesNamedBy(message: OutgoingMessage, asked: Looked[]): Fee[] {
  const rows = asked.flatMap(({ books }) => books.outgoing);
  const ofMessage = rows.filter(({ id, carriedBy }) => id === message.id || carriedBy === message.id);
  if (ofMessage.every(({ graceUntil }) => graceUntil === null)) return [];
  const byInvoice = new Map<string, Fee>();
  for (const { fee } of asked) if (fee) byInvoice.set(fee.on, fee);
  return [...byInvoice.values()];
}

/** Whether a sent message has named the coming fee of the invoice's own. True if there is none. */
export function isFeeNamed(looked: Looked): boolean {
  return !hasOwnFee(looked) || sentAbout(looked).some(({ graceUntil }) => graceUntil !== null);
}
