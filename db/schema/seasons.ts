import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { seasonFileKinds, seasonStates } from "@/server/domain/rules/season";
import { code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { partners } from "./partners";

export const seasonState = pgEnum("season_state", seasonStates);
export const seasonFileKind = pgEnum("season_file_kind", seasonFileKinds);

/** Season that a sandbox plays (decision 0185). A sandbox has one at a time: beginning another season deletes it, with its files. */
export const seasons = pgTable(
  "seasons",
  {
    partnerId: partnerId(),
    id: id(),
    /** Text from which everything that is drawn follows. */
    seed: text().notNull(),
    /** Scenario as it was given: `readScenario` (server/domain/rules/scenario.ts). */
    scenario: text().notNull(),
    /** First day. */
    firstOn: date({ mode: "string" }).notNull(),
    /** Last day. */
    lastOn: date({ mode: "string" }).notNull(),
    /** Day after which the season stops by itself. It is the last day, unless a person asked for fewer days. */
    stopOn: date({ mode: "string" }).notNull(),
    /** Last day that is over: its files were taken in, and all that was due has happened. Null: none is. */
    playedOn: date({ mode: "string" }),
    /** Last day whose files were made and questions asked, in one transaction. It is the day after `playedOn` or `playedOn` itself. */
    madeOn: date({ mode: "string" }),
    state: seasonState().notNull(),
    /** Number of times in a row that playing failed. */
    failures: integer().notNull().default(0),
    /** Actor, as in the table of changes. */
    begunBy: code().notNull(),
    createdAt: createdAt(),
    /** Real time until which one process plays; then another may take over. */
    leasedUntil: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ name: "seasons_of_partner", columns: [table.partnerId], foreignColumns: [partners.id] }),
    uniqueIndex("seasons_one_each").on(table.partnerId),
    index("seasons_playing").on(table.partnerId).where(sql`state = 'playing'`),
    check("seasons_days_in_order", sql`${table.stopOn} between ${table.firstOn} and ${table.lastOn}`),
    check("seasons_played_within", sql`${table.playedOn} between ${table.firstOn} and ${table.lastOn}`),
    check("seasons_made_before_played", sql`${table.playedOn} is null or (${table.madeOn} >= ${table.playedOn}) is true`),
    check("seasons_ended_at_last", sql`${table.state} <> 'ended' or (${table.playedOn} = ${table.lastOn}) is true`),
    isAnId("seasons_id_shape", table.id),
  ],
);

/** File of a season's bank, or for it. Kept as it was made, so that it can be taken in after a crash and downloaded. */
export const seasonFiles = pgTable(
  "season_files",
  {
    partnerId: partnerId(),
    id: id(),
    seasonId: code().notNull(),
    day: date({ mode: "string" }).notNull(),
    /** Order of the files of a day, from 0. */
    place: integer().notNull(),
    kind: seasonFileKind().notNull(),
    name: text().notNull(),
    contents: text().notNull(),
    /** Time by the sandbox's clock when the file was taken in, or refused; null: the file still waits, or is a file for the bank. */
    takenAt: moment(),
    /** Why the file was refused, as a person who uploads it is told: line, element and reason. */
    refusal: text(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "season_files_of_season",
      columns: [table.partnerId, table.seasonId],
      foreignColumns: [seasons.partnerId, seasons.id],
    }).onDelete("cascade"),
    uniqueIndex("season_files_by_day").on(table.partnerId, table.seasonId, table.day, table.place),
    check("season_files_refused_when_taken", sql`${table.refusal} is null or ${table.takenAt} is not null`),
    isAnId("season_files_id_shape", table.id),
  ],
);

export type Season = typeof seasons.$inferSelect;
export type SeasonFile = typeof seasonFiles.$inferSelect;
