import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PARTNER_ID_PATTERN } from "@/server/domain/id";
import { cents, code, createdAt, id, moment, recordedOrder } from "./columns";

export const partnerNumbers = pgSequence("partner_numbers");

/** Who uses the service for its own or its clubs' invoices. The tenant: everything else belongs to exactly one partner. */
export const partners = pgTable(
  "partners",
  {
    /** A number, because it stands in every row and every key: decision 0075. Only operators see it. */
    id: id().primaryKey().default(sql`nextval('partner_numbers')::text`),
    name: text().notNull(),
    /** A partner that tries the service out: its customers and its money are invented, and its clock can be moved forward. */
    isSandbox: boolean().notNull().default(false),
    /** How far a sandbox partner's clock runs ahead, in milliseconds; below 0 while a demo's past is played. */
    clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
    /** How far it is to run ahead, while it walks there from one thing that falls due to the next; null: it goes as fast as all clocks. */
    clockTargetMs: bigint({ mode: "number" }),
    createdAt: createdAt(),
    /** Since when its systems and people are refused. Its customers are not. */
    suspendedAt: moment(),
    /** Whether all its people need a second factor, not its administrators alone. */
    secondFactorForAll: boolean().notNull().default(false),
    /** Above how much, in cents of the invoice's currency, a second person approves what is recorded or refunded by hand; null: nobody is asked. */
    secondPersonAboveCents: cents(),
    /** How many months after an invoice was settled its customer is erased from it; null: by request alone. */
    retentionMonths: integer(),
    /** Whether its API keys are taken from the header alone: what stands in a query string stands in logs. */
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

/** From when on, in real time, a sandbox's clock ran ahead by how much: what is known in real time alone is told by it. Only the database writes it. */
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
