import { z } from "zod";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { tickets } from "@/db/schema/tickets";
import { holdLocked } from "@/server/billing/holds/hold-invoice";
import { findHold } from "@/server/billing/invoices/find-hold";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewTicket } from "@/server/desk/tickets/create-ticket";
import { dayAt } from "@/server/domain/formats/calendar";
import { canFollow, LONGEST_HOLD_REASON } from "@/server/domain/rules/holds";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { clock } from "@/server/platform/clock";
import { requiredText } from "@/server/platform/fields";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

/** A customer's question. Its maximum length is that of a hold's reason, which it becomes if the customer objects. */
export const customerQuestion = z.object({ message: requiredText("invalid_message", { max: LONGEST_HOLD_REASON }), objects: z.boolean() });

/** `objects`: the customer does not agree with the invoice. */
type CustomerQuestion = NewTicket & { objects?: boolean };

/**
 * Records a customer's question or objection. The conversation then waits for an answer, even if it was archived. After an objection, the
 * customer is not asked to pay until staff resume collection. Throws `invalid_invoice_id`, and `too_many_attempts` after five in 15
 * minutes.
 */
export async function askQuestion(db: Database, actor: Customer, { message, objects = false }: CustomerQuestion): Promise<void> {
  await takeAttempt(db, "customer_question", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  await transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, actor.invoiceId);
    const { partnerId, companyId, id: invoiceId } = invoice;
    await tx.insert(tickets).values({
      partnerId,
      companyId,
      invoiceId,
      id: newId(),
      sender: "customer",
      status: "unanswered",
      message,
      createdAt: clock.now(actor),
    });
    if (objects) await holdAsObjected(tx, actor, invoice, message);
  });
}

/** Does nothing for a retracted invoice, or one with a stronger hold. */
async function holdAsObjected(tx: Database, actor: Customer, invoice: Invoice, reason: string): Promise<void> {
  if (invoice.retractedAt) return;
  const present = await findHold(tx, invoice, dayAt(clock.now(actor)));
  if (canFollow("objected", present?.kind)) await holdLocked(tx, actor, invoice, { kind: "objected", reason });
}
