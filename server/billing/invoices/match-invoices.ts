import { and, eq, gte, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { whereDueOn } from "./due-conditions";
import { transmissionOf, whereFact, whereTransmitted } from "./invoice-conditions";
import type { InvoiceFilter } from "./invoice-filter";
import { searchTerms } from "./search-terms";

/**
 * Condition on `invoices` for a filter, limited to what the actor may see. Of `invoices`, the index `invoices_listed` is enough, except for
 * ids. Companies and transmissions are therefore looked up in `imports`, of which there are few.
 */
export function matchInvoices(actor: Actor, filter: InvoiceFilter): SQL | undefined {
  const { search, fact, importId, amount, period } = filter;
  return and(
    eq(invoices.partnerId, actor.partnerId),
    importId ? eq(invoices.importId, importId) : undefined,
    inImports(actor, filter),
    fact ? whereFact(actor, fact) : undefined,
    amount ? between(amount.of === "billed" ? invoices.amountBilledCents : invoices.amountTotalCents, amount) : undefined,
    period?.of === "created" ? within(invoices.createdAt, period) : undefined,
    period?.of === "due" ? whereDueOn(actor, (dueOn) => betweenDays(dueOn, period)) : undefined,
    ...searchTerms(search ?? "", actor.partnerId),
  );
}

/**
 * Condition: the invoice is in one of the imports that match the filter and that the actor may see; undefined if all of the partner's
 * imports do. The comparison with true keeps the planner from joining, so that import ids are looked up in memory, and reading stops once a page
 * is full.
 */
function inImports(actor: Actor, { companyIds, fact, period }: InvoiceFilter): SQL | undefined {
  const transmitted = fact ? transmissionOf(fact) : null;
  const narrowed = and(
    companyIds?.length ? inArray(imports.companyId, companyIds) : undefined,
    whereTransmission(transmitted),
    period?.of === "transmitted" ? within(imports.transmittedAt, period) : undefined,
  );
  if (!narrowed && !actor.companyIds) return undefined;
  return sql`(${invoices.importId} in (select ${imports.id} from ${imports} where ${and(visibleTo(actor, imports), narrowed)})) is true`;
}

function whereTransmission(transmitted: boolean | null): SQL | undefined {
  if (transmitted === null) return undefined;
  return transmitted ? whereTransmitted : not(whereTransmitted);
}

function between(column: PgColumn, { fromCents, toCents }: NonNullable<InvoiceFilter["amount"]>): SQL | undefined {
  return and(fromCents == null ? undefined : gte(column, fromCents), toCents == null ? undefined : lte(column, toCents));
}

function within(column: PgColumn, { from, to }: NonNullable<InvoiceFilter["period"]>): SQL | undefined {
  return and(
    from ? sql`${column} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${column} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );
}

function betweenDays(day: SQL, { from, to }: NonNullable<InvoiceFilter["period"]>): SQL {
  return sql`${day} between ${from ?? "-infinity"}::date and ${to ?? "infinity"}::date`;
}
