import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

/** Address of an invoice's page for the customer, without an account. Anybody who has the address can act as the customer. */
export const customerLinks = pgTable(
  "customer_links",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /** Hash of the secret, for looking it up. Kept after revocation, so that no secret is used twice. */
    secretHash: code().notNull(),
    /** The secret, encrypted, for further messages to the customer; null once revoked. */
    secretKeyId: text(),
    secretData: text(),
    createdAt: createdAt(),
    /** When the page was first opened, by the partner's clock. Programs that check mails for their readers open links, too. */
    openedAt: moment(),
    /** When the link was revoked, by the partner's clock. A revocation is final. */
    revokedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: only transmitted invoices have links, and these are never deleted.
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    uniqueIndex("customer_links_by_secret").on(table.secretHash),
    uniqueIndex("customer_links_one_live").on(table.partnerId, table.invoiceId).where(sql`revoked_at is null`),
    check(
      "customer_links_secret_while_live",
      sql`num_nonnulls(${table.secretKeyId}, ${table.secretData}) = case when ${table.revokedAt} is null then 2 else 0 end`,
    ),
    check("customer_links_hash_shape", sql`${table.secretHash} ~ '^[0-9a-f]{64}$'`),
    isAnId("customer_links_id_shape", table.id),
  ],
);

export type CustomerLink = typeof customerLinks.$inferSelect;
