import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgEnum, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cents, code, id, isAnId, moment, partnerId } from "./columns";
import { partners } from "./partners";

/** `replaced`: another limit was set before this one took effect. */
export const limitChangeOutcome = pgEnum("limit_change_outcome", ["in_force", "withdrawn", "replaced"]);

/**
 * A request to raise or remove a limit (`partners.second_person_above_cents`). It waits until `inForceAt`, or until another administrator
 * confirms it. Times are by the partner's clock.
 */
export const limitChanges = pgTable(
  "limit_changes",
  {
    partnerId: partnerId(),
    id: id(),
    /** New limit; null for none. */
    aboveCents: cents(),
    /** Actor, as in the table of changes. */
    requestedBy: code().notNull(),
    requestedAt: moment().notNull(),
    inForceAt: moment().notNull(),
    outcome: limitChangeOutcome(),
    endedBy: code(),
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    uniqueIndex("limit_changes_one_open").on(table.partnerId).where(sql`ended_at is null`),
    index("limit_changes_due").on(table.inForceAt).where(sql`ended_at is null`),
    check("limit_changes_limit_not_negative", sql`${table.aboveCents} >= 0`),
    check("limit_changes_ended_whole", sql`num_nonnulls(${table.outcome}, ${table.endedBy}, ${table.endedAt}) in (0, 3)`),
    check(
      "limit_changes_second_person",
      sql`(${table.endedBy} = ${table.requestedBy} and ${table.outcome} = 'in_force' and ${table.endedAt} < ${table.inForceAt}) is not true`,
    ),
    isAnId("limit_changes_id_shape", table.id),
  ],
);

export type LimitChange = typeof limitChanges.$inferSelect;
