import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, moment, partnerId } from "./columns";
import { partners } from "./partners";

/** First answer to a request with an idempotency key, committed together with the request's effect. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    partnerId: partnerId(),
    key: code().notNull(),
    /** SHA-256 of method, path and body. Another request with the same key is refused. */
    fingerprint: code().notNull(),
    status: integer().notNull(),
    body: text(),
    /** Refusals only: the refused field, if known. */
    errorField: text(),
    /** Real time of the answer. Rows are deleted after 24 hours. */
    answeredAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.key] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("idempotency_keys_by_age").on(table.answeredAt),
  ],
);
