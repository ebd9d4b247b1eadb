import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { whereDebitPlanned } from "@/server/billing/debits/where-debit-planned";
import { reachedBy } from "@/server/billing/imports/reach";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";

/**
 * Condition: an invoice of the import that is counted by the forecast. Its customer owes something and is reached by mail, no payment is in
 * progress, and no direct debit is planned.
 */
export const whereForecast = (actor: Actor, importId: string): SQL | undefined =>
  and(
    visibleTo(actor, invoices),
    eq(invoices.importId, importId),
    isNull(invoices.retractedAt),
    sql`${invoices.amountTotalCents} > 0 and ${reachedBy} = 'email'`,
    not(wherePaymentInProgress()),
    not(whereDebitPlanned(invoices)),
  );
