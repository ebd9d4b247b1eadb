import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PARTNER_ID_PATTERN } from "@/server/domain/formats/id";
import { cents, code, createdAt, id, moment, recordedOrder } from "./columns";

export const partnerNumbers = pgSequence("partner_numbers");

/**
 * Organisation that uses the service for its own or its clubs' invoices. It is the tenant: all other records belong to exactly one partner.
 */
export const partners = pgTable(
  "partners",
  {
    /** A number, because every row and every key contains it (decision 0075). Only operators see it. */
    id: id().primaryKey().default(sql`nextval('partner_numbers')::text`),
    name: text().notNull(),
    /** Whether the partner is a sandbox, with invented customers and money, and a clock that can be moved forward. */
    isSandbox: boolean().notNull().default(false),
    /**
     * Difference between a sandbox's clock and real time, in ms. Below 0 only in a demo whose past is still being played: its clock begins
     * in the past and catches up.
     */
    clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
    /**
     * Value that `clockOffsetMs` is to reach: while it is set, the clock jumps from one due event to the next. Null: no move is under way.
     */
    clockTargetMs: bigint({ mode: "number" }),
    createdAt: createdAt(),
    /** When the partner was suspended: its systems and people are refused from then on, but not its customers. */
    suspendedAt: moment(),
    /** When the operator let the partner collect by direct debit; null: not yet. Sandboxes always may. */
    debitsOpenedAt: moment(),
    /** Whether all of its people need a second factor, not only administrators. */
    secondFactorForAll: boolean().notNull().default(false),
    /** Limit above which a second person approves payments and refunds by hand, in cents of the invoice's currency; null: no limit. */
    secondPersonAboveCents: cents(),
    /** Number of months between an invoice's settlement and the erasure of its customer; null: only on request. */
    retentionMonths: integer(),
    /** Whether API keys are refused in the query string, which servers and proxies write into their logs. */
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
 * Values that `clockOffsetMs` was changed to, each with the real time from which it applied, for converting real times to times by the
 * partner's clock. Written only by the trigger of db/rules/partners.sql.
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
