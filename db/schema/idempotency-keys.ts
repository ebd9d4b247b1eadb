import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, moment, partnerId } from "./columns";
import { partners } from "./partners";

/** The first answer to a request that carried a key, committed together with what the request did. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    partnerId: partnerId(),
    key: code().notNull(),
    /** SHA-256 over method, path and body: the same key with another request is refused. */
    fingerprint: code().notNull(),
    status: integer().notNull(),
    body: text(),
    /** Of a refusal: which field is at fault, where that is known. */
    errorField: text(),
    /** Operational time; forgotten after 24 hours. */
    answeredAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.key] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("idempotency_keys_by_age").on(table.answeredAt),
  ],
);
