import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { id, moment, partnerId } from "./columns";

/** Uploads under way, over all processes. A partner has so many as there are slots; one that a killed process held is free again at its end. */
export const uploadSlots = pgTable(
  "upload_slots",
  {
    partnerId: partnerId(),
    /** From 1. */
    slot: smallint().notNull(),
    /** The upload's own id. */
    id: id(),
    endsAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.slot] }), check("upload_slots_two", sql`${table.slot} between 1 and 2`)],
);
