import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type SecurityEvent, securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { type EventArea, type EventKind, eventKinds } from "@/server/domain/event-kinds";
import { nameOfActor, nameOfPerson } from "./name-of-actor";

/** Which events; all of the partner's, if nothing is said. */
export interface EventFilter {
  area?: EventArea | null;
  /** One record's: `invoice:<id>`, `person:<id>`, … */
  about?: string | null;
  /** What one person did: their id. */
  by?: string | null;
}

export interface EventsWanted extends EventFilter {
  /** Those before the event of this id: the last of the page before. */
  before?: number | null;
  /** From 1 to 500. */
  pageSize: number;
}

/** An event as a partner's administrators read it. */
export interface ListedEvent extends Pick<SecurityEvent, "id" | "happenedAt" | "actor" | "about" | "requestId" | "before" | "after"> {
  kind: EventKind;
  /** Who did it, where it was one of the partner's people or keys. Support are a team to partners, without names. */
  actorName: string | null;
  /** The person or the invoice's number that it is about. */
  aboutName: string | null;
  /** Tells whether two came from the same network, and no more. */
  network: string | null;
}

export interface EventsPage {
  entries: ListedEvent[];
  /** Pass as `before` for the next page; null on the last page. */
  next: number | null;
}

/** What was done in the partner's name or at its accounts, newest first. */
export async function listEvents(
  db: Database,
  { partnerId }: Actor,
  { area, before, pageSize, ...filter }: EventsWanted,
): Promise<EventsPage> {
  const wanted = and(eq(securityEvents.partnerId, partnerId), matches(filter), before ? lt(securityEvents.id, before) : undefined);
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
    .where(area ? isNewestOf(eventKinds[area], wanted, pageSize + 1) : wanted)
    .orderBy(desc(securityEvents.id))
    .limit(pageSize + 1);
  const entries = found.slice(0, pageSize);
  return { entries, next: found.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}

function matches({ about, by }: EventFilter): SQL | undefined {
  return and(about ? eq(securityEvents.about, about) : undefined, by ? eq(securityEvents.actor, `person:${by}`) : undefined);
}

/** Asked kind by kind, each of which an index has in order: asked at once, the planner sorts all events of these kinds. */
function isNewestOf(kinds: readonly EventKind[], wanted: SQL | undefined, most: number): SQL {
  return sql`${securityEvents.id} in (select newest.id from unnest(${`{${kinds.join(",")}}`}::text[]) wanted(kind)
    cross join lateral (select ${securityEvents}.id from ${securityEvents} where ${and(wanted, sql`${securityEvents}.kind = wanted.kind`)}
      order by ${securityEvents}.id desc limit ${most}) newest)`;
}

function numberOfInvoice(partnerId: string): SQL {
  return sql`(select ${invoices}.invoice_number::text from ${invoices}
    where ${securityEvents.about} like 'invoice:%' and ${invoices}.partner_id = ${partnerId} and ${invoices}.id = substr(${securityEvents.about}, 9))`;
}
