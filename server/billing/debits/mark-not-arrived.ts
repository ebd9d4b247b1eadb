import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";

/**
 * Records that the announcement of a planned debit did not arrive, as a person states: a mail that comes back later is not noticed here. It then
 * counts as refused, so that the debit goes into no file until it is announced again (`sendAgain`), and the next file takes it out. Only a person
 * may, which the trigger `outgoing_messages_go_forward` (db/rules/outgoing_messages.sql) enforces. Throws `invalid_debit_id`, and
 * `changed_meanwhile` if the debit is not planned any longer, or no announcement of its present day has left.
 */
export function markNotArrived(db: Database, actor: Actor, debitId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const whereDebit = and(visibleTo(actor, debits), eq(debits.id, debitId));
    const parts = await tx
      .select({ invoiceId: payments.invoiceId })
      .from(debits)
      .innerJoin(payments, and(eq(payments.partnerId, debits.partnerId), eq(payments.debitId, debits.id)))
      .where(whereDebit);
    const invoiceIds = parts.map(({ invoiceId }) => invoiceId);
    // Invoices before debits, as everywhere.
    await lockInvoices(tx, actor, invoiceIds);
    const [debit] = await tx.select().from(debits).where(whereDebit).for("no key update");
    if (!debit) throw new DomainError("invalid_debit_id");
    if (debit.status !== "planned") throw new DomainError("changed_meanwhile");
    const marked = await tx
      .update(outgoingMessages)
      .set({ state: "refused", failure: "not_arrived" })
      .where(
        and(
          ...[eq(outgoingMessages.partnerId, actor.partnerId), inArray(outgoingMessages.invoiceId, invoiceIds)],
          ...[eq(outgoingMessages.kind, "debit_announced"), eq(outgoingMessages.aboutId, debitId)],
          ...[eq(outgoingMessages.round, debit.postponements), inArray(outgoingMessages.state, ["sent", "unknown"])],
        ),
      )
      .returning({ id: outgoingMessages.id });
    if (marked.length === 0) throw new DomainError("changed_meanwhile");
    await recordEvent(tx, actor, "debit_announcement_lost", {
      about: `company:${debit.companyId}`,
      after: { debit: debitId, invoices: invoiceIds },
    });
  });
}
