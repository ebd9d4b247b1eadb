import { z } from "zod";
import { locales } from "@/server/domain/formats/locales";
import { plannedKinds } from "@/server/domain/rules/collection-messages";
import { listPreviews } from "@/server/previews/list-previews";
import { sendPreview } from "@/server/previews/send-preview";
import { portalProcedure, router } from "./init";
import { id } from "./input";

const locale = z.enum(locales).nullable();
const ofInvoice = z.object({ invoiceId: id });
const ofCompany = z.object({ companyId: id });

const rehearsing = portalProcedure.meta({ rehearses: true });

/** Previews of messages to customers, for everybody who may see the invoice or the company. They contain no customer's link. */
export const previewsRouter = router({
  ofInvoice: rehearsing
    .input(ofInvoice.extend({ locale }))
    .query(({ ctx, input: { locale: wanted, ...of } }) => listPreviews(ctx.db, ctx.actor, of, wanted)),
  ofCompany: rehearsing
    .input(ofCompany.extend({ locale }))
    .query(({ ctx, input: { locale: wanted, ...of } }) => listPreviews(ctx.db, ctx.actor, of, wanted)),
  send: portalProcedure
    .input(z.object({ of: z.union([ofInvoice, ofCompany]), locale, kind: z.enum(plannedKinds), round: z.int().min(0).max(10_000) }))
    .mutation(({ ctx, input: { of, locale: wanted, ...message } }) => sendPreview(ctx.db, ctx.actor, of, wanted, message)),
});
