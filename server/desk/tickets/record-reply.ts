import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Ticket, tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import type { LockedInvoice } from "./conversation";

export interface Reply {
  message: string;
  /** Support answers in the company's name. */
  sender: "company" | "support";
  /**
   * Last ticket that the author had read, by the order of recording. Later questions remain unanswered. Absent: all questions are answered.
   */
  readUntilOrder?: number;
}

/**
 * Adds a reply to the conversation about an invoice that the caller has locked. The triggers of db/rules/tickets.sql record the reply and
 * the answered tickets as changes, and partners are notified of these.
 */
export async function recordReply(
  tx: Database,
  actor: Actor,
  { partnerId, companyId, id: invoiceId }: LockedInvoice,
  { message, sender, readUntilOrder }: Reply,
): Promise<Ticket> {
  await tx
    .update(tickets)
    .set({ status: "answered" })
    .where(
      and(
        eq(tickets.partnerId, partnerId),
        eq(tickets.invoiceId, invoiceId),
        eq(tickets.status, "unanswered"),
        readUntilOrder === undefined ? undefined : lte(tickets.recordedOrder, readUntilOrder),
      ),
    );
  const reply = only(
    await tx
      .insert(tickets)
      .values({
        partnerId,
        companyId,
        invoiceId,
        id: newId(),
        sender,
        status: "answered",
        message,
        authorId: actor.kind === "person" ? actor.id : null,
        createdAt: clock.now(actor),
      })
      .returning(),
  );
  await mailReply(tx, reply);
  return reply;
}

/** Queues the reply as a mail to the customer, if the invoice is transmitted. */
async function mailReply(tx: Database, { partnerId, invoiceId, id: ticketId, createdAt }: Ticket): Promise<void> {
  const [transmitted] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId), isNotNull(imports.transmittedAt)));
  if (!transmitted) return;
  await tx
    .insert(outgoingMessages)
    .values({ partnerId, invoiceId, ticketId, id: newId(), kind: "answer", createdAt, nextAttemptAt: sql`now()` });
}
