import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { id, moment, partnerId } from "./columns";

/**
 * Uploads in progress, over all processes. Each partner has a fixed number of slots. The slot of a killed process becomes free when it
 * expires.
 */
export const uploadSlots = pgTable(
  "upload_slots",
  {
    partnerId: partnerId(),
    /** From 1. */
    slot: smallint().notNull(),
    /** Id of the upload that holds the slot. */
    id: id(),
    endsAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.slot] }), check("upload_slots_two", sql`${table.slot} between 1 and 2`)],
);
