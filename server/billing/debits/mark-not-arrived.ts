import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { announceEach } from "@/server/billing/invoices/announce";
import { cancelDebitParts } from "@/server/billing/invoices/cancel-debit-parts";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { NOT_ARRIVED } from "@/server/domain/rules/mail-failures";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { whereDebitTold } from "./debit-facts";
import { findDebitedInvoices } from "./find-debited-invoices";
import { takeOutParts } from "./take-out-parts";
import { whereBankHasFile } from "./where-bank-has-file";

/**
 * Records that the announcement of a planned debit did not arrive, as a person states: a mail that comes back later is not noticed here. The
 * announcement then counts as refused, and its invoices leave the debit at once, so that the ordinary request asks for them. A customer who was
 * told of an earlier day is told that nothing is collected. Only a person may, which the trigger `outgoing_messages_go_forward`
 * (db/rules/outgoing_messages.sql) enforces. Throws `invalid_debit_id`, and `changed_meanwhile` if the debit is not planned any longer, no
 * announcement of its present day has left, or the bank has named a withdrawn file that contained it, by which it may collect.
 */
export function markNotArrived(db: Database, actor: Actor, debitId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId } = actor;
    const whereDebit = and(visibleTo(actor, debits), eq(debits.id, debitId));
    // Invoices before debits, as everywhere.
    const before = await findParts(tx, actor, debitId);
    await lockInvoices(
      tx,
      actor,
      before.map(({ invoiceId }) => invoiceId),
    );
    const [debit] = await tx.select().from(debits).where(whereDebit).for("no key update");
    if (!debit) throw new DomainError("invalid_debit_id");
    if (debit.status !== "planned" || (await mayBankHaveIt(tx, partnerId, debitId))) throw new DomainError("changed_meanwhile");
    // A separate statement, so that its snapshot is younger than the locks.
    const parts = await findParts(tx, actor, debitId);
    const { kind, aboutId, round } = outgoingMessages;
    // The debits of a plan of instalments were announced together.
    const planIds = debit.postponements > 0 ? [] : parts.flatMap(({ planId }) => planId ?? []);
    const ofPlan = planIds.length > 0 ? and(eq(kind, "instalments_agreed"), inArray(aboutId, planIds)) : undefined;
    const marked = await tx
      .update(outgoingMessages)
      .set({ state: "refused", failure: NOT_ARRIVED })
      .where(
        and(
          eq(outgoingMessages.partnerId, partnerId),
          inArray(
            outgoingMessages.invoiceId,
            parts.map(({ invoiceId }) => invoiceId),
          ),
          or(and(eq(kind, "debit_announced"), eq(aboutId, debitId), eq(round, debit.postponements)), ofPlan),
          inArray(outgoingMessages.state, ["sent", "unknown"]),
        ),
      )
      .returning({ invoiceId: outgoingMessages.invoiceId });
    const isMarked = new Set(marked.map(({ invoiceId }) => invoiceId));
    const out = parts.filter(({ invoiceId }) => isMarked.has(invoiceId));
    if (out.length === 0) throw new DomainError("changed_meanwhile");
    const told = await findTold(tx, partnerId, debitId);
    const whole = out.filter(({ planId }) => planId === null);
    await cancelDebitParts(tx, partnerId, whole, clock.now(actor));
    await announceEach(
      tx,
      actor,
      "debit_cancelled",
      whole.flatMap(({ invoiceId }) => (told.has(invoiceId) ? [{ partnerId, invoiceId, aboutId: debitId }] : [])),
    );
    // All debits of a plan end together, and one mail says so.
    const divided = out.flatMap(({ invoiceId, planId }) => (planId ? [invoiceId] : []));
    await takeOutParts(tx, actor, await findDebitedInvoices(tx, partnerId, divided), clock.now(actor));
    await recordEvent(tx, actor, "debit_announcement_lost", {
      about: `company:${debit.companyId}`,
      after: { debit: debitId, invoices: out.map(({ invoiceId }) => invoiceId) },
    });
  });
}

/** Finds the parts that are still in a debit; none if the actor may not see it. */
function findParts(tx: Database, actor: Actor, debitId: string) {
  return tx
    .select({ paymentId: payments.id, invoiceId: payments.invoiceId, debitId: debits.id, planId: payments.instalmentPlanId })
    .from(debits)
    .innerJoin(payments, and(eq(payments.partnerId, debits.partnerId), eq(payments.debitId, debits.id)))
    .where(and(visibleTo(actor, debits), eq(debits.id, debitId), eq(payments.status, "scheduled")))
    .orderBy(payments.id);
}

async function mayBankHaveIt(tx: Database, partnerId: string, debitId: string): Promise<boolean> {
  const found = await tx.execute(sql`select from debits d where d.partner_id = ${partnerId} and d.id = ${debitId} and ${whereBankHasFile}`);
  return found.length > 0;
}

/** Finds the invoices whose customers know of the debit. */
async function findTold(tx: Database, partnerId: string, debitId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ invoiceId: string }>(sql`
    select p.invoice_id as "invoiceId" from debits d join payments p on p.partner_id = d.partner_id and p.debit_id = d.id
    where d.partner_id = ${partnerId} and d.id = ${debitId} and p.status = 'scheduled' and ${whereDebitTold(sql`p.invoice_id`)}`);
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}
