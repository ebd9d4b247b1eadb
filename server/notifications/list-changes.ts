import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { whereAnnounced } from "./announced";
import { NOTHING_SEEN, readCursor, writeCursor } from "./change-cursor";

export interface ChangesWanted {
  /** Cursor from an earlier answer; null: from the oldest change that is stored. */
  cursor: string | null;
  /** Number of changes, from 1 to 100. Several changes of one record are returned as one id. */
  pageSize: number;
  /** Whether changes of mandates are listed as well. */
  withMandates?: boolean;
}

export interface ChangesPage {
  invoiceIds: string[];
  importIds: string[];
  /** Null: not asked for. */
  mandateIds: string[] | null;
  nextCursor: string;
  hasMore: boolean;
}

const CURSOR_VALID_MS = 30 * DAY_MS;

type Row = { record: "import" | "invoice" | "mandate"; record_id: string; transaction_id: string; id: string };

/**
 * Lists the changes since a cursor (contract, section 4). The cursor moves from one snapshot of the database to the next: first all changes
 * committed before a snapshot, by transaction, then the changes committed between that snapshot and the next. So nothing is skipped, not
 * even a change that began before and was committed after another, and no reader waits for a long transaction. Throws `invalid_cursor`,
 * also for a cursor older than 30 days. A cursor does not say whether mandates were asked for: with a cursor from a list without mandates,
 * their earlier changes are skipped.
 */
export async function listChanges(
  db: Database,
  actor: Actor,
  { cursor, pageSize, withMandates = false }: ChangesWanted,
  now = new Date(),
): Promise<ChangesPage> {
  const { seen, position } = readValid(cursor, now);
  const announced = whereAnnounced(sql`${withMandates}::boolean`);
  const after = position ? sql`and (c.transaction_id, c.id) > (${position.transactionId}::xid8, ${position.changeId}::bigint)` : sql``;
  const { until, isAhead, hasNewerChanges, page } = only(
    await db.execute<{ until: string; isAhead: boolean; hasNewerChanges: boolean; page: Row[] }>(sql`
      with snapshots as (
        select ${seen}::pg_snapshot as seen, coalesce(${position?.until ?? null}::pg_snapshot, pg_current_snapshot()) as until
      )
      select
        until::text as until,
        greatest(pg_snapshot_xmax(seen), pg_snapshot_xmax(until)) > pg_snapshot_xmax(pg_current_snapshot()) as "isAhead",
        exists (
          select from changes c
          where c.partner_id = ${actor.partnerId} and c.transaction_id >= pg_snapshot_xmin(until)
            and not pg_visible_in_snapshot(c.transaction_id, until) and ${announced}
        ) as "hasNewerChanges",
        coalesce((
          select json_agg(page) from (
            select c.record, c.record_id, c.transaction_id::text, c.id::text
            from changes c
            where c.partner_id = ${actor.partnerId} and c.transaction_id >= pg_snapshot_xmin(seen) ${after}
              and not pg_visible_in_snapshot(c.transaction_id, seen) and pg_visible_in_snapshot(c.transaction_id, until)
              and ${announced}
            order by c.transaction_id, c.id
            limit ${pageSize + 1}
          ) page
        ), '[]') as page
      from snapshots`),
  );
  // The cursor is ahead: the database was restored to an earlier state, and the changes made since would be skipped.
  if (isAhead) throw new DomainError("invalid_cursor");

  const pageRows = page.slice(0, pageSize);
  // Undefined on the last page of the changes that the snapshot `until` sees.
  const last = page.length > pageSize ? pageRows.at(-1) : undefined;
  const idsOf = (wanted: Row["record"]) => [
    ...new Set(pageRows.filter(({ record }) => record === wanted).map(({ record_id }) => record_id)),
  ];
  return {
    invoiceIds: idsOf("invoice"),
    importIds: idsOf("import"),
    mandateIds: withMandates ? idsOf("mandate") : null,
    nextCursor: writeCursor(
      last
        ? { seen, position: { until, transactionId: last.transaction_id, changeId: last.id }, answeredAt: now }
        : { seen: until, position: null, answeredAt: now },
    ),
    // Changes that the snapshot `until` does not see are on a later page.
    hasMore: last !== undefined || hasNewerChanges,
  };
}

function readValid(text: string | null, now: Date) {
  if (text === null) return { seen: NOTHING_SEEN, position: null };
  const cursor = readCursor(text);
  const ageMs = cursor ? now.getTime() - cursor.answeredAt.getTime() : Number.NaN;
  // Not written with `>`: the age is NaN if the cursor's time is beyond the range of dates, and NaN must be refused.
  if (!cursor || !(Math.abs(ageMs) <= CURSOR_VALID_MS)) throw new DomainError("invalid_cursor");
  return cursor;
}
