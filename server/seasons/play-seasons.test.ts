import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { seasons } from "@/db/schema/seasons";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import type { Scope } from "@/server/platform/scope";
import { givenImport, givenPartner } from "@/server/testing/given";
import { seasonOf } from "@/server/testing/given-season";
import { newInvoiceFor } from "@/server/testing/new-records";
import { playOn, stopSeason } from "./begin-season";
import { playSeasons } from "./play-seasons";

/** A sandbox without invoices. Its season has played the first of two days, and has then failed this many times in a row. */
async function givenPlaying(failures = 0) {
  const partner = await givenPartner({ isSandbox: true });
  const stage = seasonOf(partner);
  await stage.begin("days: 2");
  await db.update(seasons).set({ playedOn: seasons.firstOn, madeOn: seasons.firstOn, failures }).where(eq(seasons.partnerId, partner.id));
  return {
    partner,
    stage,
    scope: { partnerId: partner.id },
    season: async () => only(await db.select().from(seasons).where(eq(seasons.partnerId, partner.id))),
    clock: async () => only(await db.select().from(partners).where(eq(partners.id, partner.id))),
  };
}

const nothing = async () => {};

/** Moves the clock to its target, as collection does. */
const arrive = ({ partnerId = "" }: Partial<Scope>) =>
  db
    .update(partners)
    .set({ clockOffsetMs: sql`${partners.clockTargetMs}`, clockTargetMs: null })
    .where(sql`${partners.id} = ${partnerId} and ${partners.clockTargetMs} is not null`)
    .returning({ id: partners.id });

test("a clock that needs long is left after some seconds for the next call, which is no failure", async () => {
  const { stage, scope, season } = await givenPlaying(3);
  const crawl = () =>
    db
      .update(partners)
      .set({ clockOffsetMs: sql`${partners.clockOffsetMs} + 1` })
      .where(eq(partners.id, scope.partnerId));
  const begunAt = performance.now();
  expect(await playSeasons(db, { match: nothing, collect: crawl }, { scope })).toBe(0);
  expect(performance.now() - begunAt).toBeLessThan(15_000);
  const { state, failures, leasedUntil } = await season();
  expect({ state, failures }).toEqual({ state: "playing", failures: 0 });
  expect(leasedUntil?.getTime()).toBeLessThanOrEqual(Date.now());
  await stopSeason(db, await stage.actor());
});

test("a clock that stands still again and again ends as a failed season, which can be played on", async () => {
  const { stage, scope, season, clock } = await givenPlaying(4);
  await playSeasons(db, { match: nothing, collect: nothing }, { scope });
  expect((await season()).state).toBe("failed");
  expect((await clock()).clockTargetMs).toBeNull();
  await playOn(db, await stage.actor(), null);
  expect(await season()).toMatchObject({ state: "playing", failures: 0, leasedUntil: null });
  await stopSeason(db, await stage.actor());
});

test("a season that fails stops no other, and is free again after a pause", async () => {
  const [broken, slow] = [await givenPlaying(), await givenPlaying()];
  // The one that had a turn already comes second, so that the run has time for both.
  await db.update(seasons).set({ leasedUntil: sql`now()` }).where(eq(seasons.partnerId, slow.partner.id));
  const match = async ({ partnerId }: Partial<Scope>) => {
    if (partnerId === broken.partner.id) throw new Error("broken");
  };
  const collect = async (scope: Partial<Scope>) => {
    // Longer than the pause after a failure.
    if ((await slow.clock()).clockTargetMs !== null) await pause(3_300);
    await arrive(scope);
  };
  await playSeasons(db, { match, collect });
  expect(await slow.season()).toMatchObject({ state: "ended" });
  const { state, failures, leasedUntil } = await broken.season();
  expect({ state, failures }).toEqual({ state: "playing", failures: 1 });
  expect(leasedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + 3_000);
  await stopSeason(db, await broken.stage.actor());
});

test("is stopped at once while a day is made, whose records refer to the partner and the season", async () => {
  const { stage, scope, season } = await givenPlaying();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from partners where id = ${scope.partnerId} for key share`);
    await tx.execute(sql`select from seasons where partner_id = ${scope.partnerId} for key share`);
    await stopSeason(db, await stage.actor());
  });
  expect((await season()).state).toBe("stopped");
});

test("a season fails at once above 5,000 transmitted invoices, and is not played on", { timeout: 120_000 }, async () => {
  const { partner, stage, scope, season } = await givenPlaying();
  const { id: importId } = await givenImport(partner);
  const { importId: _, ...invoice } = newInvoiceFor(importId, 100);
  for (let batch = 0; batch < 3; batch += 1)
    await createInvoices(
      db,
      partner.actor,
      importId,
      Array.from({ length: 1_667 }, () => invoice),
    );
  await transmitImport(db, partner.actor, importId);
  await playSeasons(db, { match: nothing, collect: nothing }, { scope });
  expect(await season()).toMatchObject({ state: "failed", playedOn: (await season()).firstOn });
  await expect(playOn(db, await stage.actor(), null)).rejects.toMatchObject({ code: "season_too_large" });
});
