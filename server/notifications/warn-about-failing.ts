import { and, isNotNull, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EndpointRow, endpoints } from "@/db/schema/notifications";
import { HOUR_MS } from "@/server/domain/formats/time";
import { whereEndpoint } from "./endpoint";
import { mailAdministrators } from "./mail-administrators";
import { switchOff } from "./switch-off";

/** Hours of uninterrupted failure after which administrators are mailed, once each. */
const WARNINGS_HOURS = [24, 72];
const SWITCH_OFF_HOURS = 5 * 24;
/**
 * Longest time without an attempt to a failing endpoint, in hours: a day and a fifth, rounded up. A longer silence was our own outage, and
 * says nothing about the endpoint.
 */
const LONGEST_WAIT_HOURS = 30;

/**
 * Mails administrators about endpoints that have only failed for 24 and 72 hours, and switches endpoints off after 5 days (contract,
 * section 4). Returns the number of endpoints. What is owed to them stays owed.
 */
export async function warnAboutFailing(db: Database, now = new Date()): Promise<number> {
  const failing = await db
    .select()
    .from(endpoints)
    .where(and(isNull(endpoints.switchedOffAt), isNotNull(endpoints.failingSince), lte(endpoints.failingSince, hoursBefore(now, 24))));
  let told = 0;
  for (const endpoint of failing) if (isDue(endpoint, now) && (await tell(db, endpoint, now))) told += 1;
  return told;
}

async function tell(db: Database, { partnerId, id }: EndpointRow, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(endpoints).where(whereEndpoint({ partnerId }, id)).for("update", { skipLocked: true });
    // It may have recovered, or another process may have warned.
    if (!endpoint || !isDue(endpoint, now)) return false;
    if (hasFailedFor(endpoint, SWITCH_OFF_HOURS, now)) {
      await switchOff(tx, endpoint, "failing", now);
      return true;
    }
    // If both warnings are due, only the later one is sent.
    const warnings = warningsBy(endpoint, now);
    const hours = WARNINGS_HOURS[warnings - 1] ?? 0;
    await tx.update(endpoints).set({ warningsSent: warnings }).where(whereEndpoint(endpoint, endpoint.id));
    await mailAdministrators(tx, endpoint, "endpointFailing", hours);
    return true;
  });
}

function isDue(endpoint: EndpointRow, now: Date): boolean {
  const { switchedOffAt, failingSince, lastFailedAt, warningsSent } = endpoint;
  if (switchedOffAt || !failingSince || !lastFailedAt || lastFailedAt < hoursBefore(now, LONGEST_WAIT_HOURS)) return false;
  return hasFailedFor(endpoint, SWITCH_OFF_HOURS, now) || warningsBy(endpoint, now) > warningsSent;
}

function warningsBy(endpoint: EndpointRow, now: Date): number {
  return WARNINGS_HOURS.filter((hours) => hasFailedFor(endpoint, hours, now)).length;
}

function hasFailedFor({ failingSince }: EndpointRow, hours: number, now: Date): boolean {
  return failingSince !== null && failingSince <= hoursBefore(now, hours);
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}
