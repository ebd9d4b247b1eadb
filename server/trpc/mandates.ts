import { z } from "zod";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import { amendMandateByHand, recordMandateByHand } from "@/server/billing/mandates/record-by-hand";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { administratorProcedure, portalProcedure, router } from "./init";
import { id, page, partOfName } from "./input";

const typed = z.string().max(500).optional();

/** A form as it was typed: the service returns the faults of all fields together. */
const form = z.object({
  customerEmail: typed,
  invoiceNumber: typed,
  reference: typed,
  holder: typed,
  iban: typed,
  bic: typed,
  signedOn: typed,
  scheme: typed,
  organization: typed,
  sequence: typed,
  lastCollectedOn: typed,
});

/** Whether the person was asked about this account, which the bank has refused, and records it nevertheless. */
const isRefusalSeen = z.boolean().default(false);

/** Mandates for direct debits. All of a partner's people who see the company may read them; administrators may change them. */
export const mandatesRouter = router({
  list: portalProcedure
    .input(
      page.extend({
        companyId: id,
        search: partOfName.default(""),
        isExpiring: z.boolean().default(false),
        isAnotherNeeded: z.boolean().default(false),
      }),
    )
    .query(({ ctx, input: { companyId, ...wanted } }) => listMandates(ctx.db, ctx.actor, companyId, wanted)),
  add: administratorProcedure
    .input(z.object({ companyId: id, mandate: form, isRefusalSeen }))
    .mutation(({ ctx, input: { companyId, mandate, ...seen } }) => recordMandateByHand(ctx.db, ctx.actor, companyId, mandate, seen)),
  amend: administratorProcedure
    .input(z.object({ mandateId: id, holder: typed, iban: typed, bic: typed, isRefusalSeen }))
    .mutation(({ ctx, input: { mandateId, isRefusalSeen: isSeen, ...account } }) =>
      amendMandateByHand(ctx.db, ctx.actor, mandateId, account, { isRefusalSeen: isSeen }),
    ),
  withdraw: administratorProcedure
    .input(z.object({ mandateId: id }))
    .mutation(({ ctx, input }) => withdrawMandate(ctx.db, ctx.actor, input.mandateId)),
});
