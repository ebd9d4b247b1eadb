import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

export const contactChangeKind = pgEnum("contact_change_kind", ["email", "account", "country"]);

/**
 * Changes of account, address or country that customers made through their link, and that redirect money or messages, or decide which law
 * applies. Times are by the partner's clock.
 */
export const contactChanges = pgTable(
  "contact_changes",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    kind: contactChangeKind().notNull(),
    /** Former e-mail address, which must confirm new account numbers for some time. */
    formerEmail: text(),
    /** Country that the customer had before; empty: none. Null: the change is of another kind. */
    formerCountry: text(),
    /**
     * Account number that waits for its confirmation. Null: the change has ended, or the number is in use already, because there was no
     * address to ask for the confirmation.
     */
    iban: text(),
    /** Hash of the token in the confirmation link. */
    tokenHash: code(),
    createdAt: createdAt(),
    /**
     * When the change ended. Null: not yet, so the present fact is the customer's own statement (`provenEmail`). The ends by kind:
     * - Account: the number was confirmed, or another number was put in use or waited instead.
     * - Address: the company stated another address, or the customer put the company's address back.
     * - Country: the company stated another country.
     */
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    index("contact_changes_by_invoice").on(table.partnerId, table.invoiceId, table.createdAt),
    uniqueIndex("contact_changes_one_open_account").on(table.partnerId, table.invoiceId).where(sql`kind = 'account' and ended_at is null`),
    uniqueIndex("contact_changes_by_token").on(table.tokenHash),
    check(
      "contact_changes_kind_whole",
      sql`case ${table.kind} when 'email' then num_nonnulls(${table.iban}, ${table.tokenHash}) = 0 else ${table.formerEmail} is null end`,
    ),
    check(
      "contact_changes_waiting_whole",
      sql`(${table.iban} is null or ${table.tokenHash} is not null) and (${table.iban} is null or ${table.endedAt} is null)`,
    ),
    check(
      "contact_changes_country_alone",
      sql`${table.formerCountry} is null or num_nonnulls(${table.formerEmail}, ${table.iban}, ${table.tokenHash}) = 0`,
    ),
    isAnId("contact_changes_id_shape", table.id),
  ],
);

export type ContactChange = typeof contactChanges.$inferSelect;
