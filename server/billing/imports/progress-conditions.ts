import { type SQL, sql } from "drizzle-orm";
import { customerLinks } from "@/db/schema/customer-links";
import { invoices } from "@/db/schema/invoices";
import { messages } from "@/db/schema/messages";
import type { ProgressStep } from "@/server/domain/rules/reach";
import { whereNotArrived } from "./where-not-arrived";

const ofInvoice = (table: typeof messages | typeof customerLinks) =>
  sql`${table.partnerId} = ${invoices.partnerId} and ${table.invoiceId} = ${invoices.id}`;

/** Conditions for the invoices of each step, for counts and lists. */
export const progressConditions: Record<ProgressStep, SQL> = {
  written: sql`exists (select from ${messages} where ${ofInvoice(messages)})`,
  not_arrived: whereNotArrived,
  opened: sql`exists (select from ${customerLinks} where ${ofInvoice(customerLinks)} and ${customerLinks.revokedAt} is null
    and ${customerLinks.openedAt} is not null)`,
};
