import { sql } from "drizzle-orm";
import { bigint, index, integer, pgSequence, pgTable, real } from "drizzle-orm/pg-core";
import { code, moment, partnerId } from "./columns";

/**
 * Requests of partners' systems, for their developers, without bodies and query strings. Written after the answer and in batches, so the
 * last second of a killed process may be missing. No foreign keys, because logging must not delay requests. Each day has a partition, which
 * is dropped as a whole (db/rules/api_request_log.sql). The first partition, `api_requests`, is the table of earlier versions.
 */
export const apiRequests = pgTable(
  "api_request_log",
  {
    /** No primary key: nothing refers to rows, and each index takes more space than the rows. */
    id: bigint({ mode: "number" }).notNull().default(sql`nextval('api_request_ids')`),
    partnerId: partnerId(),
    keyId: code().notNull(),
    /** Real time of the answer. */
    answeredAt: moment().notNull(),
    method: code().notNull(),
    /** Path as requested; at most 300 characters. */
    path: code().notNull(),
    status: integer().notNull(),
    /** Code of the refusal; null if not refused. */
    error: code(),
    durationMs: real().notNull(),
    requestId: code().notNull(),
    idempotencyKey: code(),
  },
  (table) => [
    index("api_request_log_by_partner").on(table.partnerId, table.id),
    index("api_request_log_refused").on(table.partnerId, table.id).where(sql`status >= 400`),
    index("api_request_log_by_request_id").using("hash", table.requestId),
  ],
);

/** Numbers of requests. Only roughly in the order of answers, because some requests are written later than others. */
export const apiRequestIds = pgSequence("api_request_ids");

export type ApiRequest = typeof apiRequests.$inferSelect;
