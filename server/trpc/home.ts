import { z } from "zod";
import { withinCompany } from "@/server/actor";
import { getHome } from "@/server/desk/home/get-home";
import { portalProcedure, router } from "./init";
import { id } from "./input";

/** Home page, for all companies that the person may see, or one of them. */
export const homeRouter = router({
  get: portalProcedure
    .meta({ keepsResults: true })
    .input(z.object({ companyId: id.nullish() }))
    .query(({ ctx, input }) => getHome(ctx.db, withinCompany(ctx.actor, input.companyId ?? null))),
});
