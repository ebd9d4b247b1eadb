import { getTableColumns, type SQLWrapper, sql } from "drizzle-orm";
import { bigint, boolean, check, date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { locale } from "./companies";
import { imports } from "./imports";

/**
 * Hash of the address, for an index. Equal for addresses with the same `customer_key` (db/rules/shared.sql), because stored addresses have
 * no spaces around them; other addresses may collide by chance.
 */
export const customerEmailHash = ({ customerEmail }: { customerEmail: SQLWrapper }) => sql`hashtextextended(lower(${customerEmail}), 0)`;

/** Whether the invoice has no e-mail address. */
export const withoutEmail = ({ customerEmail }: { customerEmail: SQLWrapper }) => sql`coalesce(btrim(${customerEmail}), '') = ''`;

/** An amount that a customer owes to a company. Being transmitted, paid or overdue is never stored here; it follows from other tables. */
export const invoices = pgTable(
  "invoices",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    importId: code().notNull(),
    /** The service's own number. It increases, so it also gives the order in which an import's invoices were recorded. */
    invoiceNumber: bigint({ mode: "number" }).generatedAlwaysAsIdentity({ startWith: 100_000_001 }),
    externalInvoiceNumber: text().notNull(),
    reference: text(),
    locale: locale().notNull(),
    directDebitIban: text(),
    /**
     * Whether a partner's system without the right to move money changed the IBAN after the transmission, and nobody has confirmed it. No
     * money goes to an unconfirmed IBAN automatically.
     */
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
    /** Sum of the lines, maintained and checked by triggers. A commit with any other sum is refused. */
    amountTotalCents: cents().notNull(),
    /** Sum of the INVOICE-LINEs, maintained and checked in the same way. */
    amountBilledCents: cents().notNull(),
    /** The invoice's own due day, if it is later than the import's because the customer was first asked later. */
    dueOn: date({ mode: "string" }),
    retractedAt: moment(),
    retractionReason: text(),
    showRetractionReasonToCustomer: boolean().notNull().default(false),
    /** Number of the partner's credit note for the retraction. */
    creditNoteNumber: text(),
    createdAt: createdAt(),
    /** When the customer was erased, in real time. Amounts owed and paid stay, without the person. */
    erasedAt: moment(),
    /**
     * Text in which the portal searches, folded: first the name as shown, by which the list is sorted, then numbers, addresses and
     * memberships. Limited to the 600 characters for which an index entry has room. Never shown, only matched.
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
    // Includes the id and the amounts, so that an import's 100,000 ids and its sums need only the index.
    index("invoices_by_import").on(
      table.partnerId,
      table.importId,
      table.invoiceNumber,
      table.id,
      table.amountTotalCents,
      table.amountBilledCents,
    ),
    // For the partner's number, which several invoices may share.
    index("invoices_by_external_number").on(table.partnerId, table.externalInvoiceNumber),
    // For the number of the partner's credit note, as typed.
    index("invoices_by_credit_note").on(table.partnerId, sql`lower(credit_note_number)`).where(sql`credit_note_number is not null`),
    // For other invoices of the same customer, shown beside a conversation. Uses a hash, because addresses with the company's id would need
    // four times the space.
    index("invoices_by_customer_email_hash").on(table.partnerId, customerEmailHash(table)).where(sql`customer_email <> ''`),
    // Everything by which the portal's list searches, filters, sorts and sums, so that scanning 100,000 invoices does not read the table.
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
    // For finding invoices by amount that a payment on a bank statement could be for.
    index("invoices_owing_by_amount")
      .on(table.partnerId, table.companyId, table.amountTotalCents)
      .where(sql`amount_total_cents > 0 and retracted_at is null`),
    // For finding such invoices by a name in the payment: by the longest word of the last name or the organization, in any spelling.
    index("invoices_owing_by_last_name")
      .on(table.partnerId, table.companyId, sql`name_key(fold_for_search(customer_last_name))`, table.amountTotalCents, table.invoiceNumber)
      .where(sql`amount_total_cents > 0 and retracted_at is null`),
    index("invoices_owing_by_organization")
      .on(
        table.partnerId,
        table.companyId,
        sql`name_key(fold_for_search(customer_organization))`,
        table.amountTotalCents,
        table.invoiceNumber,
      )
      .where(sql`amount_total_cents > 0 and retracted_at is null and customer_organization <> ''`),
    // For finding such invoices by the payer's account.
    index("invoices_owing_by_debit_account")
      .on(table.partnerId, table.companyId, table.directDebitIban, table.amountTotalCents, table.invoiceNumber)
      .where(sql`amount_total_cents > 0 and retracted_at is null and direct_debit_iban <> ''`),
    // Outstanding invoices without an e-mail address, whose customers are never asked. Few in most imports, but all in some.
    index("invoices_owing_without_email")
      .on(table.partnerId, table.importId, table.invoiceNumber, table.id)
      .where(sql`amount_total_cents > 0 and retracted_at is null and ${withoutEmail(table)}`),
    // Invoices with money owed to their customers, for the list of money to give back; there are few.
    index("invoices_owed_back").on(table.partnerId, table.companyId).where(sql`amount_total_cents < 0`),
    // The few invoices with a separate due day. The list has the imports' due days, and reads all of a partner's exceptions
    // together.
    index("invoices_due_by_themselves").on(table.partnerId, table.dueOn, table.invoiceNumber).where(sql`due_on is not null`),
    // For rare search terms. Includes the partner, so that other tenants' rows are not read. The pending list is short, because the insert
    // that fills it must also merge it.
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

/** Columns that services read: all except those derived for searching. */
export const invoiceColumns = columns;

export type Invoice = Omit<typeof invoices.$inferSelect, "searchText">;
