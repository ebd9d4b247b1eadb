import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EventFacts, securityEvents } from "@/db/schema/security-events";
import { type Actor, identityOf } from "@/server/actor";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { env } from "@/server/env";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import { originOfRequest } from "@/server/platform/request-origin";
import { findAlarm } from "./alarms";

/** Author of an event, and the partner whose log it belongs to. */
export interface EventAuthor {
  partnerId: string | null;
  /** Author in the form of `identityOf`. */
  name: string;
}

export interface EventDetails {
  /** The record: `invoice:<id>`, `person:<id>`, … */
  about?: string;
  /** No personal data: events are kept when a customer is erased. */
  before?: EventFacts;
  after?: EventFacts;
}

/** Records an event in the transaction of the act, so that an event exists exactly if the act happened. */
export async function recordEvent(
  tx: Database,
  author: EventAuthor | Actor,
  kind: EventKind,
  { about, before, after }: EventDetails = {},
): Promise<void> {
  // Only an actor has a kind.
  const { partnerId, name } = "kind" in author ? { partnerId: author.partnerId, name: identityOf(author) } : author;
  await insert(tx, { partnerId, actor: name, kind, about, before, after });
  const alarm = partnerId && (await findAlarm(tx, partnerId, kind, after));
  if (!alarm) return;
  await insert(tx, { partnerId, actor: "system", kind: "alarm_raised", about, after: { alarm } });
  await mailEachAdministrator(tx, partnerId, alarm, { link: `${env().PUBLIC_URL}/settings/security` });
}

type Written = Pick<typeof securityEvents.$inferInsert, "partnerId" | "actor" | "about" | "before" | "after"> & { kind: EventKind };

async function insert(tx: Database, written: Written): Promise<void> {
  await tx.insert(securityEvents).values({ ...originOfRequest(), ...written, happenedAt: sql`clock_timestamp()` });
}

/** A person who acts on their own account. */
export function asPerson({ id, partnerId }: { id: string; partnerId: string | null }): EventAuthor {
  return { partnerId, name: `person:${id}` };
}

/** The operator of the service, by a command. */
export function asOperator(partnerId: string | null): EventAuthor {
  return { partnerId, name: "operator" };
}

/** The organisation whose own sign-in the partner's people use. */
export function asOrganisation(partnerId: string): EventAuthor {
  return { partnerId, name: "organisation" };
}

/** An unidentified visitor at an account of this partner; null: at one without a partner, or at none. */
export function asNobody(partnerId: string | null): EventAuthor {
  return { partnerId, name: "nobody" };
}
