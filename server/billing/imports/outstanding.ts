import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/** An invoice that its customer owes something on, once it is transmitted: `factOf` says "outstanding". */
export const whereOwing: SQL = sql`(${invoices.retractedAt} is null and ${invoices.amountTotalCents} > 0)`;

/** Sum that customers owe on transmitted invoices, in cents. */
export const sumOwing: SQL = sql`coalesce(sum(${invoices.amountTotalCents}) filter (where ${whereOwing}), 0)`;

/** The same for the interface, in cents, which counts an import before its transmission too (decision 0105). */
export const sumOutstanding = sql`sum(greatest(${invoices.amountTotalCents}, 0))`;
