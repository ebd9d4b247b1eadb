import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import type { InvoiceState } from "@/server/billing/invoices/invoice-filter";
import { isPending } from "@/server/billing/invoices/match-invoices";
import type { InvoiceSelection, SeenSelection } from "./bulk-job";
import { areMeant } from "./start-bulk-job";

export interface BulkJobPreview {
  /** What a job that is confirmed now says that its author saw. */
  expected: SeenSelection;
  /** By what an act can do with them, and by currency. */
  groups: SelectedGroup[];
}

export interface SelectedGroup {
  state: InvoiceState;
  currency: Company["currency"];
  count: number;
  outstandingCents: number;
  /** What crediting and retracting them would credit, in cents; below 0 it is charged. */
  creditableCents: number;
}

/** What an act on these invoices would mean now, in numbers: which can be deleted or retracted, and what is credited. */
export async function previewBulkJob(db: Database, actor: Actor, selection: InvoiceSelection): Promise<BulkJobPreview> {
  const groups = await selectGroups(db, actor, selection);
  const sum = (name: "count" | "outstandingCents") => groups.reduce((total, group) => total + group[name], 0);
  return { expected: { count: sum("count"), amountCents: sum("outstandingCents") }, groups };
}

/** Of each invoice only what the list's index knows; its lines are read only where it owes nothing. */
function selectGroups(db: Database, actor: Actor, selection: InvoiceSelection): Promise<SelectedGroup[]> {
  const { amountTotalCents, retractedAt } = invoices;
  const meant = db
    .select({
      importId: invoices.importId,
      held: sql<InvoiceState | null>`case when ${retractedAt} is not null then 'retracted' when ${isPending(actor)} then 'payment_in_progress' end`.as(
        "held",
      ),
      totalCents: sql<number>`${amountTotalCents}`.as("total_cents"),
      creditableCents: sql<number>`case when ${amountTotalCents} > 0 then ${amountTotalCents} else least(0, ${chargedCents}) end`.as(
        "creditable_cents",
      ),
    })
    .from(invoices)
    .where(areMeant(actor, selection))
    .as("meant");
  const state = sql<InvoiceState>`coalesce(${meant.held}, case when ${imports.transmittedAt} is null then 'not_transmitted' else 'transmitted' end)`;
  return db
    .select({
      state,
      currency: companies.currency,
      count: sql`count(*)`.mapWith(Number),
      outstandingCents: sql`sum(${meant.totalCents})`.mapWith(Number),
      creditableCents: sql`sum(${meant.creditableCents})`.mapWith(Number),
    })
    .from(meant)
    .innerJoin(imports, and(eq(imports.partnerId, actor.partnerId), eq(imports.id, meant.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .groupBy(state, companies.currency)
    .orderBy(companies.currency, state);
}

/** As `creditAndRetractInvoice` counts it: all but payments and what came back of them. */
const chargedCents = sql`(select coalesce(sum(${invoiceLines.amountCents}), 0) from ${invoiceLines}
  where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
    and ${invoiceLines.type}::text not like '%PAYMENT-LINE' and ${invoiceLines.type} <> 'CHARGEBACK-LINE')`;
