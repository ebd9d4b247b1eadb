import { getTableColumns, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, boolean, check, date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { locale } from "./companies";
import { imports } from "./imports";

/** Equal where `customer_key` (db/rules/shared.sql) is, of addresses as they are stored, and by chance for others: what an index can hold of that key. */
export const customerEmailHash = ({ customerEmail }: { customerEmail: SQLWrapper }) => sql`hashtextextended(lower(${customerEmail}), 0)`;

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
    /** A partner's system that may not move money changed it after transmission, and nobody has confirmed it: no money goes there by itself. */
    isIbanUnconfirmed: boolean().notNull().default(false),
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
    /** The sum of the INVOICE-LINE lines, kept and checked likewise. */
    amountBilledCents: cents().notNull(),
    /** The day by which it is to be paid, where that is later than its import's: its customer was first asked late. */
    dueOn: date({ mode: "string" }),
    retractedAt: moment(),
    retractionReason: text(),
    showRetractionReasonToCustomer: boolean().notNull().default(false),
    /** The number of the partner's credit note with which the invoice was retracted. */
    creditNoteNumber: text(),
    createdAt: createdAt(),
    /** When its customer was erased from it, in real time: it then says what was owed and paid, and no longer by whom. */
    erasedAt: moment(),
    /**
     * What the portal's search box looks through, folded: first the name that people read, by which the list is sorted, then numbers, addresses
     * and memberships. An index entry has room for 600 characters. Never read, only matched.
     */
    searchText: code()
      .notNull()
      .generatedAlwaysAs(
        sql`left(fold_for_search(joined_fields(customer_name(customer_organization, customer_prefix, customer_first_name, customer_infix, customer_last_name), external_invoice_number, invoice_number::text, customer_email, direct_debit_iban, reference, federation_membership_number, club_membership_number, member_external_id, external_membership_number, customer_prefix, case when customer_organization <> '' then customer_name(null, null, customer_first_name, customer_infix, customer_last_name) end)), 600)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      columns: [table.partnerId, table.companyId, table.importId],
      foreignColumns: [imports.partnerId, imports.companyId, imports.id],
    }).onDelete("cascade"),
    uniqueIndex("invoices_by_number").on(table.invoiceNumber),
    // Carries the id and the amounts, so that an import's 100,000 ids are read, and what is in it summed, from the index alone.
    index("invoices_by_import").on(
      table.partnerId,
      table.importId,
      table.invoiceNumber,
      table.id,
      table.amountTotalCents,
      table.amountBilledCents,
    ),
    // By the number that the partner knows, which several may have.
    index("invoices_by_external_number").on(table.partnerId, table.externalInvoiceNumber),
    // By the number of the partner's credit note, as it is typed.
    index("invoices_by_credit_note").on(table.partnerId, sql`lower(credit_note_number)`).where(sql`credit_note_number is not null`),
    // The same customer's other invoices, beside a conversation. By a hash, because addresses and the company's id would take four times the room.
    index("invoices_by_customer_email_hash").on(table.partnerId, customerEmailHash(table)).where(sql`customer_email <> ''`),
    // All that the portal's list searches, filters, sorts and sums by: 100,000 invoices are gone through without reading a row of the table.
    index("invoices_listed").on(
      table.partnerId,
      table.invoiceNumber,
      table.importId,
      table.amountTotalCents,
      table.amountBilledCents,
      table.retractedAt,
      table.createdAt,
      table.searchText,
    ),
    // Which invoices a payment on a bank's statement could be for, by its amount.
    index("invoices_owing_by_amount")
      .on(table.partnerId, table.companyId, table.amountTotalCents)
      .where(sql`amount_total_cents > 0 and retracted_at is null`),
    // Few are owed to their customers: those are listed to be given back.
    index("invoices_owed_back").on(table.partnerId, table.companyId).where(sql`amount_total_cents < 0`),
    // Few invoices have a due day of their own: the list, which knows its import's, asks for all of a partner's at once.
    index("invoices_due_by_themselves").on(table.partnerId, table.dueOn, table.invoiceNumber).where(sql`due_on is not null`),
    // For rare search terms. The partner is part of it, so that other tenants' rows are not read. The pending list is short, because the insert that
    // fills it also has to merge it.
    index("invoices_searched").using("gin", table.partnerId, table.searchText.op("gin_trgm_ops")).with({ gin_pending_list_limit: 2048 }),
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

const { searchText, ...columns } = getTableColumns(invoices);

/** What is read of an invoice: all but what the database derives for searching. */
export const invoiceColumns = columns;

export type Invoice = Omit<typeof invoices.$inferSelect, "searchText">;
