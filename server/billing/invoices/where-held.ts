import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { holds } from "@/db/schema/holds";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";

/** Join condition: the hold is the invoice's and has not been ended. A pause whose last day is over meets the condition as well. */
export const whereOpenHold: SQL | undefined = and(
  eq(holds.partnerId, invoices.partnerId),
  eq(holds.invoiceId, invoices.id),
  isNull(holds.endedAt),
);

/**
 * Condition: the invoice is held on a day, such as `2026-11-20` (`holdsOn` in SQL). Takes the invoice's columns: `invoices`, or those of an
 * alias.
 */
export function whereHeld(day: string, invoice: { partnerId: SQLWrapper; id: SQLWrapper } = invoices): SQL<boolean> {
  return sql<boolean>`exists (select from holds held where held.partner_id = ${invoice.partnerId} and held.invoice_id = ${invoice.id}
    and held.ended_at is null and (held.until is null or held.until >= ${day}::date))`;
}

/**
 * `whereHeld` for a list of one partner's invoices. Compares numbers, because the index `invoices_listed` has the number and not the id.
 */
export function whereListedHeld({ partnerId }: Pick<Actor, "partnerId">, day: string): SQL {
  return sql`${invoices.invoiceNumber} in (select v.invoice_number from holds held
    join invoices v on v.partner_id = held.partner_id and v.id = held.invoice_id
    where held.partner_id = ${partnerId} and held.ended_at is null and (held.until is null or held.until >= ${day}::date))`;
}
