import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/db/client";
import { messages } from "@/db/schema/messages";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { newId } from "@/server/platform/id";
import { times } from "./given";
import { signal } from "./signal";

/** Returns a message about an invoice, which changes it. */
function messageOn({ partnerId, id: invoiceId }: InvoiceDetails): typeof messages.$inferInsert {
  return { partnerId, invoiceId, id: newId(), type: "EMAIL", description: "Payment request", createdAt: new Date() };
}

/** Changes an invoice in a transaction that stays open. Returns a function that commits it. */
export async function beginChange(invoice: InvoiceDetails): Promise<() => Promise<void>> {
  const [written, mayCommit] = [signal(), signal()];
  const work = db.transaction(async (tx) => {
    await tx.insert(messages).values(messageOn(invoice));
    written.fire();
    await mayCommit.fired;
  });
  await Promise.race([written.fired, work]);
  return () => {
    mayCommit.fire();
    return work;
  };
}

/** Changes each invoice by one of eight writers at once, whose transactions overlap at random. */
export async function changeOverlapping(invoices: readonly InvoiceDetails[]): Promise<void> {
  await Promise.all(
    times(8, async (writer) => {
      for (const invoice of invoices.filter((_, index) => index % 8 === writer)) {
        const commit = await beginChange(invoice);
        await wait(Math.random() * 30);
        await commit();
      }
    }),
  );
}
