import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PARTNER_ID_PATTERN } from "@/server/domain/formats/id";
import { cents, code, createdAt, id, moment, recordedOrder } from "./columns";

export const partnerNumbers = pgSequence("partner_numbers");

/** Organisation that uses the service for its own or its clubs' invoices. The tenant: all other records belong to exactly one partner. */
export const partners = pgTable(
  "partners",
  {
    /** A number, because every row and key contains it: decision 0075. Only operators see it. */
    id: id().primaryKey().default(sql`nextval('partner_numbers')::text`),
    name: text().notNull(),
    /** Whether the partner is a sandbox: its customers and money are invented, and its clock can be moved forward. */
    isSandbox: boolean().notNull().default(false),
    /** Offset of a sandbox's clock ahead of real time, in milliseconds; below 0 while a demo's past is played. */
    clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
    /** Offset that the clock is moving to, from one due event to the next; null: it runs in real time. */
    clockTargetMs: bigint({ mode: "number" }),
    createdAt: createdAt(),
    /** When its systems and people began to be refused. Its customers are not. */
    suspendedAt: moment(),
    /** Whether all its people need a second factor, not only its administrators. */
    secondFactorForAll: boolean().notNull().default(false),
    /** Limit in cents of the invoice's currency above which a second person approves payments and refunds by hand; null: no approval. */
    secondPersonAboveCents: cents(),
    /** Months after settlement after which an invoice's customer is erased; null: only on request. */
    retentionMonths: integer(),
    /** Whether its API keys are accepted in the header only, because logs contain query strings. */
    keysInHeaderOnly: boolean().notNull().default(false),
  },
  (table) => [
    check("partners_id_shape", sql`${table.id} ~ ${sql.raw(`'${PARTNER_ID_PATTERN}'`)}`),
    check("partners_retention_in_bounds", sql`${table.retentionMonths} between 1 and 240`),
    check("partners_limit_not_negative", sql`${table.secondPersonAboveCents} >= 0`),
    check("partners_clock_moves_in_sandboxes", sql`${table.clockOffsetMs} = 0 or ${table.isSandbox}`),
    check(
      "partners_clock_walks_forward",
      sql`${table.clockTargetMs} is null or (${table.isSandbox} and ${table.clockTargetMs} > ${table.clockOffsetMs})`,
    ),
  ],
);

/**
 * Offsets of a sandbox's clock with the real times from which they applied, to convert real times to business times. Only the database
 * writes it.
 */
export const clockMoves = pgTable(
  "clock_moves",
  {
    partnerId: code()
      .notNull()
      .references(() => partners.id),
    id: recordedOrder(),
    movedAt: moment().notNull(),
    clockOffsetMs: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.movedAt, table.id] })],
);

export type Partner = typeof partners.$inferSelect;
