import { z } from "zod";
import type { Database } from "@/db/client";
import { tickets } from "@/db/schema/tickets";
import { UNKNOWN_ADDRESS } from "../client-address";
import { clock } from "../clock";
import { requiredText } from "../fields";
import { newId } from "../id";
import { lockInvoice } from "../invoices/find-invoice";
import { takeAttempt } from "../people/attempts";
import type { NewTicket } from "../tickets/create-ticket";
import { transact } from "../transact";
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
