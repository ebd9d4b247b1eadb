import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { changedRecord } from "./changes";
import { code, createdAt, id, isAnId, moment, partnerId, snapshot, transactionId } from "./columns";
import { partners } from "./partners";

/** When notifications are sent: immediately, or together every ten minutes. */
export const endpointPacing = pgEnum("endpoint_pacing", ["real_time", "batching"]);

/** Why an endpoint is off: its partner paused it, it answered 410, or every attempt failed for days. */
export const switchedOffBecause = pgEnum("endpoint_switched_off_because", ["paused", "gone", "failing"]);

/** Address that receives notifications of a partner's changes. Times are real time. */
export const endpoints = pgTable(
  "endpoints",
  {
    partnerId: partnerId(),
    id: id(),
    url: text().notNull(),
    description: text().notNull().default(""),
    pacing: endpointPacing().notNull(),
    /** Whether its notifications name mandates as well (`mandate_ids`). Off unless the partner asks: older receivers do not know the field. */
    namesMandates: boolean().notNull().default(false),
    /** Secret that signs deliveries, encrypted with the key of this id. */
    secretKeyId: text().notNull(),
    secretData: text().notNull(),
    /** Previous secret, which also signs until the partner has switched over. */
    previousSecretKeyId: text(),
    previousSecretData: text(),
    previousSecretUntil: moment(),
    /**
     * Snapshot of transactions: all changes visible to it are, or were, in `owed`. All other changes are still to be added, regardless of
     * how old their transactions are.
     */
    folded: snapshot().notNull().default(sql`pg_current_snapshot()`),
    /** Batching endpoints only: changes owed since before this time may be sent. */
    batchedUntil: moment().notNull(),
    /** Time of the first failure since the last success, or since the endpoint was switched on again. Tests do not count. */
    failingSince: moment(),
    lastFailedAt: moment(),
    lastDeliveredAt: moment(),
    /** Number of warnings mailed during this period of failure. */
    warningsSent: integer().notNull().default(0),
    switchedOffAt: moment(),
    switchedOffBecause: switchedOffBecause(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("endpoints_failing").on(table.failingSince).where(sql`failing_since is not null and switched_off_at is null`),
    check("endpoints_switched_off_for_a_reason", sql`(${table.switchedOffAt} is null) = (${table.switchedOffBecause} is null)`),
    check(
      "endpoints_previous_secret_whole",
      sql`num_nulls(${table.previousSecretKeyId}, ${table.previousSecretData}, ${table.previousSecretUntil}) in (0, 3)`,
    ),
    isAnId("endpoints_id_shape", table.id),
  ],
);

export type EndpointRow = typeof endpoints.$inferSelect;

/** `failed` is final, and only for tests: any other delivery stays `pending` until it is confirmed. */
export const deliveryStatus = pgEnum("delivery_status", ["pending", "delivered", "failed"]);

/** One notification to an endpoint. Its id and its body, including the ids in it, are the same in all attempts. */
export const deliveries = pgTable(
  "deliveries",
  {
    partnerId: partnerId(),
    endpointId: code().notNull(),
    /** The `webhook-id`. */
    id: id(),
    invoiceIds: text().array().notNull(),
    importIds: text().array().notNull(),
    /** Empty for endpoints that do not name mandates, whose bodies have no such field. */
    mandateIds: text().array().notNull().default([]),
    /** The exact bytes that are sent, because the signature covers them. */
    body: text().notNull(),
    isTest: boolean().notNull().default(false),
    status: deliveryStatus().notNull().default("pending"),
    /** Total number of attempts. */
    attempts: integer().notNull().default(0),
    /** Number of failures since the delivery was last resent, which determines the next wait. */
    failures: integer().notNull().default(0),
    nextAttemptAt: moment().notNull(),
    /** Time until which one process is sending the delivery. */
    leasedUntil: moment(),
    createdAt: createdAt(),
    deliveredAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.endpointId, table.id] }),
    foreignKey({ columns: [table.partnerId, table.endpointId], foreignColumns: [endpoints.partnerId, endpoints.id] }).onDelete("cascade"),
    index("deliveries_open").on(table.partnerId, table.endpointId, table.nextAttemptAt).where(sql`status = 'pending'`),
    index("deliveries_by_id").on(table.partnerId, table.id),
    index("deliveries_undelivered").on(table.partnerId, table.endpointId, table.id).where(sql`status <> 'delivered'`),
    index("deliveries_over").on(table.createdAt).where(sql`status <> 'pending'`),
    // For finding notifications about an invoice.
    index("deliveries_by_invoice").using("gin", table.invoiceIds),
    index("deliveries_due").on(table.nextAttemptAt).where(sql`status = 'pending'`),
    check("deliveries_delivered_at_a_time", sql`(${table.status} = 'delivered') = (${table.deliveredAt} is not null)`),
    isAnId("deliveries_id_shape", table.id),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Outcome of one attempt to send a delivery. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    partnerId: partnerId(),
    endpointId: code().notNull(),
    deliveryId: code().notNull(),
    number: integer().notNull(),
    startedAt: moment().notNull(),
    durationMs: integer().notNull(),
    /** Null if there was no answer. */
    status: integer(),
    /** Why there was no answer, or why the answer does not count. */
    failure: text(),
    /** First 4 KiB of the answer. */
    answer: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.endpointId, table.deliveryId, table.number] }),
    foreignKey({
      columns: [table.partnerId, table.endpointId, table.deliveryId],
      foreignColumns: [deliveries.partnerId, deliveries.endpointId, deliveries.id],
    }).onDelete("cascade"),
    index("delivery_attempts_by_time").on(table.partnerId, table.endpointId, table.startedAt),
  ],
);

export type DeliveryAttempt = typeof deliveryAttempts.$inferSelect;

/** A record whose latest change an endpoint has not confirmed yet. The confirmation deletes the row. */
export const owed = pgTable(
  "owed",
  {
    partnerId: partnerId(),
    endpointId: code().notNull(),
    record: changedRecord().notNull(),
    recordId: code().notNull(),
    /** Latest change that is owed. */
    transactionId: transactionId().notNull(),
    changeId: bigint({ mode: "number" }).notNull(),
    /** Time of the earliest change that is owed. */
    owedSince: moment().notNull(),
    /** Delivery that is being sent; null if the change waits. */
    deliveryId: code(),
    /** Latest change that the delivery covers. Its confirmation does not clear later changes. */
    coversTransactionId: transactionId(),
    coversChangeId: bigint({ mode: "number" }),
    /** Time of the earliest change that the delivery does not cover. */
    againSince: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.endpointId, table.record, table.recordId] }),
    foreignKey({ columns: [table.partnerId, table.endpointId], foreignColumns: [endpoints.partnerId, endpoints.id] }).onDelete("cascade"),
    index("owed_waiting").on(table.partnerId, table.endpointId, table.owedSince).where(sql`delivery_id is null`),
    index("owed_by_delivery").on(table.partnerId, table.endpointId, table.deliveryId).where(sql`delivery_id is not null`),
    check(
      "owed_covers_while_on_its_way",
      sql`num_nulls(${table.deliveryId}, ${table.coversTransactionId}, ${table.coversChangeId}) in (0, 3)`,
    ),
    check("owed_again_only_on_its_way", sql`${table.deliveryId} is not null or ${table.againSince} is null`),
  ],
);
