import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Partner, partners } from "@/db/schema/partners";
import { seasons } from "@/db/schema/seasons";
import { type Actor, identityOf } from "@/server/actor";
import { addDays, dayAt, earlierDay } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { LONGEST_SEED } from "@/server/domain/rules/scenario";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { log } from "@/server/platform/log";
import { transact } from "@/server/platform/transact";
import { MOST_DAYS_AHEAD } from "@/server/sandbox/move-clock";
import { lockSeason, readSeason, whereSeason } from "@/server/sandbox/read-season";
import { eveningOf } from "./evening";
import { requireFewInvoices } from "./require-few-invoices";
import { requireScenario } from "./scenario-refusal";

export interface NewSeason {
  /** 1 to 64 visible ASCII characters or spaces. */
  seed: string;
  scenario: string;
  /** Number of days after which the season stops; null: it is played to its end. */
  days: number | null;
}

/**
 * Begins a season in a sandbox, today by its clock; the job `seasons` plays it. An earlier season is deleted with its files; its effects
 * stay. Throws `not_a_sandbox`, `invalid_seed`, `invalid_scenario` (its field is the line and the reason), `invalid_days`,
 * `season_is_playing`, `clock_on_its_way`, `clock_too_far`, and `season_too_large` above 5,000 invoices.
 */
export async function beginSeason(db: Database, actor: Actor, { seed, scenario: text, days }: NewSeason): Promise<void> {
  await transact(db, actor, async (tx) => {
    const partner = await lockSandbox(tx, actor);
    if (!SEED.test(seed)) throw new DomainError("invalid_seed");
    const scenario = requireScenario(text);
    const firstOn = dayAt(clock.now(partner));
    const lastOn = addDays(firstOn, scenario.days - 1);
    const stopOn = stopOnOf(firstOn, lastOn, days);
    const earlier = await lockSeason(tx, actor);
    if (earlier?.state === "playing") throw new DomainError("season_is_playing");
    requireClock(partner, lastOn);
    await requireFewInvoices(tx, actor);
    if (earlier) await tx.delete(seasons).where(whereSeason(earlier));
    await tx.insert(seasons).values({
      partnerId: partner.id,
      id: newId(),
      seed,
      scenario: text,
      firstOn,
      lastOn,
      stopOn,
      state: "playing" as const,
      begunBy: identityOf(actor),
      createdAt: clock.now(partner),
    });
  });
  // Logged, because no table records the author of each act.
  log().info({ partner: actor.partnerId, by: identityOf(actor), seed, days }, "season begun");
}

/**
 * Plays on a season that was stopped or has failed. `days`: as in `NewSeason`. Throws `not_a_sandbox`, `no_season`,
 * `season_is_playing`, `season_over`, `invalid_days`, `clock_on_its_way`, `clock_too_far`, and `season_too_large` above 5,000 invoices.
 */
export async function playOn(db: Database, actor: Actor, days: number | null): Promise<void> {
  await transact(db, actor, async (tx) => {
    const partner = await lockSandbox(tx, actor);
    const season = await lockSeason(tx, actor);
    if (!season) throw new DomainError("no_season");
    if (season.state === "playing") throw new DomainError("season_is_playing");
    if (season.state === "ended") throw new DomainError("season_over");
    const nextOn = season.playedOn === null ? season.firstOn : addDays(season.playedOn, 1);
    const stopOn = stopOnOf(nextOn, season.lastOn, days);
    requireClock(partner, season.lastOn);
    await requireFewInvoices(tx, actor);
    await tx.update(seasons).set({ state: "playing", stopOn, failures: 0, leasedUntil: null }).where(whereSeason(season));
  });
  log().info({ partner: actor.partnerId, by: identityOf(actor), days }, "season played on");
}

/**
 * Stops a season that is playing; does nothing if it is not. Does not wait for the day that is being made: that day is undone. A day whose files
 * were made is finished when the season is played on. The clock stays where it is. Throws `not_a_sandbox` and `no_season`.
 */
export async function stopSeason(db: Database, actor: Actor): Promise<void> {
  await transact(db, actor, async (tx) => {
    // The weaker lock does not wait for a day that is being made, whose records refer to the partner and the season.
    const partner = await lockSandbox(tx, actor, "no key update");
    const season = await readSeason(tx, actor);
    if (!season) throw new DomainError("no_season");
    const isPlaying = and(whereSeason(season), eq(seasons.state, "playing"));
    const [stopped] = await tx.update(seasons).set({ state: "stopped" }).where(isPlaying).returning({ id: seasons.id });
    if (!stopped) return;
    // While a season plays, only the machine moves the clock.
    await tx.update(partners).set({ clockTargetMs: null }).where(eq(partners.id, partner.id));
  });
  log().info({ partner: actor.partnerId, by: identityOf(actor) }, "season stopped");
}

const SEED = new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${LONGEST_SEED - 2}}[\\x21-\\x7e])?$`);

/** Locks the partner, as `moveClock` does, so that only one of several callers moves the clock. */
async function lockSandbox(tx: Database, actor: Actor, strength: "update" | "no key update" = "update"): Promise<Partner> {
  const [partner] = await tx.select().from(partners).where(eq(partners.id, actor.partnerId)).for(strength);
  if (!partner?.isSandbox) throw new DomainError("not_a_sandbox");
  return partner;
}

function stopOnOf(firstOn: string, lastOn: string, days: number | null): string {
  if (days === null) return lastOn;
  if (!Number.isInteger(days) || days < 1) throw new DomainError("invalid_days");
  return earlierDay(addDays(firstOn, days - 1), lastOn);
}

function requireClock({ clockTargetMs }: Partner, lastOn: string): void {
  if (clockTargetMs !== null) throw new DomainError("clock_on_its_way");
  if (eveningOf(lastOn).getTime() - Date.now() > MOST_DAYS_AHEAD * DAY_MS) throw new DomainError("clock_too_far");
}
