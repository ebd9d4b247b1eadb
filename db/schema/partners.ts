import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId } from "./columns";

/** Who uses the service for its own or its clubs' invoices. The tenant: everything else belongs to exactly one partner. */
export const partners = pgTable(
  "partners",
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** How far a sandbox partner's clock runs ahead, in milliseconds. */
    clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [isAnId("partners_id_shape", table.id)],
);

export type Partner = typeof partners.$inferSelect;
