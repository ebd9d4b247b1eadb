import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type SecurityEvent, securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { type EventArea, type EventKind, eventKinds } from "@/server/domain/rules/event-kinds";
import { nameOfActor, nameOfPerson } from "./name-of-actor";

/** Filter of events; absent fields match all of the partner's events. */
export interface EventFilter {
  area?: EventArea | null;
  /** Events about one record: `invoice:<id>`, `person:<id>`, … */
  about?: string | null;
  /** Id of the person who acted. */
  by?: string | null;
}

export interface EventsWanted extends EventFilter {
  /** Only events before the one with this id, which is the last of the previous page. */
  before?: number | null;
  /** From 1 to 500. */
  pageSize: number;
}

/** An event as a partner's administrators read it. */
export interface ListedEvent extends Pick<SecurityEvent, "id" | "happenedAt" | "actor" | "about" | "requestId" | "before" | "after"> {
  kind: EventKind;
  /** Name of the actor, if it was one of the partner's people or keys. Partners see support as a team, without names. */
  actorName: string | null;
  /** Name of the person, or number of the invoice, that the event is about. */
  aboutName: string | null;
  /** Pseudonym of the network. It is equal for events from the same network, and reveals nothing else. */
  network: string | null;
}

export interface EventsPage {
  entries: ListedEvent[];
  /** Pass as `before` for the next page; null on the last page. */
  next: number | null;
}

/** Returns the partner's events, newest first: acts in its name, and acts of unidentified visitors at its accounts. */
export async function listEvents(
  db: Database,
  { partnerId }: Actor,
  { area, before, pageSize, ...filter }: EventsWanted,
): Promise<EventsPage> {
  const wanted = and(eq(securityEvents.partnerId, partnerId), whereMatches(filter), before ? lt(securityEvents.id, before) : undefined);
  const found = await db
    .select({
      id: securityEvents.id,
      happenedAt: securityEvents.happenedAt,
      kind: sql<EventKind>`${securityEvents.kind}`,
      actor: securityEvents.actor,
      about: securityEvents.about,
      requestId: securityEvents.requestId,
      before: securityEvents.before,
      after: securityEvents.after,
      network: sql<string | null>`left(${securityEvents.addressHash}, 6)`,
      actorName: nameOfActor(securityEvents.actor, partnerId),
      aboutName: sql<string | null>`coalesce(${nameOfPerson(securityEvents.about, partnerId)}, ${numberOfInvoice(partnerId)})`,
    })
    .from(securityEvents)
    .where(area ? whereNewestOf(eventKinds[area], wanted, pageSize + 1) : wanted)
    .orderBy(desc(securityEvents.id))
    .limit(pageSize + 1);
  const entries = found.slice(0, pageSize);
  return { entries, next: found.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}

function whereMatches({ about, by }: EventFilter): SQL | undefined {
  return and(about ? eq(securityEvents.about, about) : undefined, by ? eq(securityEvents.actor, `person:${by}`) : undefined);
}

/**
 * Condition: the event is among the `most` newest of its kind. Queries each kind by itself, in the order of an index: for all kinds at
 * once, the planner would sort all of their events.
 */
function whereNewestOf(kinds: readonly EventKind[], wanted: SQL | undefined, most: number): SQL {
  return sql`${securityEvents.id} in (select newest.id from unnest(${`{${kinds.join(",")}}`}::text[]) wanted(kind)
    cross join lateral (select ${securityEvents}.id from ${securityEvents} where ${and(wanted, sql`${securityEvents}.kind = wanted.kind`)}
      order by ${securityEvents}.id desc limit ${most}) newest)`;
}

function numberOfInvoice(partnerId: string): SQL {
  return sql`(select ${invoices}.invoice_number::text from ${invoices}
    where ${securityEvents.about} like 'invoice:%' and ${invoices}.partner_id = ${partnerId} and ${invoices}.id = substr(${securityEvents.about}, 9))`;
}
