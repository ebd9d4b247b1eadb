import { sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

/** The customer of an invoice in one line, as its list says it. */
export const customerName = sql<string>`customer_name(${invoices.customerOrganization}, ${invoices.customerPrefix},
  ${invoices.customerFirstName}, ${invoices.customerInfix}, ${invoices.customerLastName})`;
