import { z } from "zod";
import { only } from "@/db/rows";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
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
    .input(z.object({ companyId: id, mandate: form }))
    .mutation(async ({ ctx, input }) => only(await recordMandates(ctx.db, ctx.actor, input.companyId, [input.mandate]))),
  amend: administratorProcedure
    .input(z.object({ mandateId: id, holder: typed, iban: typed, bic: typed }))
    .mutation(({ ctx, input: { mandateId, ...account } }) => amendMandate(ctx.db, ctx.actor, mandateId, account)),
  withdraw: administratorProcedure
    .input(z.object({ mandateId: id }))
    .mutation(({ ctx, input }) => withdrawMandate(ctx.db, ctx.actor, input.mandateId)),
});
