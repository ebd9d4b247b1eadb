import { type AnyColumn, sql } from "drizzle-orm";
import { bigint, check, customType, timestamp } from "drizzle-orm/pg-core";
import { ID_PATTERN } from "@/server/domain/id";

/**
 * Text that is compared byte by byte. Ids are never sorted for people, and the database's own collation would make
 * every index of them several times as dear.
 */
export const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Postgres's own number of a transaction, which never wraps. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** Which transactions were complete at a moment, in Postgres's own words: `xmin:xmax:those between that were not`. */
export const snapshot = customType<{ data: string }>({ dataType: () => "pg_snapshot" });

/** 40 hexadecimal characters that sort by age, made by `server/platform/id.ts`. */
export const id = () => code().notNull();

/** The tenant. It stands first in every key, so that no row can point at another tenant's. */
export const partnerId = () => code().notNull();

/** An instant in milliseconds, which is what the interface can express. */
export const moment = (name = "") => timestamp(name, { precision: 3, withTimezone: true, mode: "date" });

/** A business moment: it comes from the service's clock and has no default, because a sandbox partner's clock can be moved. */
export const createdAt = () => moment().notNull();

/** Integer cents, as wide as a JSON number can carry exactly. */
export const cents = () => bigint({ mode: "number" });

/** The order in which rows were recorded, which ids made within one millisecond cannot tell. */
export const recordedOrder = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity();

export const isAnId = (name: string, column: AnyColumn) => check(name, sql`${column} ~ ${sql.raw(`'${ID_PATTERN}'`)}`);
