import { z } from "zod";
import { requiredText } from "@/server/platform/fields";
import {
  disableSupporter,
  enableSupporter,
  endSupporterSessions,
  resetSupporterFactors,
} from "@/server/tenancy/supporters/change-supporter";
import { inviteSupporter, inviteSupporterAgain } from "@/server/tenancy/supporters/invite-supporter";
import { listSupporters } from "@/server/tenancy/supporters/list-supporters";
import { leadProcedure, provedLeadProcedure, router } from "./init";
import { id } from "./input";

const supporter = z.object({ userId: id });

/** The support team, for its leads. */
export const teamRouter = router({
  list: leadProcedure.query(({ ctx }) => listSupporters(ctx.db)),
  invite: provedLeadProcedure
    .input(z.object({ email: requiredText("invalid_email") }))
    .mutation(({ ctx, input }) => inviteSupporter(ctx.db, ctx.person, input.email)),
  inviteAgain: leadProcedure.input(supporter).mutation(({ ctx, input }) => inviteSupporterAgain(ctx.db, ctx.person, input.userId)),
  disable: leadProcedure.input(supporter).mutation(({ ctx, input }) => disableSupporter(ctx.db, ctx.person, input.userId)),
  enable: provedLeadProcedure.input(supporter).mutation(({ ctx, input }) => enableSupporter(ctx.db, ctx.person, input.userId)),
  endSessions: leadProcedure.input(supporter).mutation(({ ctx, input }) => endSupporterSessions(ctx.db, ctx.person, input.userId)),
  resetFactors: provedLeadProcedure.input(supporter).mutation(({ ctx, input }) => resetSupporterFactors(ctx.db, ctx.person, input.userId)),
});
