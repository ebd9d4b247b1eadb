import { z } from "zod";
import { sandboxDiary } from "@/server/desk/timeline/sandbox-diary";
import { findSandbox } from "@/server/sandbox/find-sandbox";
import { MOST_DAYS, moveClock } from "@/server/sandbox/move-clock";
import { administratorProcedure, portalProcedure, router } from "./init";

const days = z.int("invalid_days").min(1, "invalid_days").max(MOST_DAYS, "invalid_days");

/** A partner's sandbox, for the partner's people. */
export const sandboxRouter = router({
  find: portalProcedure.query(({ ctx }) => findSandbox(ctx.db, ctx.actor)),
  diary: portalProcedure.query(({ ctx }) => sandboxDiary(ctx.db, ctx.actor)),
  moveClock: administratorProcedure
    .input(z.object({ seenOffsetMs: z.int().min(0), days }))
    .mutation(({ ctx, input }) => moveClock(ctx.db, ctx.actor, input)),
});
