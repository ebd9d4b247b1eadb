import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId } from "./columns";

/** Who uses the service for its own or its clubs' invoices. The tenant: everything else belongs to exactly one partner. */
export const partners = pgTable(
  "partners",
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** A partner that tries the service out: its customers and its money are invented, and its clock can be moved forward. */
    isSandbox: boolean().notNull().default(false),
    /** How far a sandbox partner's clock runs ahead, in milliseconds. */
    clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
    /** How far it is to run ahead, while it walks there from one thing that falls due to the next; null: it goes as fast as all clocks. */
    clockTargetMs: bigint({ mode: "number" }),
    createdAt: createdAt(),
  },
  (table) => [
    isAnId("partners_id_shape", table.id),
    check("partners_clock_moves_in_sandboxes", sql`${table.clockOffsetMs} = 0 or (${table.isSandbox} and ${table.clockOffsetMs} > 0)`),
    check(
      "partners_clock_walks_forward",
      sql`${table.clockTargetMs} is null or (${table.isSandbox} and ${table.clockTargetMs} > ${table.clockOffsetMs})`,
    ),
  ],
);

export type Partner = typeof partners.$inferSelect;
