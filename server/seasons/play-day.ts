import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Partner, partners } from "@/db/schema/partners";
import { type Season, seasons } from "@/db/schema/seasons";
import { systemActor } from "@/server/actor";
import { letReceiptsGo } from "@/server/bank/payments/held-receipts";
import { addDays, dayAt, earlierDay, laterDay } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import type { Scope } from "@/server/platform/scope";
import { heldBackUntil, whereHeldBack } from "@/server/sandbox/held-back";
import { readSeason, whereSeason } from "@/server/sandbox/read-season";
import { nextBankDay } from "./bank-day";
import { DayUnfinished } from "./day-unfinished";
import { eveningOf } from "./evening";
import { nextHandOver } from "./hand-over-debits";
import { LeaseLost } from "./lease-lost";
import { makeDay } from "./make-day";
import { readFacts } from "./read-facts";
import { requireFewInvoices } from "./require-few-invoices";
import { requireScenario } from "./scenario-refusal";
import { takeFiles } from "./take-files";

/** Background work of other groups that a season drives, for one partner. */
export interface SeasonWork {
  /** Does what is due in collection, and moves the clock on its way. */
  collect: (scope: Scope) => Promise<unknown>;
  /** Matches new payments and ranks the desk. */
  match: (scope: Scope) => Promise<unknown>;
}

/** Pause in ms while other work of the sandbox holds the clock up. */
const PAUSE_MS = 50;
/** Time in ms after which a clock that has not arrived is left for the next turn. */
const MOVE_MS = 5_000;

/**
 * Plays the next day on which something happens: moves the clock to its evening, makes the bank's files, takes them in, and does what is
 * due. Days before it on which nothing happens are passed at once. Each step can be repeated after a crash. `renew` extends the lease, and
 * throws `LeaseLost`. Throws `DayUnfinished` if the clock needs another turn, an error if it stands still, and `season_too_large` above
 * 5,000 invoices. Returns whether the season goes on.
 */
export async function playDay(db: Database, { partnerId }: Season, work: SeasonWork, renew: () => Promise<void>): Promise<boolean> {
  const season = await readSeason(db, { partnerId });
  if (season?.state !== "playing") return false;
  const scope = { partnerId };
  if (!isMade(season)) await requireFewInvoices(db, season);
  const day = isMade(season) ? season.madeOn : await findNextDay(db, season);
  if (!isMade(season)) {
    await moveTo(db, season, day, work, renew);
    await makeDay(db, await readPartner(db, season), season, day);
  }
  await renew();
  await takeFiles(db, season);
  await work.match(scope);
  await renew();
  await work.collect(scope);
  return finishDay(db, season, day);
}

/** Whether the files of the next day were made before a crash or a stop. */
function isMade(season: Season): season is Season & { madeOn: string } {
  return season.madeOn !== null && season.madeOn !== season.playedOn;
}

/**
 * Returns the next day on which something can happen: by the present facts, or because collection has something to do, from which new facts
 * follow. It is at the earliest the day after the last one, and at the latest the day after which the season stops.
 */
async function findNextDay(db: Database, season: Season): Promise<string> {
  const { playedOn, firstOn, stopOn } = season;
  const partner = await readPartner(db, season);
  const today = dayAt(clock.now(partner));
  if (playedOn === null) return earlierDay(laterDay(firstOn, today), stopOn);
  const scenario = requireScenario(season.scenario);
  const actor = systemActor(partner);
  const coming = [
    nextBankDay(season.seed, scenario, playedOn, await readFacts(db, actor, playedOn)),
    scenario.debit_files === "made" ? await nextHandOver(db, actor, playedOn) : undefined,
    await findDueDay(db, season, partner),
    stopOn,
  ];
  const next = coming.flatMap((day) => day ?? []).sort()[0] ?? stopOn;
  return earlierDay(laterDay(laterDay(next, addDays(playedOn, 1)), today), stopOn);
}

/** Returns the day by whose evening collection has something to do; undefined if nothing is planned. */
async function findDueDay(db: Database, { partnerId }: Season, partner: Partner): Promise<string | undefined> {
  const now = clock.now(partner);
  const message = { kind: sql`m.kind`, partnerId: sql`m.partner_id`, invoiceId: sql`m.invoice_id` };
  const rows = await db.execute<{ nextAt: Date | string | null; hasWaiting: boolean }>(sql`
    select least((select min(next_at) from collections where partner_id = ${partnerId} and next_at > '-infinity'),
        ${heldBackUntil(sql`${partnerId}`, sql`${now.toISOString()}::timestamptz`)})::text as "nextAt",
      exists (select from collection_starts where partner_id = ${partnerId})
        or exists (select from outgoing_messages m where m.partner_id = ${partnerId} and m.state in ('waiting', 'handing_over')
          and not ${whereHeldBack(message, dayAt(now))}) as "hasWaiting"`);
  const { nextAt, hasWaiting } = only(rows);
  if (hasWaiting) return dayAt(now);
  if (nextAt === null) return undefined;
  const moment = new Date(nextAt);
  const day = dayAt(moment);
  return moment <= eveningOf(day) ? day : addDays(day, 1);
}

/**
 * Moves the sandbox's clock to the evening of a day; everything that is due on the way happens at its own time. Throws `DayUnfinished` if
 * the clock has not arrived after 5 s, and an error if in these 5 s it has not moved and no message was sent.
 */
async function moveTo(db: Database, season: Season, day: string, work: SeasonWork, renew: () => Promise<void>): Promise<void> {
  await setTarget(db, season, day);
  const before = await readProgress(db, season);
  const until = performance.now() + MOVE_MS;
  for (let wasThere = false; !wasThere; ) {
    await renew();
    await work.match({ partnerId: season.partnerId });
    await work.collect({ partnerId: season.partnerId });
    wasThere = (await readPartner(db, season)).clockTargetMs === null;
    if (wasThere) continue;
    if (performance.now() > until) {
      if ((await readProgress(db, season)) === before) throw new Error(`The clock of a sandbox stands still on its way to ${day}`);
      throw new DayUnfinished();
    }
    await pause(PAUSE_MS);
  }
}

/** Returns a text that changes when the sandbox's clock moves, or when any process does work for which the clock waits. */
async function readProgress(db: Database, { partnerId }: Season): Promise<string> {
  const rows = await db.execute<{ progress: string }>(sql`
    select concat_ws(' ', (select clock_offset_ms from partners where id = ${partnerId}),
      (select count(*) from collection_starts where partner_id = ${partnerId}),
      (select count(*) from outgoing_messages where partner_id = ${partnerId} and state in ('waiting', 'handing_over'))) as progress`);
  return only(rows).progress;
}

/** Lets the clock go to the evening of a day, unless it has arrived or is on its way. Throws `LeaseLost` if the season does not play. */
async function setTarget(db: Database, season: Season, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [partner] = await tx.select().from(partners).where(eq(partners.id, season.partnerId)).for("update");
    const [present] = await tx.select({ state: seasons.state }).from(seasons).where(whereSeason(season));
    if (!partner || present?.state !== "playing") throw new LeaseLost();
    const clockTargetMs = eveningOf(day).getTime() - Date.now();
    if (partner.clockTargetMs !== null || clockTargetMs <= partner.clockOffsetMs) return;
    await tx.update(partners).set({ clockTargetMs }).where(eq(partners.id, partner.id));
    await letReceiptsGo(tx, partner.id);
  });
}

/** Records that a day is over. Returns whether the season goes on. */
async function finishDay(db: Database, season: Season, day: string): Promise<boolean> {
  const { state, stopOn, lastOn } = seasons;
  const [finished] = await db
    .update(seasons)
    .set({
      playedOn: day,
      failures: 0,
      state: sql`case when ${lastOn} = ${day} then 'ended'::season_state when ${stopOn} <= ${day} and ${state} = 'playing' then 'stopped'::season_state else ${state} end`,
    })
    // After a stop, another process may play the season, and be further.
    .where(and(whereSeason(season), eq(seasons.madeOn, day)))
    .returning({ state });
  return finished?.state === "playing";
}

async function readPartner(db: Database, { partnerId }: Season): Promise<Partner> {
  return only(await db.select().from(partners).where(eq(partners.id, partnerId)));
}
