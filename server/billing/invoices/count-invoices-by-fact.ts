import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { whereOwing } from "@/server/billing/imports/outstanding";
import { whereListedNotArrived } from "@/server/billing/imports/where-not-arrived";
import { notAskedNumbers } from "@/server/billing/imports/where-not-asked";
import { dayAt } from "@/server/domain/formats/calendar";
import type { InvoiceFact } from "@/server/domain/rules/invoice-state";
import { clock } from "@/server/platform/clock";
import { whereDueByThemselves } from "./due-conditions";
import { whereNotRetracted, whereOverpaid, whereRetracted, whereSettled, whereTransmitted } from "./invoice-conditions";
import type { InvoiceFilter } from "./invoice-filter";
import { matchInvoices } from "./match-invoices";
import { whereListedPaymentInProgress } from "./payment-in-progress";
import { whereListedHeld } from "./where-held";

export type FactCounts = Record<InvoiceFact | "all", number>;

/** Counts the matching invoices for the tabs: by fact and in total. Ignores the filter's own fact. */
export async function countInvoicesByFact(db: Database, actor: Actor, filter: InvoiceFilter): Promise<FactCounts> {
  return only(await countsStatement(db, actor, filter));
}

/**
 * Returns the statement without executing it, so that tests can inspect its plan. Reads all matching invoices once, grouped by import,
 * because the transmission is a fact of the import.
 */
export function countsStatement(db: Database, actor: Actor, filter: InvoiceFilter) {
  const countIf = (condition: SQL, name: string) => sql`count(*) filter (where ${condition})`.as(name);
  const today = dayAt(clock.now(actor));
  // Joined once. As a condition in each count, it would be evaluated once per count.
  const unasked = db.$with("unasked", { invoiceNumber: invoices.invoiceNumber }).as(notAskedNumbers(actor.partnerId));
  const isNotAsked = sql`unasked.invoice_number is not null`;
  const whereDue = sql`${whereOwing} and not ${isNotAsked}`;
  const matching = db
    .select({
      importId: invoices.importId,
      all: sql`count(*)`.as("all_of_it"),
      retracted: countIf(whereRetracted, "retracted"),
      pending: countIf(sql`${whereNotRetracted} and ${whereListedPaymentInProgress(actor)}`, "pending"),
      settled: countIf(whereSettled, "settled"),
      overpaid: countIf(whereOverpaid, "overpaid"),
      owing: countIf(whereOwing, "owing"),
      notAsked: countIf(sql`${whereOwing} and ${isNotAsked}`, "not_asked"),
      dueWithImport: countIf(sql`${whereDue} and (${whereDueByThemselves(actor, sql`true`)}) is not true`, "due_with_import"),
      overdueByThemselves: countIf(
        sql`${whereDue} and ${whereDueByThemselves(actor, sql`own.due_on < ${today}::date`)}`,
        "overdue_by_themselves",
      ),
      held: countIf(sql`${whereOwing} and ${whereListedHeld(actor, today)}`, "held"),
      notArrived: countIf(sql`${whereOwing} and ${whereListedNotArrived(actor)}`, "not_arrived"),
    })
    .from(invoices)
    .leftJoin(unasked, sql`unasked.invoice_number = ${invoices.invoiceNumber}`)
    .where(matchInvoices(actor, { ...filter, fact: null }))
    .groupBy(invoices.importId)
    .as("matching");

  const { all, retracted, pending, settled, overpaid, owing, notAsked, dueWithImport, overdueByThemselves, held, notArrived } = matching;
  // Number of invoices whose state is that of their import: transmitted or not.
  const withoutOwnState = sql`${all} - ${retracted} - ${pending}`;
  const total = (counted: SQL | SQL.Aliased, where: SQL = sql`true`) =>
    sql`coalesce(sum(${counted}) filter (where ${where}), 0)`.mapWith(Number);
  return db
    .with(unasked)
    .select({
      all: total(all),
      not_transmitted: total(withoutOwnState, sql`not ${whereTransmitted}`),
      transmitted: total(withoutOwnState, whereTransmitted),
      payment_in_progress: total(pending),
      retracted: total(retracted),
      paid: total(settled, whereTransmitted),
      to_refund: total(overpaid, whereTransmitted),
      outstanding: total(owing, whereTransmitted),
      overdue: sql`${total(dueWithImport, sql`${importDueOn} < ${today}::date`)} + ${total(overdueByThemselves)}`.mapWith(Number),
      not_asked: total(notAsked, whereTransmitted),
      on_hold: total(held, whereTransmitted),
      not_arrived: total(notArrived, whereTransmitted),
    })
    .from(matching)
    .innerJoin(imports, and(eq(imports.partnerId, actor.partnerId), eq(imports.id, matching.importId)));
}
