import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, partnerId } from "./columns";
import { locale } from "./companies";
import { invoices } from "./invoices";
import { mandates } from "./mandates";

/**
 * Proof that a payer agreed to a mandate on their page: what was shown, when, and from where (decision 0176). A mandate on paper has no
 * consent. A later consent is for another account of the same mandate.
 */
export const mandateConsents = pgTable(
  "mandate_consents",
  {
    partnerId: partnerId(),
    id: id(),
    mandateId: code().notNull(),
    /** The invoice on whose page the payer agreed. */
    invoiceId: code().notNull(),
    /** The customer's link, as in the table of changes: `customer:<id>`. */
    givenBy: code().notNull(),
    /** By the partner's clock. */
    givenAt: createdAt(),
    /** Network address of the browser, of IPv6 the network (/64); null: not known. */
    address: text(),
    locale: locale().notNull(),
    /** All that was shown, in this language, with the words beside the ticked box. */
    text: text().notNull(),
    creditorName: text().notNull(),
    creditorIdentifier: code().notNull(),
    /** On one line; empty: the company's address is not known. */
    creditorAddress: text().notNull(),
    /** Days before a debit by which the payer is told of it, as the text says. */
    noticeDays: integer().notNull(),
    holder: text().notNull(),
    iban: code().notNull(),
    /** Version of what was shown, by which a form that is sent twice is recognised. */
    version: code().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "mandate_consents_of_mandate",
      columns: [table.partnerId, table.mandateId],
      foreignColumns: [mandates.partnerId, mandates.id],
    }).onDelete("cascade"),
    // No cascade: only transmitted invoices have a page, and these are never deleted.
    foreignKey({
      name: "mandate_consents_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }),
    index("mandate_consents_by_mandate").on(table.partnerId, table.mandateId, table.givenAt),
    index("mandate_consents_by_invoice").on(table.partnerId, table.invoiceId),
    check("mandate_consents_text_present", sql`btrim(${table.text}) <> ''`),
    check("mandate_consents_notice_in_range", sql`${table.noticeDays} between 1 and 30`),
    isAnId("mandate_consents_id_shape", table.id),
  ],
);

export type MandateConsent = typeof mandateConsents.$inferSelect;
