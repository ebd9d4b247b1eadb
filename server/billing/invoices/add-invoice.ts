import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { isReachable } from "@/server/domain/rules/reach";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { createInvoice } from "./create-invoice";
import type { InvoiceDetails, Recipient, RecipientUpdate } from "./invoice";
import { emptyRecipient } from "./recipient-fields";

/** A line as entered by a person. */
interface TypedLine {
  amountCents: number;
  description: string;
}

/**
 * Records an invoice that a person enters into an open import. Throws `invalid_customer_last_name` without a last name, `invalid_customer_email` if
 * there is no way to reach the customer, and the errors of `createInvoice`.
 */
export function addInvoice(
  db: Database,
  actor: Actor,
  importId: string,
  typed: RecipientUpdate,
  lines: TypedLine[],
): Promise<InvoiceDetails> {
  const sent = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  const recipient = { ...emptyRecipient, ...sent } as Omit<Recipient, "locale"> & { locale: Recipient["locale"] | null };
  return transact(db, actor, async (tx) => {
    if (!recipient.customerLastName) throw new DomainError("invalid_customer_last_name");
    if (!isReachable(recipient)) throw new DomainError("invalid_customer_email");
    return createInvoice(tx, actor, {
      ...recipient,
      importId,
      lines: lines.map((line) => ({ ...line, id: null, date: null })),
      amountTotalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    });
  });
}
