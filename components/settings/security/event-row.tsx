"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Cell, Row } from "@/components/ui/table/table";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedEvent } from "@/server/platform/audit/list-events";
import { eventsHref } from "./events-address";

/** One event: its kind, the values before and after, its author, and its record. */
export function EventRow({ event }: { event: ListedEvent }) {
  const say = useTranslations("security");
  const { kind, happenedAt, actor, actorName, network } = event;
  // An actor is stored as a kind alone, or as a kind with an id: `person:` and the id.
  const [actorKind, actorId] = actor.split(":");
  const author = actorName ?? (isKnownActor(actorKind) ? say(`actors.${actorKind}`) : actor);
  return (
    <Row>
      <Cell card={2} className="text-ink-muted">
        <FormattedDate at={happenedAt} as="moment" />
      </Cell>
      <Cell card={1} className="py-1.5">
        <span className="block font-medium">{say(`kinds.${kind}`)}</span>
        <Facts event={event} />
      </Cell>
      <Cell card={3}>
        {actorKind === "person" && actorId ? (
          <Link href={eventsHref({ by: actorId })} prefetch={false} className="text-inherit">
            {author}
          </Link>
        ) : (
          author
        )}
      </Cell>
      <Cell card={4}>
        <About event={event} />
      </Cell>
      <Cell hideOrder={2} card="hide">
        {network && <code className="text-xs text-ink-faint">{network}</code>}
      </Cell>
    </Row>
  );
}

/** Kinds of actors that have a name in the portal's language. */
const actorKinds = ["person", "customer", "system", "operator", "organisation", "nobody", "key"] as const;

function isKnownActor(kind: string | undefined): kind is (typeof actorKinds)[number] {
  return actorKinds.some((known) => known === kind);
}

/** Fields of the event with their values before and after. Shown as stored, because neither names nor values are translated. */
function Facts({ event: { before, after } }: { event: ListedEvent }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <span className="block text-xs wrap-anywhere text-ink-muted">
      {names.map((name) => `${name}: ${[before, after].flatMap((facts) => wordsOf(facts?.[name])).join(" → ")}`).join(" · ")}
    </span>
  );
}

/** Returns the value as text, in a list of one; an empty list if the event has no such value. */
function wordsOf(fact: unknown): string[] {
  if (fact === undefined) return [];
  return [Array.isArray(fact) ? fact.join(", ") : String(fact)];
}

/** The record that the event is about, linked to all events about it. */
function About({ event: { about, aboutName } }: { event: ListedEvent }) {
  const say = useTranslations("security");
  const [kind, id] = about?.split(":") ?? [];
  if (!about || !id) return null;
  const name = aboutName ?? `…${id.slice(-6)}`;
  return (
    <Link href={eventsHref({ about })} prefetch={false} className="text-inherit">
      {isRecord(kind) ? say(`records.${kind}`, { name }) : name}
    </Link>
  );
}

const records = ["person", "invoice", "import", "company", "key", "endpoint", "bulk_action"] as const;

function isRecord(kind: string | undefined): kind is (typeof records)[number] {
  return records.some((record) => record === kind);
}
