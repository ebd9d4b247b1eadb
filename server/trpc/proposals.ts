import { z } from "zod";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { describeSecondPersonRule, secondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { confirmLimit, setSecondPersonRule, withdrawLimit } from "@/server/billing/approvals/set-second-person-rule";
import { approveProposal, declineProposal } from "@/server/desk/approvals/decide-proposal";
import {
  administratorProcedure,
  moneyProcedure,
  portalProcedure,
  provedAdministratorProcedure,
  provedMoneyProcedure,
  router,
} from "./init";
import { id, seenAccount } from "./input";

const ofProposal = z.object({ proposalId: id });

/** Payments and refunds that wait for a second person, and the partner's rule for them. */
export const proposalsRouter = router({
  list: portalProcedure
    .input(z.object({ invoiceId: id.optional() }))
    .query(({ ctx, input }) => listProposals(ctx.db, ctx.actor, input.invoiceId)),
  approve: provedMoneyProcedure
    .input(ofProposal.extend({ seen: seenAccount.nullable() }))
    .mutation(({ ctx, input }) => approveProposal(ctx.db, ctx.actor, input.proposalId, input.seen)),
  decline: moneyProcedure.input(ofProposal).mutation(({ ctx, input }) => declineProposal(ctx.db, ctx.actor, input.proposalId)),
  rule: administratorProcedure.query(({ ctx }) => describeSecondPersonRule(ctx.db, ctx.actor)),
  setRule: provedAdministratorProcedure.input(secondPersonRule).mutation(({ ctx, input }) => setSecondPersonRule(ctx.db, ctx.actor, input)),
  confirmLimit: provedAdministratorProcedure
    .input(z.object({ changeId: id }))
    .mutation(({ ctx, input }) => confirmLimit(ctx.db, ctx.actor, input.changeId)),
  withdrawLimit: provedAdministratorProcedure
    .input(z.object({ changeId: id }))
    .mutation(({ ctx, input }) => withdrawLimit(ctx.db, ctx.actor, input.changeId)),
});
