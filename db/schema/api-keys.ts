import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { KeyScope } from "@/server/domain/rules/key-scopes";
import { code, createdAt, id, moment, partnerId } from "./columns";
import { partners } from "./partners";
import { users } from "./users";

/** API keys, with which partners' systems sign in. The key itself is shown once and never stored. Times are real time. */
export const apiKeys = pgTable(
  "api_keys",
  {
    partnerId: partnerId(),
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the key, in hexadecimal. */
    hash: code().notNull(),
    /** Last characters of the key, by which its owner recognises it; null for keys from before this column. */
    hint: text(),
    /** The person who created the key in the portal; null for keys created by the operator. */
    createdBy: code(),
    createdAt: createdAt(),
    /** When the key was last used. Uses within a minute after this time are not recorded. */
    lastUsedAt: moment(),
    /** Network of the last use, updated together with `lastUsedAt`. */
    lastUsedFrom: text(),
    /** Scopes; null: all, including scopes added later. */
    scopes: text().array().$type<KeyScope[]>(),
    /** Addresses and ranges from which the key is accepted; null for all. */
    addresses: text().array(),
    /** Time of the end that was chosen when the key was created; null: the key has no end. */
    endsAt: moment(),
    /** Time until which a rolled key still works; null unless it was rolled. */
    expiresAt: moment(),
    /** When the key was revoked. In real time, because a revocation must take effect everywhere within seconds. */
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
