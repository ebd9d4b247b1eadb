import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { invoices } from "./invoices";

/** The address at which the customer of an invoice finds it, without an account. Who has it is the customer. */
export const customerLinks = pgTable(
  "customer_links",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /** Of the secret in the address, by which it is looked up. Kept after it was revoked, so that no secret is ever used again. */
    secretHash: code().notNull(),
    /** The secret, encrypted, for the next message to the customer; null once revoked. */
    secretKeyId: text(),
    secretData: text(),
    createdAt: createdAt(),
    /** When it was first followed; a business moment. Programs that check mails for their readers follow links too. */
    openedAt: moment(),
    /** From when on it opens nothing any more; a business moment, and final. */
    revokedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: only transmitted invoices have links, and they are never deleted.
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
