import { z } from "zod";
import { sandboxDiary } from "@/server/desk/timeline/sandbox-diary";
import { MOST_SEASON_DAYS } from "@/server/domain/rules/scenario";
import { findSandbox } from "@/server/sandbox/find-sandbox";
import { MOST_DAYS, moveClock } from "@/server/sandbox/move-clock";
import { beginSeason, playOn, stopSeason } from "@/server/seasons/begin-season";
import { findSeason, listSeasonFiles } from "@/server/seasons/find-season";
import { administratorProcedure, portalProcedure, router } from "./init";
import { page } from "./input";

const days = z.int("invalid_days").min(1, "invalid_days").max(MOST_DAYS, "invalid_days");

/** Number of days to play; null: to the end of the season. */
const seasonDays = z.int("invalid_days").min(1, "invalid_days").max(MOST_SEASON_DAYS, "invalid_days").nullable();

/** A partner's sandbox, for the partner's people. */
export const sandboxRouter = router({
  find: portalProcedure.query(({ ctx }) => findSandbox(ctx.db, ctx.actor)),
  diary: portalProcedure.query(({ ctx }) => sandboxDiary(ctx.db, ctx.actor)),
  moveClock: administratorProcedure
    .input(z.object({ seenOffsetMs: z.int().min(0), days }))
    .mutation(({ ctx, input }) => moveClock(ctx.db, ctx.actor, input)),
  season: administratorProcedure.query(({ ctx }) => findSeason(ctx.db, ctx.actor)),
  seasonFiles: administratorProcedure.input(page).query(async ({ ctx, input }) => {
    const hasSeason = (await findSeason(ctx.db, ctx.actor)) !== null;
    return hasSeason ? listSeasonFiles(ctx.db, ctx.actor, input) : { ...input, entries: [], totalEntries: 0 };
  }),
  beginSeason: administratorProcedure
    .input(z.object({ seed: z.string(), scenario: z.string(), days: seasonDays }))
    .mutation(({ ctx, input }) => beginSeason(ctx.db, ctx.actor, input)),
  playOn: administratorProcedure.input(z.object({ days: seasonDays })).mutation(({ ctx, input }) => playOn(ctx.db, ctx.actor, input.days)),
  stopSeason: administratorProcedure.mutation(({ ctx }) => stopSeason(ctx.db, ctx.actor)),
});
