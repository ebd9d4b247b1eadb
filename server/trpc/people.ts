import { z } from "zod";
import { accessLevels } from "@/server/domain/rules/access-levels";
import { choice, reference, requiredText } from "@/server/platform/fields";
import { getFactorRule, setFactorRule } from "@/server/tenancy/factors/factor-rule";
import { resetMemberFactors } from "@/server/tenancy/factors/reset-factors";
import { changeMember } from "@/server/tenancy/people/change-member";
import { disableMember } from "@/server/tenancy/people/disable-member";
import { enableMember } from "@/server/tenancy/people/enable-member";
import { inviteMember } from "@/server/tenancy/people/invite-member";
import { listMembers } from "@/server/tenancy/people/list-members";
import { memberRoles } from "@/server/tenancy/people/member";
import { resendInvitation } from "@/server/tenancy/people/resend-invitation";
import { administratorProcedure, provedAdministratorProcedure, router } from "./init";
import { id } from "./input";

const rights = z.object({
  role: choice("invalid_role", memberRoles),
  accessLevel: choice("invalid_role", accessLevels),
  companyIds: z.array(reference("invalid_company_ids"), "invalid_company_ids").max(10_000, "invalid_company_ids").nullable(),
});
const member = z.object({ userId: id });

/** The partner's people, for its administrators. */
export const peopleRouter = router({
  list: administratorProcedure.query(({ ctx }) => listMembers(ctx.db, ctx.actor)),
  invite: provedAdministratorProcedure
    .input(rights.extend({ email: requiredText("invalid_email") }))
    .mutation(({ ctx, input }) => inviteMember(ctx.db, ctx.actor, input)),
  resendInvitation: administratorProcedure.input(member).mutation(({ ctx, input }) => resendInvitation(ctx.db, ctx.actor, input.userId)),
  change: provedAdministratorProcedure
    .input(rights.extend({ userId: id }))
    .mutation(({ ctx, input }) => changeMember(ctx.db, ctx.actor, input.userId, input)),
  disable: administratorProcedure.input(member).mutation(({ ctx, input }) => disableMember(ctx.db, ctx.actor, input.userId)),
  resetFactors: provedAdministratorProcedure
    .input(member)
    .mutation(({ ctx, input }) => resetMemberFactors(ctx.db, ctx.actor, input.userId)),
  factorRule: administratorProcedure.query(({ ctx }) => getFactorRule(ctx.db, ctx.actor)),
  setFactorRule: provedAdministratorProcedure
    .input(z.object({ isForAll: z.boolean() }))
    .mutation(({ ctx, input }) => setFactorRule(ctx.db, ctx.actor, input)),
  enable: provedAdministratorProcedure.input(member).mutation(({ ctx, input }) => enableMember(ctx.db, ctx.actor, input.userId)),
});
