import { sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/** What customers owe on invoices, in cents. What is owed to others of them is not taken off: it is no less to be collected for that. */
export const sumOutstanding = sql`sum(greatest(${invoices.amountTotalCents}, 0))`;
