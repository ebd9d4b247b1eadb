import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { requireSandbox } from "./require-sandbox";

/** A mail to a sandbox's customer, which is never sent. */
export interface SimulatedMail extends Pick<OutgoingMessage, "id" | "kind"> {
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Time by the sandbox's clock. */
  at: Date;
}

/** Lists the mails about an invoice whose contents are still stored, oldest first. Throws `invalid_invoice_id`, `not_a_sandbox`. */
export async function listSimulatedMails(db: Database, actor: Actor, invoiceId: string): Promise<SimulatedMail[]> {
  await requireInvoice(db, actor, invoiceId);
  await requireSandbox(db, actor);
  const found = await db
    .select({
      id: outgoingMessages.id,
      kind: outgoingMessages.kind,
      recipient: mails.recipient,
      subject: mails.subject,
      text: mails.body,
      at: messages.createdAt,
    })
    .from(outgoingMessages)
    .innerJoin(messages, and(eq(messages.partnerId, outgoingMessages.partnerId), eq(messages.id, outgoingMessages.id)))
    .innerJoin(mails, eq(mails.id, outgoingMessages.id))
    .where(and(eq(outgoingMessages.partnerId, actor.partnerId), eq(outgoingMessages.invoiceId, invoiceId)))
    .orderBy(asc(messages.recordedOrder));
  return found.map(({ subject, text, ...mail }) => ({ ...mail, subject: subject ?? "", text: text ?? "" }));
}
