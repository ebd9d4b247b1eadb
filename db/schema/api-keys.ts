import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { KeyScope } from "@/server/domain/key-scopes";
import { code, createdAt, id, moment, partnerId } from "./columns";
import { partners } from "./partners";
import { users } from "./users";

/** What lets a partner's system in. The key itself is shown once and never stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    partnerId: partnerId(),
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the key, in hexadecimal. */
    hash: code().notNull(),
    /** The key's last characters, by which its owner tells it from others; null for keys older than this column. */
    hint: text(),
    /** The person who created it in the portal; null for keys created by the operator. */
    createdBy: code(),
    createdAt: createdAt(),
    /** Operational, and a minute late at most. */
    lastUsedAt: moment(),
    /** The network from which it was last used, as late as the time. */
    lastUsedFrom: text(),
    /** What it may be used for; null: for everything, also for what is added later. */
    scopes: text().array().$type<KeyScope[]>(),
    /** Addresses and ranges from which alone it is taken; null: from everywhere. */
    addresses: text().array(),
    /** Operational: until when it works at all, as its maker said; null: until it is revoked. */
    endsAt: moment(),
    /** Operational: until when a key that was rolled still works. */
    expiresAt: moment(),
    /** Operational time: a revocation must count everywhere within seconds. */
    revokedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    foreignKey({ columns: [table.createdBy], foreignColumns: [users.id] }),
    uniqueIndex("api_keys_by_hash").on(table.hash),
    uniqueIndex("api_keys_by_id").on(table.id),
    check("api_keys_scopes_known", sql`${table.scopes} <@ array['read', 'write', 'money', 'bank'] and ${table.scopes} <> '{}'`),
    check("api_keys_addresses_given", sql`${table.addresses} <> '{}'`),
    check("api_keys_hash_shape", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

export type ApiKey = typeof apiKeys.$inferSelect;
