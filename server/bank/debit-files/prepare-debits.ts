import { and, eq, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type Debit, debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { whereDebitAnnounced } from "@/server/billing/debits/debit-facts";
import { findDebitedInvoices } from "@/server/billing/debits/find-debited-invoices";
import { whereMoneyWaits, whereRepeated } from "@/server/billing/debits/repeated-debit-facts";
import { takeOutParts } from "@/server/billing/debits/take-out-parts";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { whereAtDesk, whereDeskIsRanked } from "@/server/billing/invoices/desk-gate";
import { whereOtherPaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { clock } from "@/server/platform/clock";

/** A planned debit that can be put into a file now. The transaction has locked it, its mandate and its invoices. */
interface ReadyDebit {
  debit: Debit;
  mandate: typeof mandates.$inferSelect;
  /** Its parts that are left, oldest invoice first. Amounts in cents. */
  parts: { paymentId: string; invoiceId: string; amountCents: number }[];
  /** Sum of the parts, in cents: at most the announced amount. */
  amountCents: number;
}

/**
 * Reason why a planned debit cannot be put into a file yet. `at_desk`: a payment that is probably for one of its invoices, or of the debit that it repeats, waits for a decision.
 * `bank_has_file`: the bank has named a withdrawn file that contained it.
 */
export type DebitBlocker = "bank_has_file" | "not_announced" | "payment_in_progress" | "at_desk";

/** Debits checked for a file. Debits in neither list are no longer planned, or have no parts left. */
export interface PreparedDebits {
  ready: ReadyDebit[];
  waiting: { debitId: string; blocker: DebitBlocker }[];
}

/**
 * Checks planned debits once more, under the locks of their invoices and mandates, before they are put into a file. Takes out parts that may
 * no longer be collected (`takeOutParts`). Waits for mandates that another transaction has locked.
 */
export async function prepareDebits(tx: Database, actor: Actor, ids: readonly string[]): Promise<PreparedDebits> {
  const { partnerId } = actor;
  const now = clock.now(actor);
  // Mandates first, as where a mandate is withdrawn: the withdrawal then updates the invoices' rows in `collections`, which this transaction
  // may lock.
  await tx.execute(sql`
    select from mandates m where m.partner_id = ${partnerId} and m.id = any(array(
      select d.mandate_id from debits d where d.partner_id = ${partnerId} and d.id = any(${asArray(ids)})))
    order by m.id for no key update`);
  await tx.execute(sql`
    select from invoices i where i.partner_id = ${partnerId} and i.id = any(array(
      select p.invoice_id from payments p where p.partner_id = ${partnerId} and p.debit_id = any(${asArray(ids)}) and p.status = 'scheduled'))
    order by i.id for update`);
  // A bank's entry or report that names a withdrawn file waits until this file is made, or keeps its debits out (`holdWithdrawn`).
  await tx.execute(sql`
    select from withdrawn_debits w where w.partner_id = ${partnerId} and (w.debit_id = any(${asArray(ids)}) or w.debit_id = any(array(
      select d.repeats_debit_id from debits d where d.partner_id = ${partnerId} and d.id = any(${asArray(ids)}))))
    order by w.debit_id, w.file_id for share`);
  // Separate statements, so that their snapshots are younger than the locks.
  const before = await findParts(tx, partnerId, ids);
  const invoiceIds = before.map(({ invoiceId }) => invoiceId);
  const found = await findDebitedInvoices(tx, partnerId, invoiceIds);
  const taken = await takeOutParts(tx, actor, found, now);
  const isChanged = taken.some((invoice, index) => invoice !== found[index]);
  const left = isChanged ? await findParts(tx, partnerId, ids) : before;
  const rows = await tx
    .select({ debit: debits, mandate: mandates })
    .from(debits)
    .innerJoin(mandates, and(eq(mandates.partnerId, debits.partnerId), eq(mandates.id, debits.mandateId)))
    .where(and(eq(debits.partnerId, partnerId), isOneOf(debits.id, ids), eq(debits.status, "planned")))
    .orderBy(debits.id)
    .for("no key update");
  const partsOf = Map.groupBy(left, ({ debitId }) => debitId);
  const prepared: PreparedDebits = { ready: [], waiting: [] };
  for (const row of rows) {
    const parts = partsOf.get(row.debit.id) ?? [];
    const blocker = blockerOf(parts);
    if (blocker) prepared.waiting.push({ debitId: row.debit.id, blocker });
    else if (parts.length > 0) {
      const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
      prepared.ready.push({
        ...row,
        amountCents,
        parts: parts.map(({ paymentId, invoiceId, amountCents: cents }) => ({ paymentId, invoiceId, amountCents: cents })),
      });
    }
  }
  return prepared;
}

interface Part extends Record<string, unknown> {
  debitId: string;
  paymentId: string;
  invoiceId: string;
  amountCents: number;
  isAnnounced: boolean;
  isPaymentInProgress: boolean;
  isAtDesk: boolean;
  isInNamedFile: boolean;
}

/**
 * Reads the parts of debits. `offset 0` makes Postgres look up the debit and the invoice of each part: while the tables have no statistics, it
 * would first join all debits of the partner with all its invoices.
 */
async function findParts(tx: Database, partnerId: string, ids: readonly string[]): Promise<Part[]> {
  const invoice = { partnerId: sql`i.partner_id`, id: sql`i.id` };
  const rows = await tx.execute<Omit<Part, "amountCents"> & { amountCents: string }>(sql`
    select p.debit_id as "debitId", p.id as "paymentId", p.invoice_id as "invoiceId", p.amount_cents::text as "amountCents",
      ${whereDebitAnnounced(sql`p.invoice_id`)} as "isAnnounced",
      ${whereOtherPaymentInProgress(invoice, sql`p.instalment_plan_id`)} as "isPaymentInProgress",
      ${whereAtDesk(invoice)} or not ${whereDeskIsRanked(sql`${partnerId}`)} or ${whereRepeated(whereMoneyWaits)} as "isAtDesk",
      ${whereBankHasFile} as "isInNamedFile"
    from ${payments} p
    cross join lateral (select * from debits d where d.partner_id = p.partner_id and d.id = p.debit_id offset 0) d
    cross join lateral (select * from invoices i where i.partner_id = p.partner_id and i.id = p.invoice_id offset 0) i
    where p.partner_id = ${partnerId} and p.debit_id = any(${asArray(ids)}) and p.status = 'scheduled'
    order by i.invoice_number`);
  return rows.map(({ amountCents, ...part }) => ({ ...part, amountCents: Number(amountCents) }) as Part);
}

function blockerOf(parts: readonly Part[]): DebitBlocker | undefined {
  if (parts.some(({ isInNamedFile }) => isInNamedFile)) return "bank_has_file";
  if (parts.some(({ isAnnounced }) => !isAnnounced)) return "not_announced";
  if (parts.some(({ isPaymentInProgress }) => isPaymentInProgress)) return "payment_in_progress";
  return parts.some(({ isAtDesk }) => isAtDesk) ? "at_desk" : undefined;
}

const asArray = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::text[]`;
