import { and, eq, isNull, lte, not, or, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { storedNow } from "@/db/schema/columns";
import { partners } from "@/db/schema/partners";
import { type Season, seasons } from "@/db/schema/seasons";
import { DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { whereSeason } from "@/server/sandbox/read-season";
import { DayUnfinished } from "./day-unfinished";
import { LeaseLost } from "./lease-lost";
import { playDay, type SeasonWork } from "./play-day";

/** Duration of a lease in seconds. A day of a sandbox takes less; if the process dies, another one takes over when the lease ends. */
const LEASE_SECONDS = 60;
/** Time in ms after which another season gets its turn. */
const TURN_MS = 5_000;
/** Time in ms after which a call begins no further turn, because other background work waits for its end. */
const RUN_MS = TURN_MS;
/** Pause in seconds after a failure. */
const PAUSE_SECONDS = 3;
/** Number of failures in a row after which a person must look. */
const MOST_FAILURES = 5;

interface Options {
  scope?: Scope | undefined;
  /** Whether to stop. The step that has begun is finished first. */
  isStopping?: () => boolean;
}

/**
 * Plays the seasons that are playing, in turns, until all are over, stopped or played by other processes, or for 5 s and the day that has
 * begun; the next call continues. A lease keeps other processes away from a season, and the database makes sure that each day is played
 * once. A season that fails stops no other. Returns the number of days that were played, without those on which nothing happened.
 */
export async function playSeasons(db: Database, work: SeasonWork, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let played = 0;
  const tried = new Set<string>();
  for (const until = performance.now() + RUN_MS; !isStopping() && performance.now() < until; ) {
    const season = await claim(db, scope, [...tried]);
    if (!season) break;
    const { days, hasFailed } = await takeTurn(db, season, work, isStopping);
    played += days;
    // A season that failed is tried again in the next run.
    if (hasFailed) tried.add(season.id);
  }
  return played;
}

/** Claims the season that has waited longest since its last turn, without those that were tried. */
async function claim(db: Database, scope: Scope | undefined, tried: string[]): Promise<Season | undefined> {
  const { partnerId, id, state, leasedUntil } = seasons;
  const isFree = or(isNull(leasedUntil), lte(leasedUntil, storedNow));
  const where = and(eq(state, "playing"), isFree, not(isOneOf(id, tried)), whereInScope(partnerId, scope));
  const [season] = await db
    .update(seasons)
    .set({ leasedUntil: inSeconds(LEASE_SECONDS) })
    .where(whereClaimed(seasons, [id], { where, orderBy: sql`${leasedUntil} nulls first` }))
    .returning();
  return season;
}

async function takeTurn(
  db: Database,
  season: Season,
  work: SeasonWork,
  isStopping: () => boolean,
): Promise<{ days: number; hasFailed: boolean }> {
  const until = performance.now() + TURN_MS;
  let { leasedUntil } = season;
  /** Extends the lease, unless the season was stopped or another process has it. */
  const renew = async () => {
    if (isStopping()) throw new LeaseLost();
    const where = and(whereSeason(season), eq(seasons.state, "playing"), eq(seasons.leasedUntil, leasedUntil ?? new Date(0)));
    const [renewed] = await db
      .update(seasons)
      .set({ leasedUntil: inSeconds(LEASE_SECONDS) })
      .where(where)
      .returning({ leasedUntil: seasons.leasedUntil });
    if (!renewed) throw new LeaseLost();
    leasedUntil = renewed.leasedUntil;
  };
  let days = 0;
  try {
    for (let goesOn = true; goesOn && performance.now() < until; days += 1) goesOn = await playDay(db, season, work, renew);
    await release(db, season, leasedUntil);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (error instanceof DayUnfinished) {
      await release(db, season, leasedUntil, { failures: 0 });
      return { days, hasFailed: false };
    }
    if (error instanceof LeaseLost) {
      await release(db, season, leasedUntil);
      return { days, hasFailed: isStopping() };
    }
    log().error({ err: error, partner: season.partnerId, season: season.id }, "a day of a season was not played");
    const isTooLarge = error instanceof DomainError && error.code === "season_too_large";
    await recordFailure(db, season, leasedUntil, isTooLarge ? 1 : MOST_FAILURES);
    return { days, hasFailed: true };
  }
  return { days, hasFailed: false };
}

/** Ends the lease, if this process still has it. */
async function release(
  db: Database,
  season: Season,
  leasedUntil: Date | null,
  facts: Partial<Pick<Season, "failures">> = {},
): Promise<void> {
  await db
    .update(seasons)
    .set({ ...facts, leasedUntil: inSeconds(0) })
    .where(and(whereSeason(season), eq(seasons.leasedUntil, leasedUntil ?? new Date(0))));
}

/** Counts a failure, if this process still has the lease. After `most` of them the season has failed, and its clock stays where it is. */
async function recordFailure(db: Database, season: Season, leasedUntil: Date | null, most: number): Promise<void> {
  const { failures, state } = seasons;
  await db.transaction(async (tx) => {
    // Locks the partner before the season, as `stopSeason` does.
    await tx.select({ id: partners.id }).from(partners).where(eq(partners.id, season.partnerId)).for("no key update");
    const [counted] = await tx
      .update(seasons)
      .set({
        failures: sql`${failures} + 1`,
        state: sql`case when ${state} = 'playing' and ${failures} + 1 >= ${most} then 'failed' else ${state} end`,
        leasedUntil: inSeconds(PAUSE_SECONDS),
      })
      .where(and(whereSeason(season), eq(seasons.leasedUntil, leasedUntil ?? new Date(0))))
      .returning({ state });
    if (counted?.state === "failed") await tx.update(partners).set({ clockTargetMs: null }).where(eq(partners.id, season.partnerId));
  });
}

const inSeconds = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`;
