import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { mandateEnds, mandateSchemes, mandateSequences, mandateSources } from "@/server/domain/rules/mandate-state";
import { code, createdAt, id, isAnId, moment, partnerId, recordedOrder } from "./columns";
import { companies } from "./companies";
import { invoices } from "./invoices";

export const mandateScheme = pgEnum("mandate_scheme", mandateSchemes);
export const mandateSequence = pgEnum("mandate_sequence", mandateSequences);
export const mandateSource = pgEnum("mandate_source", mandateSources);
export const mandateEnd = pgEnum("mandate_end", mandateEnds);

/**
 * A payer's mandate for SEPA direct debits by a company (decision 0170). Its state follows from its end and its days: `mandateState`
 * (server/domain/rules/mandate-state.ts).
 */
export const mandates = pgTable(
  "mandates",
  {
    partnerId: partnerId(),
    id: id(),
    companyId: code().notNull(),
    recordedOrder: recordedOrder(),
    /** The payer: the `customer_key` (db/rules/shared.sql) of their invoices. */
    customerKey: code().notNull(),
    /** The payer's invoice, if they have no e-mail address. The mandate is for this invoice alone, and is deleted with it. */
    invoiceId: code(),
    /** Name of the organisation that gave the mandate; null: a person. */
    organization: text(),
    /** In whose name the account is; may differ from the customer. */
    holder: text().notNull(),
    iban: code().notNull(),
    /** BIC of the payer's bank, which files need for accounts outside the European Economic Area; null: not known. */
    bic: code(),
    scheme: mandateScheme().notNull(),
    sequence: mandateSequence().notNull(),
    reference: code().notNull(),
    signedOn: date({ mode: "string" }).notNull(),
    /**
     * Day of the last debit that the bank was given, from which the 36 months of a mandate count: also of one that was rejected or returned, or that
     * an earlier software gave.
     */
    lastCollectedOn: date({ mode: "string" }),
    /**
     * Day of the last collection by earlier software, kept once a debit of the service has replaced it in `lastCollectedOn`. Null before, or if
     * there was none.
     */
    takenOverOn: date({ mode: "string" }),
    /** Day of the expiry that was recorded as a change; null: none was. A later collection moves the day, and makes the mandate valid again. */
    expiryToldOn: date({ mode: "string" }),
    source: mandateSource().notNull(),
    createdAt: createdAt(),
    /** Actor in the format of the table of changes. */
    createdBy: code().notNull(),
    endedAt: moment(),
    endedReason: mandateEnd(),
    endedBy: code(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "mandates_of_company",
      columns: [table.partnerId, table.companyId],
      foreignColumns: [companies.partnerId, companies.id],
    }),
    foreignKey({
      name: "mandates_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    // A creditor never uses a reference again. `mandateReferenceKey` compares alike. Neither this index nor that of the order begins with
    // partner and company: before the table has statistics, Postgres would take either for as good as `mandates_by_payer`, and read all of
    // a company's mandates for each invoice of an import.
    uniqueIndex("mandates_by_reference").on(table.partnerId, sql`upper(reference)`, table.companyId),
    // One mandate for each payer and company at a time. An expired mandate is ended before another one is recorded.
    uniqueIndex("mandates_by_payer").on(table.partnerId, table.companyId, table.customerKey).where(sql`ended_at is null`),
    index("mandates_in_order").on(table.partnerId, table.recordedOrder, table.companyId),
    index("mandates_by_customer").on(table.partnerId, table.customerKey),
    // Mandates whose expiry is still to be told, by the day: `whereUntold` (server/billing/mandates/tell-expiries.ts) has the same condition.
    index("mandates_untold")
      .on(table.partnerId, sql`((coalesce(last_collected_on, signed_on) + make_interval(months => 36))::date)`)
      .where(
        sql`ended_at is null and expiry_told_on is distinct from (coalesce(last_collected_on, signed_on) + make_interval(months => 36))::date`,
      ),
    // For the deletion of the invoice.
    index("mandates_by_invoice").on(table.partnerId, table.invoiceId).where(sql`invoice_id is not null`),
    check("mandates_customer_present", sql`${table.customerKey} <> ''`),
    check("mandates_invoice_is_customer", sql`${table.invoiceId} = ${table.customerKey}`),
    check("mandates_holder_present", sql`btrim(${table.holder}) <> ''`),
    check("mandates_iban_shape", sql`${table.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check("mandates_reference_shape", sql`${table.reference} ~ '^[A-Za-z0-9+?/:().,'' -]{1,35}$'`),
    check(
      "mandates_b2b_of_organization",
      sql`${table.scheme} <> 'B2B' or (${table.organization} is not null and btrim(${table.organization}) <> '')`,
    ),
    check("mandates_collected_after_signature", sql`${table.lastCollectedOn} >= ${table.signedOn}`),
    check("mandates_ended_whole", sql`num_nonnulls(${table.endedAt}, ${table.endedReason}, ${table.endedBy}) in (0, 3)`),
    isAnId("mandates_id_shape", table.id),
  ],
);
