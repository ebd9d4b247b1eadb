import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { findDebitedInvoices } from "@/server/billing/debits/find-debited-invoices";
import { takeOutParts } from "@/server/billing/debits/take-out-parts";
import { isDeskRanked } from "@/server/billing/invoices/desk-gate";
import { mandateState } from "@/server/domain/rules/mandate-state";
import { clock } from "@/server/platform/clock";
import { findDebitingImports } from "./find-debiting-imports";
import { type ComingDebit, type ComingMandate, type ComingPart, readComing } from "./read-coming";

/** A planned debit that can be put into a file now. The transaction has locked it, its mandate and its invoices. */
interface ReadyDebit {
  debit: ComingDebit;
  mandate: ComingMandate;
  /** Its parts that are left, oldest invoice first. */
  parts: ComingPart[];
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
 * no longer be collected (`takeOutParts`). Waits for mandates that another transaction has locked. Returns the debits by day.
 */
export async function prepareDebits(tx: Database, actor: Actor, ids: readonly string[]): Promise<PreparedDebits> {
  await lockPlanned(tx, actor, ids);
  // First, so that holds that a ranking adds are read after it is known to have ended.
  const isRanked = await isDeskRanked(tx, actor.partnerId);
  const coming = await takeOut(tx, actor, await readComing(tx, actor, { ids }));
  const prepared: PreparedDebits = { ready: [], waiting: [] };
  for (const debit of coming) {
    const { mandate, parts } = debit;
    const blocker = blockerOf(debit, isRanked);
    if (blocker) prepared.waiting.push({ debitId: debit.id, blocker });
    else if (mandate) prepared.ready.push({ debit, mandate, parts, amountCents: parts.reduce((sum, part) => sum + part.amountCents, 0) });
  }
  return prepared;
}

/** Locks planned debits with their mandates and invoices. Statements that follow see what these locks have waited for. */
async function lockPlanned(tx: Database, { partnerId }: Actor, ids: readonly string[]): Promise<void> {
  const wanted = sql`${textArray(ids)}::text[]`;
  // Mandates first, as where a mandate is withdrawn: the withdrawal then updates the invoices' rows in `collections`, which this transaction
  // may lock.
  await tx.execute(sql`
    select from mandates m where m.partner_id = ${partnerId} and m.id = any(array(
      select d.mandate_id from debits d where d.partner_id = ${partnerId} and d.id = any(${wanted})))
    order by m.id for no key update`);
  await tx.execute(sql`
    select from invoices i where i.partner_id = ${partnerId} and i.id = any(array(
      select p.invoice_id from payments p where p.partner_id = ${partnerId} and p.debit_id = any(${wanted}) and p.status = 'scheduled'))
    order by i.id for update`);
  // A bank's entry or report that names a withdrawn file waits until this file is made, or keeps its debits out (`holdWithdrawn`).
  await tx.execute(sql`
    select from withdrawn_debits w where w.partner_id = ${partnerId} and (w.debit_id = any(${wanted}) or w.debit_id = any(array(
      select d.repeats_debit_id from debits d where d.partner_id = ${partnerId} and d.id = any(${wanted}))))
    order by w.debit_id, w.file_id for share`);
  await tx.execute(sql`
    select from debits d where d.partner_id = ${partnerId} and d.id = any(${wanted}) and d.status = 'planned' order by d.id for no key update`);
}

/**
 * Takes out parts that may no longer be collected. Returns the debits that are left, as they are now. `takeOutParts` looks only at debits with
 * which something may be wrong: mostly at none of 10,000.
 */
async function takeOut(tx: Database, actor: Actor, coming: readonly ComingDebit[]): Promise<ComingDebit[]> {
  const { partnerId } = actor;
  const debiting = await findDebitingImports(tx, partnerId, [
    ...new Set(coming.flatMap(({ parts }) => parts.map(({ importId }) => importId))),
  ]);
  const doubted = coming.filter((debit) => !isSound(debit, debiting));
  if (doubted.length === 0) return [...coming];
  const found = await findDebitedInvoices(
    tx,
    partnerId,
    doubted.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)),
  );
  const taken = await takeOutParts(tx, actor, found, clock.now(actor));
  if (taken.every((invoice, index) => invoice === found[index])) return [...coming];
  const left = new Map((await readComing(tx, actor, { ids: doubted.map(({ id }) => id) })).map((debit) => [debit.id, debit]));
  const isDoubted = new Set(doubted);
  return coming.flatMap((debit) => (isDoubted.has(debit) ? (left.get(debit.id) ?? []) : debit));
}

/**
 * Whether `takeOutParts` leaves the debit as it is, by what is known of it. A debit by a one-off mandate, or of an instalment, is not sound,
 * because that depends on other debits.
 */
function isSound({ mandate, collectOn, parts }: ComingDebit, debitingImports: ReadonlySet<string>): boolean {
  return (
    mandate?.sequence === "recurrent" &&
    mandateState(mandate, collectOn) === "valid" &&
    parts.every(
      (part) =>
        part.isCollectible &&
        part.isAnnounced &&
        !part.isOfPlan &&
        part.owedCents >= part.amountCents &&
        debitingImports.has(part.importId),
    )
  );
}

function blockerOf({ isInNamedFile, parts }: ComingDebit, isRanked: boolean): DebitBlocker | undefined {
  if (isInNamedFile) return "bank_has_file";
  if (parts.some(({ isAnnounced }) => !isAnnounced)) return "not_announced";
  if (parts.some(({ isInProgress }) => isInProgress)) return "payment_in_progress";
  return !isRanked || parts.some(({ isAtDesk }) => isAtDesk) ? "at_desk" : undefined;
}
