import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/** Condition: the customer owes something once the invoice is transmitted; "outstanding" in terms of `factOf`. */
export const whereOwing: SQL = sql`(${invoices.retractedAt} is null and ${invoices.amountTotalCents} > 0)`;

/** Sum that customers owe on invoices (`whereOwing`), in cents. */
export const sumOwing: SQL = sql`coalesce(sum(${invoices.amountTotalCents}) filter (where ${whereOwing}), 0)`;

/** Sum for the interface, in cents, which also counts an import before its transmission (decision 0105). */
export const sumOutstanding = sql`sum(greatest(${invoices.amountTotalCents}, 0))`;
