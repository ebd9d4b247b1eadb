import { z } from "zod";
import { getCompanySettings } from "@/server/billing/collection-settings/get-company-settings";
import { collectionSettings } from "@/server/billing/collection-settings/settings-fields";
import { updateCompanySettings } from "@/server/billing/collection-settings/update-company-settings";
import { getRetention, retention, setRetention } from "@/server/billing/customers/retention";
import { companyChoices } from "@/server/tenancy/companies/company-choices";
import { changedCompanyFields, newCompanyFields, requiredCompanyFields } from "@/server/tenancy/companies/company-fields";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { describeCompany } from "@/server/tenancy/companies/describe-company";
import { listCompanies, listCompanyNames } from "@/server/tenancy/companies/list-companies";
import { updateCompany } from "@/server/tenancy/companies/update-company";
import { administratorProcedure, portalProcedure, provedAdministratorProcedure, router } from "./init";
import { id, page, partOfName } from "./input";

/** Companies. All of a partner's people may read them; administrators may change them. */
export const companiesRouter = router({
  list: portalProcedure
    .input(page.extend({ name: partOfName.nullish() }))
    .query(({ ctx, input }) => listCompanies(ctx.db, ctx.actor, input)),
  names: portalProcedure.query(({ ctx }) => listCompanyNames(ctx.db, ctx.actor)),
  get: portalProcedure.input(z.object({ companyId: id })).query(({ ctx, input }) => describeCompany(ctx.db, ctx.actor, input.companyId)),
  settings: portalProcedure
    .input(z.object({ companyId: id }))
    .query(({ ctx, input }) => getCompanySettings(ctx.db, ctx.actor, input.companyId)),
  updateSettings: administratorProcedure
    .input(z.object({ companyId: id, version: z.string(), settings: collectionSettings }))
    .mutation(({ ctx, input }) => updateCompanySettings(ctx.db, ctx.actor, input.companyId, input.settings, input.version)),
  retention: administratorProcedure.query(({ ctx }) => getRetention(ctx.db, ctx.actor)),
  setRetention: provedAdministratorProcedure.input(retention).mutation(({ ctx, input }) => setRetention(ctx.db, ctx.actor, input)),
  choices: administratorProcedure.query(companyChoices),
  create: administratorProcedure
    .input(z.object({ ...requiredCompanyFields, ...newCompanyFields }))
    .mutation(({ ctx, input }) => createCompany(ctx.db, ctx.actor, input)),
  update: administratorProcedure
    .input(z.object({ companyId: id, version: z.string(), ...requiredCompanyFields, ...changedCompanyFields }))
    .mutation(({ ctx, input: { companyId, version, ...update } }) => updateCompany(ctx.db, ctx.actor, companyId, update, version)),
});
