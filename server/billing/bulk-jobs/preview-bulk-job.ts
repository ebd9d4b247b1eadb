import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Company, companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { creditedByRetraction, stateBesidesTransmission, whereTransmitted } from "@/server/billing/invoices/invoice-conditions";
import type { InvoiceState } from "@/server/domain/rules/invoice-state";
import type { InvoiceSelection, SelectionFigures } from "./bulk-job";
import { whereSelected } from "./start-bulk-job";

export interface BulkJobPreview {
  /** Figures to pass on when the person confirms the job. */
  expected: SelectionFigures;
  /** Sums by state, currency and effect of a retraction. */
  groups: SelectedGroup[];
}

/** Selected invoices of one state, currency and effect of a retraction. Amounts in cents. */
export interface SelectedGroup {
  state: InvoiceState;
  /** Whether crediting and retracting the invoices would credit nothing, and only end their collection. */
  isSettled: boolean;
  currency: Company["currency"];
  count: number;
  outstandingCents: number;
  /** Amount that crediting and retracting the invoices would credit, in cents. Below 0, it is charged instead. */
  creditableCents: number;
}

/** Previews an act on these invoices: how many can be deleted or retracted, and how much is credited. */
export async function previewBulkJob(db: Database, actor: Actor, selection: InvoiceSelection): Promise<BulkJobPreview> {
  const groups = await selectGroups(db, actor, selection);
  const sum = (name: "count" | "outstandingCents") => groups.reduce((total, group) => total + group[name], 0);
  return { expected: { count: sum("count"), amountCents: sum("outstandingCents") }, groups };
}

/** Reads only the index `invoices_listed`, and lines only of invoices with nothing outstanding. */
function selectGroups(db: Database, actor: Actor, selection: InvoiceSelection): Promise<SelectedGroup[]> {
  const selected = db
    .select({
      importId: invoices.importId,
      ownState: stateBesidesTransmission(actor).as("own_state"),
      totalCents: sql<number>`${invoices.amountTotalCents}`.as("total_cents"),
      creditableCents: creditedByRetraction.as("creditable_cents"),
    })
    .from(invoices)
    .where(whereSelected(actor, selection))
    .as("selected");
  const isSettled = sql<boolean>`${selected.creditableCents} = 0`;
  const state = sql<InvoiceState>`coalesce(${selected.ownState}, case when ${whereTransmitted} then 'transmitted' else 'not_transmitted' end)`;
  return db
    .select({
      state,
      isSettled,
      currency: companies.currency,
      count: sql`count(*)`.mapWith(Number),
      outstandingCents: sql`sum(${selected.totalCents})`.mapWith(Number),
      creditableCents: sql`sum(${selected.creditableCents})`.mapWith(Number),
    })
    .from(selected)
    .innerJoin(imports, and(eq(imports.partnerId, actor.partnerId), eq(imports.id, selected.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .groupBy(state, isSettled, companies.currency)
    .orderBy(companies.currency, state, isSettled);
}
