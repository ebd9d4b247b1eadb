import { z } from "zod";
import { eventAreas } from "@/server/domain/rules/event-kinds";
import { listEvents } from "@/server/platform/audit/list-events";
import { administratorProcedure, router } from "./init";
import { id, partOfName } from "./input";

const wanted = z.object({
  area: z.enum(eventAreas).nullish(),
  about: partOfName.nullish(),
  by: id.nullish(),
  before: z.int().min(1).nullish(),
  pageSize: z.int().min(1).max(100).default(50),
});

/** Security events of a partner. */
export const securityRouter = router({
  events: administratorProcedure.input(wanted).query(({ ctx, input }) => listEvents(ctx.db, ctx.actor, input)),
});
