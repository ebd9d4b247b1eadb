import type { Database } from "@/db/client";
import type { EventFacts } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { CSV_BEGINNING, csvRow } from "@/server/platform/csv";
import { readAsPartner } from "@/server/platform/read-as-partner";
import { type EventFilter, type ListedEvent, listEvents } from "./list-events";
import { recordEvent } from "./record-event";

const columns = ["happened_at", "kind", "actor", "actor_name", "about", "about_name", "before", "after", "network", "request_id"] as const;

const ROWS_AT_ONCE = 500;

/**
 * Records who exports the log, and returns it as CSV in pieces, newest first. Column names and codes are for programs and equal in all
 * languages.
 */
export async function beginEventsExport(db: Database, actor: Actor, filter: EventFilter, locale: string): Promise<AsyncGenerator<string>> {
  await recordEvent(db, actor, "events_exported");
  return exportEvents(db, actor, filter, locale);
}

async function* exportEvents(db: Database, actor: Actor, filter: EventFilter, locale: string): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvRow([...columns], locale);
  for (let before: number | null = null; ; ) {
    const { entries, next } = await readAsPartner(db, actor.partnerId, (tx) =>
      listEvents(tx, actor, { ...filter, before, pageSize: ROWS_AT_ONCE }),
    );
    if (entries.length > 0) yield entries.map((event) => csvRow(cellsOf(event), locale)).join("");
    if (next === null) return;
    before = next;
  }
}

function cellsOf(event: ListedEvent): (string | null)[] {
  const { happenedAt, kind, actor, actorName, about, aboutName, before, after, network, requestId } = event;
  const facts = (given: EventFacts | null) => given && JSON.stringify(given);
  return [happenedAt.toISOString(), kind, actor, actorName, about, aboutName, facts(before), facts(after), network, requestId];
}
