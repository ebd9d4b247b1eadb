import { sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/** SQL for an invoice's customer in one line, as lists show it. */
export const customerName = sql<string>`customer_name(${invoices.customerOrganization}, ${invoices.customerPrefix},
  ${invoices.customerFirstName}, ${invoices.customerInfix}, ${invoices.customerLastName})`;
