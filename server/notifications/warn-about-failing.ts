import { and, isNotNull, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EndpointRow, endpoints } from "@/db/schema/notifications";
import { HOUR_MS } from "@/server/domain/formats/time";
import { whereEndpoint } from "./endpoint";
import { mailAdministrators } from "./mail-administrators";
import { switchOff } from "./switch-off";

/** Hours of uninterrupted failure after each of which administrators get a mail. */
const WARNINGS_HOURS = [24, 72];
/** The lowest of them. */
const FIRST_WARNING_HOURS = Math.min(...WARNINGS_HOURS);
const SWITCH_OFF_HOURS = 5 * 24;
/**
 * Longest time between two attempts to a failing endpoint, in hours: `waitAfter` returns at most a day and a fifth, here rounded up. If the
 * last attempt is longer ago, this service itself did not run, and nothing is known of the endpoint.
 */
const LONGEST_WAIT_HOURS = 30;

/**
 * Mails administrators about endpoints to which every attempt has failed for 24 hours, and again after 72 hours. Switches endpoints off
 * after 5 days (contract, section 4); their changes stay owed. Returns the number of endpoints warned about or switched off.
 */
export async function warnAboutFailing(db: Database, now = new Date()): Promise<number> {
  const failing = await db
    .select()
    .from(endpoints)
    .where(
      and(
        isNull(endpoints.switchedOffAt),
        isNotNull(endpoints.failingSince),
        lte(endpoints.failingSince, hoursBefore(now, FIRST_WARNING_HOURS)),
      ),
    );
  let warned = 0;
  for (const endpoint of failing) {
    if (isDue(endpoint, now) && (await warnOrSwitchOff(db, endpoint, now))) warned += 1;
  }
  return warned;
}

/** Returns false if another process works on the endpoint, or nothing is due any longer. */
async function warnOrSwitchOff(db: Database, { partnerId, id }: EndpointRow, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(endpoints).where(whereEndpoint({ partnerId }, id)).for("update", { skipLocked: true });
    // Since it was read, the endpoint may have recovered, or another process may have warned.
    if (!endpoint || !isDue(endpoint, now)) return false;
    if (hasFailedFor(endpoint, SWITCH_OFF_HOURS, now)) {
      await switchOff(tx, endpoint, "failing", now);
      return true;
    }
    // If both warnings are due, only the later one is sent.
    const warnings = countDueWarnings(endpoint, now);
    const hours = WARNINGS_HOURS[warnings - 1] ?? 0;
    await tx.update(endpoints).set({ warningsSent: warnings }).where(whereEndpoint(endpoint, endpoint.id));
    await mailAdministrators(tx, endpoint, { kind: "endpointFailing", hours });
    return true;
  });
}

function isDue(endpoint: EndpointRow, now: Date): boolean {
  const { switchedOffAt, failingSince, lastFailedAt, warningsSent } = endpoint;
  if (switchedOffAt || !failingSince || !lastFailedAt) return false;
  const isStillTried = lastFailedAt >= hoursBefore(now, LONGEST_WAIT_HOURS);
  if (!isStillTried) return false;
  return hasFailedFor(endpoint, SWITCH_OFF_HOURS, now) || countDueWarnings(endpoint, now) > warningsSent;
}

/** Counts the warnings that are due by now, including those already sent. */
function countDueWarnings(endpoint: EndpointRow, now: Date): number {
  return WARNINGS_HOURS.filter((hours) => hasFailedFor(endpoint, hours, now)).length;
}

function hasFailedFor({ failingSince }: EndpointRow, hours: number, now: Date): boolean {
  return failingSince !== null && failingSince <= hoursBefore(now, hours);
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS);
}
