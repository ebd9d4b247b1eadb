import { and, type SQL, sql } from "drizzle-orm";
import { whereLineIs } from "@/db/line-types";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { whereOwing } from "@/server/billing/imports/outstanding";
import { whereListedNotArrived } from "@/server/billing/imports/where-not-arrived";
import { whereListedNotAsked } from "@/server/billing/imports/where-not-asked";
import { dayAt } from "@/server/domain/formats/calendar";
import type { InvoiceFact, InvoiceState } from "@/server/domain/rules/invoice-state";
import { clock } from "@/server/platform/clock";
import { whereDueOn } from "./due-conditions";
import { whereListedPaymentInProgress } from "./payment-in-progress";
import { whereListedHeld } from "./where-held";

// The rules of `server/domain/rules/invoice-state.ts` and `server/domain/rules/retraction.ts` in SQL, for lists. A property test compares
// both. Except for the transmission, the conditions need only those columns of `invoices` that the index `invoices_listed` has. Other
// tables are looked up by number or import.

const { amountTotalCents, retractedAt } = invoices;

export const whereRetracted: SQL = sql`${retractedAt} is not null`;
export const whereNotRetracted: SQL = sql`${retractedAt} is null`;
/** Condition: nothing is outstanding, and the invoice is not retracted. */
export const whereSettled: SQL = sql`(${retractedAt} is null and ${amountTotalCents} = 0)`;
/** Condition: the customer is owed a refund. */
export const whereOverpaid: SQL = sql`${amountTotalCents} < 0`;
export const whereTransmitted: SQL = sql`${imports.transmittedAt} is not null`;

/** Returns the part of a fact that is a condition on `invoices`. `transmissionOf` returns the other part. */
export function whereFact(actor: Actor, fact: InvoiceFact): SQL | undefined {
  const whereInProgress = whereListedPaymentInProgress(actor);
  const conditions: Record<InvoiceFact, SQL | undefined> = {
    // "is not true" keeps the planner from converting the list of payments into a join.
    not_transmitted: and(whereNotRetracted, sql`(${whereInProgress}) is not true`),
    transmitted: and(whereNotRetracted, sql`(${whereInProgress}) is not true`),
    payment_in_progress: and(whereNotRetracted, whereInProgress),
    retracted: whereRetracted,
    paid: whereSettled,
    to_refund: whereOverpaid,
    outstanding: whereOwing,
    overdue: and(
      whereOwing,
      whereDueOn(actor, (dueOn) => sql`${dueOn} < ${dayAt(clock.now(actor))}::date`),
    ),
    not_asked: and(whereOwing, sql`(${whereListedNotAsked(actor)}) is true`),
    on_hold: and(whereOwing, sql`(${whereListedHeld(actor, dayAt(clock.now(actor)))}) is true`),
    not_arrived: and(whereOwing, sql`(${whereListedNotArrived(actor)}) is true`),
  };
  return conditions[fact];
}

/** Returns whether invoices with this fact are in a transmitted import; null if they may be in either kind. */
export function transmissionOf(fact: InvoiceFact): boolean | null {
  if (fact === "retracted" || fact === "payment_in_progress") return null;
  return fact !== "not_transmitted";
}

/** SQL for the state; null if the state depends on the import's transmission. */
export function stateBesidesTransmission(actor: Actor): SQL<InvoiceState | null> {
  return sql<InvoiceState | null>`case when ${whereRetracted} then 'retracted'
    when ${whereListedPaymentInProgress(actor)} then 'payment_in_progress' end`;
}

/**
 * SQL for amounts billed and fees less credits, in cents. A separate constant, because drizzle drops the table's name from columns that stand
 * directly in a selected expression.
 */
const chargedCents = sql`(select coalesce(sum(${invoiceLines.amountCents}), 0) from ${invoiceLines}
  where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
    and ${whereLineIs(invoiceLines.type, "billed", "fee", "credit")})`;

/** SQL for what a retraction credits (`creditedBy`), in cents. Reads the invoice's lines only if nothing is outstanding. */
export const creditedByRetraction: SQL<number> = sql<number>`case when ${amountTotalCents} > 0 then ${amountTotalCents}
  else least(0, ${chargedCents}) end`;
