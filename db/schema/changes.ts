import { sql } from "drizzle-orm";
import { bigint, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, moment, partnerId, transactionId } from "./columns";

export const changedRecord = pgEnum("changed_record", ["company", "import", "invoice", "mandate"]);

/**
 * Changes, written in the transaction that makes them. Serves as the outbox of notifications, as the order of `GET /changes`, and as the
 * audit trail. Insert-only, and written by triggers only. Ids commit out of order: read by transaction id and snapshot, never by `id > last
 * seen`.
 */
export const changes = pgTable(
  "changes",
  {
    partnerId: partnerId(),
    transactionId: transactionId().notNull().default(sql`pg_current_xact_id()`),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    record: changedRecord().notNull(),
    recordId: code().notNull(),
    /** Kind: created, updated, settings_updated, line_added, ticket_added, retracted, transmitted, deleted, … */
    kind: text().notNull(),
    /** Actor: `key:<id>`, `system` and so on, as set by the service; otherwise the database role. */
    actor: text().notNull(),
    requestId: text(),
    changedAt: moment().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.transactionId, table.id] }),
    index("changes_by_record").on(table.partnerId, table.recordId, table.id),
  ],
);
