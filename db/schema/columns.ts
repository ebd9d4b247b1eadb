import { type AnyColumn, sql } from "drizzle-orm";
import { bigint, check, customType, timestamp } from "drizzle-orm/pg-core";
import { ID_PATTERN } from "@/server/domain/formats/id";

/**
 * Text compared byte by byte. Ids are never sorted for people, and the database's own collation would make each index on them several times
 * as expensive.
 */
export const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Postgres's transaction number, which never wraps around. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** Snapshot in Postgres's format, `xmin:xmax:xip,…`: the transactions that were complete at a time. */
export const snapshot = customType<{ data: string }>({ dataType: () => "pg_snapshot" });

/** 40 hexadecimal characters that sort by age, from `server/platform/id.ts`. */
export const id = () => code().notNull();

/** The tenant. First column of the keys of its records, so that none of them can refer to another tenant's. */
export const partnerId = () => code().notNull();

/** An instant with millisecond precision, as in the interface. */
export const moment = (name = "") => timestamp(name, { precision: 3, withTimezone: true, mode: "date" });

/**
 * The database's time as a `moment` stores it, rounded to milliseconds: up to half a millisecond ahead of `now()`. A row that was stored as
 * due "now" is compared with this, so that it is due at once.
 */
export const storedNow = sql`now()::timestamptz(3)`;

/** Time of creation. For records of a partner's business it is by the partner's clock, and has no default for that reason. */
export const createdAt = () => moment().notNull();

/** Integer cents, up to the largest number that JSON represents exactly. */
export const cents = () => bigint({ mode: "number" });

/** Order of recording, which ids from the same millisecond do not determine. */
export const recordedOrder = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity();

/**
 * Same condition as `isAnId`, for tables to which a file adds 50,000 rows: Postgres takes 15 µs for a pattern with a repetition, and 1 µs
 * for this one.
 */
export const hasIdShape = (name: string, column: AnyColumn) => check(name, sql`octet_length(${column}) = 40 and ${column} !~ '[^0-9a-f]'`);

export const isAnId = (name: string, column: AnyColumn) => check(name, sql`${column} ~ ${sql.raw(`'${ID_PATTERN}'`)}`);
