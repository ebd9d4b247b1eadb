import { z } from "zod";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { importProgress } from "@/server/billing/collection/import-progress";
import { collectionSettings } from "@/server/billing/collection-settings/settings-fields";
import { createImport } from "@/server/billing/imports/create-import";
import { listCustomerLanguages } from "@/server/billing/imports/customer-languages";
import { deleteImport } from "@/server/billing/imports/delete-import";
import { describeImport, previewTransmission } from "@/server/billing/imports/describe-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { asImportUpdate, asNewImport, changedImportFields, newImportFields } from "@/server/billing/imports/import-fields";
import { listContents } from "@/server/billing/imports/list-contents";
import { searchImports } from "@/server/billing/imports/search-imports";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { updateImport } from "@/server/billing/imports/update-import";
import { updateImportSettings } from "@/server/billing/imports/update-import-settings";
import { addInvoice } from "@/server/billing/invoices/add-invoice";
import { concerns, progressSteps } from "@/server/domain/rules/reach";
import { requiredText } from "@/server/platform/fields";
import { invoicesProcedure, portalProcedure, router } from "./init";
import { id, lineCents, page, partOfName } from "./input";
import { recipientUpdate } from "./recipient-input";

const ofImport = z.object({ importId: id });
/** Contents of the import that the dialog showed. */
const seenContents = z.object({ invoicesCount: z.int(), amountCents: z.int() });
const toDelete = ofImport.extend({ seen: seenContents });
const typedLines = z
  .array(z.object({ amountCents: lineCents, description: requiredText("invalid_description", { max: 2_000 }) }), "invalid_invoice_lines")
  .min(1, "invalid_invoice_lines")
  .max(100, "invalid_invoice_lines");
const toTransmit = ofImport.extend({ seen: seenContents.extend({ settingsVersion: z.string().nullable() }) });

/** Imports of a partner. An import can have 100,000 invoice ids, so some procedures return less than the service does. */
export const importsRouter = router({
  list: portalProcedure
    .input(page.extend({ companyId: id.nullish(), transmitted: z.boolean().nullish(), title: partOfName.nullish() }))
    .query(({ ctx, input }) => searchImports(ctx.db, ctx.actor, input)),
  get: portalProcedure.input(ofImport).query(({ ctx, input }) => describeImport(ctx.db, ctx.actor, input.importId)),
  contents: portalProcedure
    .input(page.extend({ importId: id, concern: z.enum([...concerns, ...progressSteps]).nullish() }))
    .query(({ ctx, input: { importId, ...wanted } }) => listContents(ctx.db, ctx.actor, importId, wanted)),
  previewTransmission: portalProcedure.input(ofImport).query(({ ctx, input }) => previewTransmission(ctx.db, ctx.actor, input.importId)),
  create: invoicesProcedure
    .input(z.object(newImportFields).transform(asNewImport))
    .mutation(({ ctx, input }) => createImport(ctx.db, ctx.actor, input)),
  update: invoicesProcedure
    .input(ofImport.extend({ version: z.string(), ...changedImportFields }))
    .mutation(async ({ ctx, input: { importId, version, ...update } }) => {
      await updateImport(ctx.db, ctx.actor, importId, asImportUpdate(update), version);
    }),
  settings: portalProcedure.input(ofImport).query(({ ctx, input }) => getImportSettings(ctx.db, ctx.actor, input.importId)),
  languages: portalProcedure.input(ofImport).query(({ ctx, input }) => listCustomerLanguages(ctx.db, ctx.actor, input.importId)),
  progress: portalProcedure.input(ofImport).query(({ ctx, input }) => importProgress(ctx.db, ctx.actor, input.importId)),
  forecast: portalProcedure.input(ofImport).query(({ ctx, input }) => forecastImport(ctx.db, ctx.actor, input.importId)),
  updateSettings: invoicesProcedure
    .input(ofImport.extend({ version: z.string(), settings: collectionSettings }))
    .mutation(({ ctx, input }) => updateImportSettings(ctx.db, ctx.actor, input.importId, input.settings, input.version)),
  transmit: invoicesProcedure.input(toTransmit).mutation(async ({ ctx, input }) => {
    await transmitImport(ctx.db, ctx.actor, input.importId, input.seen);
  }),
  addInvoice: invoicesProcedure
    .input(ofImport.extend({ recipient: recipientUpdate, lines: typedLines }))
    .mutation(async ({ ctx, input }) => {
      const { id, invoiceNumber } = await addInvoice(ctx.db, ctx.actor, input.importId, input.recipient, input.lines);
      return { id, invoiceNumber };
    }),
  delete: invoicesProcedure.input(toDelete).mutation(({ ctx, input }) => deleteImport(ctx.db, ctx.actor, input.importId, input.seen)),
});
