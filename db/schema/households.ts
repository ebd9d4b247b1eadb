import { foreignKey, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { code, createdAt, partnerId } from "./columns";
import { invoices } from "./invoices";

/** Which invoices of an import are asked for and paid together. An invoice that is in no household has no row; who leaves one loses theirs. */
export const householdMembers = pgTable(
  "household_members",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /** The invoice by whose reference all of them are paid: the first that was recorded. It is a member itself, and names the household. */
    leadInvoiceId: code().notNull(),
    joinedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId] }),
    foreignKey({
      name: "household_members_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "household_members_of_lead",
      columns: [table.partnerId, table.leadInvoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    index("household_members_by_lead").on(table.partnerId, table.leadInvoiceId),
  ],
);
