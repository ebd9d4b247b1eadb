import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { locale } from "./companies";
import { imports } from "./imports";

/** What a customer owes a company. Whether it was transmitted, is paid or overdue is never stored here: facts elsewhere tell. */
export const invoices = pgTable(
  "invoices",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    importId: code().notNull(),
    /** The service's own number: increasing, so it also tells the order in which an import's invoices were recorded. */
    invoiceNumber: bigint({ mode: "number" }).generatedAlwaysAsIdentity({ startWith: 100_000_001 }),
    externalInvoiceNumber: text().notNull(),
    reference: text(),
    locale: locale().notNull(),
    directDebitIban: text(),
    federationMembershipNumber: text(),
    clubMembershipNumber: text(),
    memberExternalId: text(),
    externalMembershipNumber: text(),
    customerPrefix: text(),
    customerFirstName: text(),
    customerInfix: text(),
    customerLastName: text().notNull(),
    customerOrganization: text(),
    customerAddress1: text(),
    customerAddress2: text(),
    customerLocality: text(),
    customerHouseNumber: text(),
    customerHouseNumberExtension: text(),
    customerState: text(),
    customerZipcode: text(),
    customerCity: text(),
    customerCountryCode: text(),
    customerEmail: text(),
    customerPhoneNumber: text(),
    customerPhoneCountryCode: text(),
    /** The sum of the lines, kept and checked by triggers: a commit in which it is not their sum cannot happen. */
    amountTotalCents: cents().notNull(),
    retractedAt: moment(),
    retractionReason: text(),
    showRetractionReasonToCustomer: boolean().notNull().default(false),
    /** The number of the partner's credit note with which the invoice was retracted. */
    creditNoteNumber: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      columns: [table.partnerId, table.companyId, table.importId],
      foreignColumns: [imports.partnerId, imports.companyId, imports.id],
    }).onDelete("cascade"),
    uniqueIndex("invoices_by_number").on(table.invoiceNumber),
    // Carries the id, so that an import's 100,000 ids are read from the index alone.
    index("invoices_by_import").on(table.partnerId, table.importId, table.invoiceNumber, table.id),
    check("invoices_external_number_present", sql`${table.externalInvoiceNumber} <> ''`),
    check("invoices_last_name_present", sql`btrim(${table.customerLastName}) <> ''`),
    check("invoices_total_in_range", sql`${table.amountTotalCents} between -9007199254740991 and 9007199254740991`),
    check(
      "invoices_retraction_whole",
      sql`${table.retractedAt} is not null or (${table.retractionReason} is null and ${table.creditNoteNumber} is null)`,
    ),
    isAnId("invoices_id_shape", table.id),
  ],
);

export type Invoice = typeof invoices.$inferSelect;
