import { type SQL, sql } from "drizzle-orm";
import { outgoingMessages } from "@/db/schema/collections";
import { customerLinks } from "@/db/schema/customer-links";
import { invoices } from "@/db/schema/invoices";
import { messages } from "@/db/schema/messages";
import type { ProgressStep } from "@/server/domain/reach";

const ofInvoice = (table: typeof messages | typeof outgoingMessages | typeof customerLinks) =>
  sql`${table.partnerId} = ${invoices.partnerId} and ${table.invoiceId} = ${invoices.id}`;

/** The invoices of each step; `listContents` shows the same. */
export const progressConditions: Record<ProgressStep, SQL> = {
  written: sql`exists (select from ${messages} where ${ofInvoice(messages)})`,
  // Refused, and nothing that was sent since has taken its place.
  not_arrived: sql`exists (select from ${outgoingMessages} where ${ofInvoice(outgoingMessages)} and ${outgoingMessages.state} = 'refused'
    and not exists (select from ${messages} where ${ofInvoice(messages)} and ${messages.createdAt} > ${outgoingMessages.createdAt}))`,
  opened: sql`exists (select from ${customerLinks} where ${ofInvoice(customerLinks)} and ${customerLinks.revokedAt} is null
    and ${customerLinks.openedAt} is not null)`,
};
