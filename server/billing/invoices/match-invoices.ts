import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { TIME_ZONE } from "@/server/platform/time-zone";
import type { InvoiceFact, InvoiceFilter } from "./invoice-filter";
import { searchTerms } from "./search-terms";

/**
 * The condition on `invoices` that a filter is, within what the actor may see. Everything but an id and a payment on its way is answered by the
 * index `invoices_listed` alone, which is why companies and transmissions are asked of the imports: there are few of them.
 */
export function matchInvoices(actor: Actor, filter: InvoiceFilter): SQL | undefined {
  const { search, fact, importId, amount, period } = filter;
  return and(
    eq(invoices.partnerId, actor.partnerId),
    importId ? eq(invoices.importId, importId) : undefined,
    inImports(actor, filter),
    fact ? factConditions[fact](actor) : undefined,
    amount ? between(amount.of === "billed" ? invoices.amountBilledCents : invoices.amountTotalCents, amount) : undefined,
    period?.of === "created" ? within(invoices.createdAt, period) : undefined,
    ...searchTerms(search ?? ""),
  );
}

/** Whether money is on its way. Told by the invoice's number, because that is in the index and the id is not. */
export function isPending({ partnerId }: Actor): SQL {
  const pending = alias(invoices, "pending");
  return sql`${invoices.invoiceNumber} in (
    select ${pending.invoiceNumber} from ${payments} join ${invoices} ${sql.identifier("pending")}
      on ${pending.partnerId} = ${payments.partnerId} and ${pending.id} = ${payments.invoiceId}
    where ${payments.partnerId} = ${partnerId} and ${payments.status} = 'pending'
  )`;
}

const factConditions: Record<InvoiceFact, (actor: Actor) => SQL | undefined> = {
  not_transmitted: (actor) => and(isNull(invoices.retractedAt), isNot(isPending(actor))),
  transmitted: (actor) => and(isNull(invoices.retractedAt), isNot(isPending(actor))),
  payment_in_progress: (actor) => and(isNull(invoices.retractedAt), isPending(actor)),
  retracted: () => isNotNull(invoices.retractedAt),
  paid: () => and(isNull(invoices.retractedAt), eq(invoices.amountTotalCents, 0)),
  to_refund: () => lt(invoices.amountTotalCents, 0),
  outstanding: () => and(isNull(invoices.retractedAt), sql`${invoices.amountTotalCents} > 0`),
};

/** Null: whether or not. */
const transmittedWhere: Record<InvoiceFact, boolean | null> = {
  not_transmitted: false,
  transmitted: true,
  payment_in_progress: null,
  retracted: null,
  paid: true,
  to_refund: true,
  outstanding: true,
};

/**
 * In one of the imports that the actor may see and the filter means; nothing where that is all of the partner's. The comparison with true keeps
 * the planner from joining: the imports' ids are looked up in memory, and a page ends as soon as it is full.
 */
function inImports(actor: Actor, { companyIds, fact, period }: InvoiceFilter): SQL | undefined {
  const transmitted = fact ? transmittedWhere[fact] : null;
  const narrowed = and(
    companyIds?.length ? inArray(imports.companyId, companyIds) : undefined,
    transmitted === null ? undefined : transmitted ? isNotNull(imports.transmittedAt) : isNull(imports.transmittedAt),
    period?.of === "transmitted" ? within(imports.transmittedAt, period) : undefined,
  );
  if (!narrowed && !actor.companyIds) return undefined;
  return sql`(${invoices.importId} in (select ${imports.id} from ${imports} where ${and(visibleTo(actor, imports), narrowed)})) is true`;
}

const isNot = (condition: SQL): SQL => sql`(${condition}) is not true`;

function between(column: PgColumn, { fromCents, toCents }: NonNullable<InvoiceFilter["amount"]>): SQL | undefined {
  return and(fromCents == null ? undefined : gte(column, fromCents), toCents == null ? undefined : lte(column, toCents));
}

function within(column: PgColumn, { from, to }: NonNullable<InvoiceFilter["period"]>): SQL | undefined {
  return and(
    from ? sql`${column} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${column} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );
}
