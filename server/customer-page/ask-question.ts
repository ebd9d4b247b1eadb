import { z } from "zod";
import type { Database } from "@/db/client";
import { tickets } from "@/db/schema/tickets";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewTicket } from "@/server/desk/tickets/create-ticket";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { clock } from "@/server/platform/clock";
import { requiredText } from "@/server/platform/fields";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import type { Customer } from "./find-customer";

/** What a customer may ask, in fewer words than staff may answer. */
export const customerQuestion = z.object({ message: requiredText("invalid_message", { max: 2_000 }) });

/**
 * What the customer asks. The conversation waits for an answer from then on, also where it was archived. Throws `invalid_invoice_id`, and
 * `too_many_attempts` after five in 15 minutes.
 */
export async function askQuestion(db: Database, actor: Customer, { message }: NewTicket): Promise<void> {
  await takeAttempt(db, "customer_question", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  await transact(db, actor, async (tx) => {
    const { partnerId, companyId, id: invoiceId } = await lockInvoice(tx, actor, actor.invoiceId);
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
  });
}
