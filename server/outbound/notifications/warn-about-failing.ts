import { and, isNotNull, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type EndpointRow, endpoints } from "@/db/schema/notifications";
import { HOUR_MS } from "@/server/domain/time";
import { whereEndpoint } from "./endpoint";
import { mailAdministrators } from "./mail-administrators";
import { switchOff } from "./switch-off";

/** After how many hours of failure only the administrators are told: once each. */
const WARNINGS_HOURS = [24, 72];
const SWITCH_OFF_HOURS = 5 * 24;
/**
 * The longest that an endpoint that fails goes without another failure, in hours: a day and a fifth. A longer silence was ours, and says
 * nothing of the endpoint.
 */
const LONGEST_WAIT_HOURS = 30;

/**
 * Tells administrators of endpoints that only fail, after 24 and 72 hours, and switches those off that only failed for 5 days (contract, section 4). Answers how many it told
 * of. What is owed to them stays owed.
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
    // It may have recovered meanwhile, or another process may have told.
    if (!endpoint || !isDue(endpoint, now)) return false;
    if (hasFailedFor(endpoint, SWITCH_OFF_HOURS, now)) {
      await switchOff(tx, endpoint, "failing", now);
      return true;
    }
    // Of two that are due at once, the later says it all.
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
