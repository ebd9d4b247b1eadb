import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type EventFacts, securityEvents } from "@/db/schema/security-events";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import type { MailKindOf } from "@/server/platform/mail/mail-kinds";

export type AlarmMail = MailKindOf<"alarm">;

interface Alarm {
  mail: AlarmMail;
  kinds: EventKind[];
  /** Whether an event of these kinds counts, by its facts; absent: each does. */
  counts?: (after: EventFacts) => boolean;
  /** Number of events within an hour that raises the alarm, at most once an hour; absent: each event raises it. */
  perHour?: number;
}

/** Alarms for events that should be rare. */
const alarms: Alarm[] = [
  { mail: "alarmNewAdministrator", kinds: ["member_invited", "member_changed"], counts: ({ role }) => role === "administrator" },
  { mail: "alarmManyFailures", kinds: ["sign_in_failed", "proof_failed"], perHour: 50 },
  { mail: "alarmManyRefunds", kinds: ["refund_recorded", "refund_ordered", "payout_created"], perHour: 20 },
  { mail: "alarmExportOfAll", kinds: ["invoices_exported"], counts: ({ all }) => all === true },
];

/** Returns the alarm that an event raises; null if none. Call it once the event is recorded, because it counts recorded events. */
export async function findAlarm(tx: Database, partnerId: string, kind: EventKind, after: EventFacts = {}): Promise<AlarmMail | null> {
  const alarm = alarms.find(({ kinds, counts }) => kinds.includes(kind) && (!counts || counts(after)));
  if (!alarm) return null;
  const { mail, kinds, perHour } = alarm;
  if (perHour === undefined) return mail;
  if ((await countLately(tx, partnerId, kinds, perHour)) < perHour) return null;
  // Locks, so that concurrent events raise one alarm.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${mail} ${partnerId}`}, 0))`);
  return (await wasRaisedLately(tx, partnerId, mail)) ? null : mail;
}

/** Counts events of these kinds within the last hour, up to `most` of each kind. A payout counts once for each of its payments. */
async function countLately(tx: Database, partnerId: string, kinds: EventKind[], most: number): Promise<number> {
  const rows = await tx.execute<{
    lately: number;
  }>(sql`select coalesce(sum(case kind when 'payout_created' then coalesce((after->>'payments')::int, 1) else 1 end), 0)::int as lately from unnest(${`{${kinds.join(",")}}`}::text[]) wanted
    cross join lateral (select kind, happened_at, after from ${securityEvents} where partner_id = ${partnerId} and kind = wanted order by id desc limit ${most}) event
    where happened_at > now() - interval '1 hour'`);
  return only(rows).lately;
}

async function wasRaisedLately(tx: Database, partnerId: string, mail: AlarmMail): Promise<boolean> {
  const kind: EventKind = "alarm_raised";
  const raised = await tx
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.partnerId, partnerId),
        eq(securityEvents.kind, kind),
        sql`${securityEvents.happenedAt} > now() - interval '1 hour'`,
        sql`${securityEvents.after}->>'alarm' = ${mail}`,
      ),
    )
    .limit(1);
  return raised.length > 0;
}
