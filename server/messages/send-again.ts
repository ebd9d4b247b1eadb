import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { isCollected, isHeld } from "@/server/billing/collection/plan";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { asksForAll, asksForPayment, FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { channelsOf } from "@/server/domain/rules/reach";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { isNoLongerAsked } from "./why-not-asked";

/** States from which a person can have a message sent again. */
const OVER = ["refused", "unknown"] as const;

/**
 * Queues a message again that was refused or whose outcome is unknown: the same message with the same Message-ID, so that a mail system
 * that already has it can tell. An announcement is sent however old it is. Only a person may, which the trigger
 * `outgoing_messages_go_forward` (db/rules/outgoing_messages.sql) enforces. Throws `invalid_invoice_id`, `invalid_message_id`,
 * `changed_meanwhile` if it is in another state by now (perhaps after the person's own first click), and `invoice_not_collected` if the
 * customer must not be written to about this.
 */
export function sendAgain(db: Database, actor: Actor, invoiceId: string, messageId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const whereMessage = and(
      eq(outgoingMessages.partnerId, actor.partnerId),
      eq(outgoingMessages.invoiceId, invoiceId),
      eq(outgoingMessages.id, messageId),
    );
    const [message] = await tx.select().from(outgoingMessages).where(whereMessage);
    if (!message) throw new DomainError("invalid_message_id");
    if (!(await isToBeWrittenTo(tx, actor, invoice, message))) throw new DomainError("invoice_not_collected");
    const waiting = await tx
      .update(outgoingMessages)
      .set({ state: "waiting", carriedBy: null, failures: 0, failure: null, nextAttemptAt: sql`now()`, sentAgainAt: clock.now(actor) })
      .where(and(whereMessage, inArray(outgoingMessages.state, [...OVER])))
      .returning({ id: outgoingMessages.id });
    if (waiting.length === 0) throw new DomainError("changed_meanwhile");
  });
}

/** Answers and announcements may be sent even if the invoice is settled. */
async function isToBeWrittenTo(tx: Database, actor: Actor, invoice: Invoice, { kind, round }: OutgoingMessage): Promise<boolean> {
  if (!asksForPayment(kind)) return channelsOf(invoice).email;
  const [collected] = await findCollectedInvoices(tx, invoice.partnerId, [invoice.id]);
  // Parts of a plan are asked for while it goes on, which composing them finds out.
  if (!asksForAll(kind)) return collected !== undefined && isCollected(collected) && !isHeld(collected, clock.now(actor));
  const roundOfPlan = kind === FEE_NOTE ? null : round;
  return collected !== undefined && isCollected(collected) && !isNoLongerAsked(collected, roundOfPlan, clock.now(actor));
}
