import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import type { Invoice } from "@/db/schema/invoices";
import { type Actor, identityOf } from "@/server/actor";
import { setDueDays } from "@/server/billing/collection/keep-due-day";
import { announce } from "@/server/billing/invoices/announce";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { problemOfParts } from "@/server/domain/rules/arrangement";
import { DomainError } from "@/server/errors";
import { textOfArrangement } from "@/server/messages/arrangement-words";
import { findSubject } from "@/server/messages/message-subject";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { versionOf } from "@/server/platform/row-version";
import { transact } from "@/server/platform/transact";
import { findArrangementOffer } from "./arrangement-offer";

/** Parts that staff agreed on with the customer, and the number of the invoice's lines that they saw. Amounts in cents. */
export const newArrangement = z.object({
  seenLines: z.int().min(1),
  parts: z.array(z.object({ amountCents: z.int(), dueOn: z.string().max(10) })).max(100),
});

/**
 * Divides the outstanding amount into the parts that staff agreed on with the customer, without a fee, also if the invoice is overdue. Records
 * who agreed, moves the due day to that of the first part, and confirms the parts to the customer by mail. The same parts sent twice by one person
 * make one arrangement. Locks the invoice, as a payment, a hold or a retraction does.
 *
 * Throws `invalid_invoice_id`, the reason of `findArrangementOffer`, `changed_meanwhile` if the account is no longer as it was seen, and the problem
 * of the parts (`problemOfParts`).
 */
export function agreeToArrangement(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { seenLines, parts }: z.output<typeof newArrangement>,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const agreedBy = identityOf(actor);
    const version = versionOf({ agreedBy, seenLines, parts });
    if (await isAgreed(tx, invoice, version)) return;
    const terms = await findArrangementOffer(tx, actor, invoiceId);
    if ("reason" in terms) throw new DomainError(terms.reason);
    if (terms.seenLines !== seenLines) throw new DomainError("changed_meanwhile");
    const problem = problemOfParts(parts, terms);
    if (problem) throw new DomainError(problem);

    const { partnerId } = invoice;
    const found = await findSubject(tx, { partnerId, invoiceId, ticketId: null });
    const [first] = parts;
    if (!found || !first) throw new DomainError("invalid_invoice_id");
    const id = newId();
    await setDueDays(tx, partnerId, [{ invoiceId, dueOn: first.dueOn }]);
    await tx.insert(instalmentPlans).values({
      partnerId,
      id,
      invoiceId,
      agreedAt: clock.now(actor),
      agreedBy,
      locale: found.invoice.locale,
      text: textOfArrangement(found, parts, terms.missed),
      version,
      missed: terms.missed,
      parts,
      feeCents: 0,
      law: terms.law,
      linesCount: seenLines,
    });
    await announce(tx, actor, invoice, "instalments_agreed", id);
    await recordEvent(tx, actor, "arrangement_agreed", {
      about: `invoice:${invoiceId}`,
      after: { outstandingCents: terms.balanceCents, parts: parts.map(({ amountCents, dueOn }) => `${dueOn}: ${amountCents}`) },
    });
  });
}

/** Whether these parts are agreed on already, by the same person. */
async function isAgreed(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">, version: string): Promise<boolean> {
  const { endedAt, invoiceId, version: agreed, partnerId: ofPartner } = instalmentPlans;
  const found = await tx
    .select({ id: instalmentPlans.id })
    .from(instalmentPlans)
    .where(and(eq(ofPartner, partnerId), eq(invoiceId, id), eq(agreed, version), isNull(endedAt)));
  return found.length > 0;
}
