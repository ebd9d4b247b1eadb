import { and, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bulkJobs } from "@/db/schema/bulk-jobs";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { matchInvoices } from "@/server/billing/invoices/match-invoices";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import type { InvoiceSelection, NewBulkJob, SelectionFigures } from "./bulk-job";

/** Maximum number of invoices of a job. */
const MOST_INVOICES = 100_000;

/**
 * Starts a job for the selected invoices that the actor may see now; invoices that match the filter later are left out. A worker does the
 * rest. Throws `selection_is_empty`, `selection_too_large`, and `selection_changed` if the figures differ from those that were confirmed.
 */
export async function startBulkJob(db: Database, actor: Actor, userId: string, job: NewBulkJob): Promise<{ id: string }> {
  const { kind, selection, expected } = job;
  const { partnerId } = actor;
  const id = newId();
  const retraction = job.kind === "retract_invoices" ? job.retraction : null;
  const pause = job.kind === "pause_invoices" ? job.pause : null;

  return db.transaction(async (tx) => {
    // Storing 100,000 items takes some seconds, longer on a busy machine. No other request waits for this transaction.
    await tx.execute(sql`set local statement_timeout = '1min'`);
    await tx.insert(bulkJobs).values({ partnerId, id, userId, kind, retraction, pause, size: expected.count, createdAt: new Date() });
    const stored = await storeItems(tx, actor, id, selection);
    if (stored.count === 0) throw new DomainError("selection_is_empty");
    if (stored.count > MOST_INVOICES) throw new DomainError("selection_too_large");
    if (stored.count !== expected.count || stored.amountCents !== expected.amountCents) throw new DomainError("selection_changed");
    await recordEvent(tx, actor, "bulk_action_started", { about: `bulk_action:${id}`, after: { act: kind, ...stored } });
    return { id };
  });
}

/** Stores the items in the order of their invoice numbers, which is the order of their creation. */
async function storeItems(tx: Database, actor: Actor, jobId: string, selection: InvoiceSelection): Promise<SelectionFigures> {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  const { count, amount_cents } = only(
    await tx.execute<{ count: string; amount_cents: string }>(sql`
      with stored as (
        insert into bulk_job_items (partner_id, job_id, position, invoice_id, invoice_number, customer_name, amount_total_cents)
        select ${actor.partnerId}, ${jobId}, row_number() over (order by ${invoices.invoiceNumber}), ${invoices.id}, ${invoices.invoiceNumber},
          customer_name(${customerOrganization}, ${customerPrefix}, ${customerFirstName}, ${customerInfix}, ${customerLastName}),
          ${invoices.amountTotalCents}
        from ${invoices} where ${whereSelected(actor, selection)}
        order by ${invoices.invoiceNumber} limit ${MOST_INVOICES + 1}
        returning amount_total_cents
      )
      select count(*), coalesce(sum(amount_total_cents), 0) as amount_cents from stored`),
  );
  return { count: Number(count), amountCents: Number(amount_cents) };
}

/** Condition: the invoice is selected, and the actor may see it. */
export function whereSelected(actor: Actor, selection: InvoiceSelection): SQL | undefined {
  if ("ids" in selection) return and(visibleTo(actor, invoices), isOneOf(invoices.id, selection.ids));
  const { filter, exceptIds = [] } = selection;
  return and(matchInvoices(actor, filter), exceptIds.length > 0 ? sql`not ${isOneOf(invoices.id, exceptIds)}` : undefined);
}
