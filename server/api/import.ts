import { z } from "zod";
import { currency } from "@/db/schema/companies";
import type { ImportDetails, ImportInCurrency } from "@/server/billing/imports/import";
import { asImportUpdate, asNewImport, changedImportFields, newImportFields } from "@/server/billing/imports/import-fields";
import { pageParameters, underscoredNames } from "./page";
import { idText, timestamp } from "./resource";

const listedFields = {
  import_id: idText(),
  company_id: idText(),
  title: z.string(),
  transmitted: z.boolean(),
  transmitted_at: timestamp().nullable(),
  prepaid_amount_cents: z.int(),
  prepaid_amount_currency: z.enum(currency.enumValues),
  settled_amount_cents: z.int(),
  settled_amount_currency: z.enum(currency.enumValues),
  expected_invoices_count: z.int().nullable(),
};

/** An import as partners see it. This is the contract: add to it, never rename. */
export const importResource = z.strictObject({ ...listedFields, invoice_ids: z.array(idText()) }).meta({ id: "Import" });

/** An import in a list, without the ids of its invoices, of which there can be 100,000. */
export const listedImportResource = z.strictObject(listedFields).meta({ id: "ListedImport" });

export function presentImport(details: ImportDetails): z.infer<typeof importResource> {
  return { ...presentListedImport(details), invoice_ids: details.invoiceIds };
}

export function presentListedImport(listed: ImportInCurrency): z.infer<typeof listedImportResource> {
  return {
    import_id: listed.id,
    company_id: listed.companyId,
    title: listed.title,
    transmitted: listed.transmittedAt !== null,
    transmitted_at: listed.transmittedAt?.toISOString() ?? null,
    // The service does not advance or pay out amounts yet.
    prepaid_amount_cents: 0,
    prepaid_amount_currency: listed.currency,
    settled_amount_cents: 0,
    settled_amount_currency: listed.currency,
    expected_invoices_count: listed.expectedInvoicesCount,
  };
}

/** Body of a new import, converted to the names in the services. */
export const newImportBody = z
  .object({
    company_id: newImportFields.companyId,
    title: newImportFields.title,
    expected_invoices_count: newImportFields.expectedInvoicesCount,
  })
  .transform(({ company_id, title, expected_invoices_count }) =>
    asNewImport({ companyId: company_id, title, expectedInvoicesCount: expected_invoices_count }),
  )
  .meta({ id: "NewImport" });

export const importUpdateBody = z
  .object({ title: changedImportFields.title, expected_invoices_count: changedImportFields.expectedInvoicesCount })
  .transform(({ title, expected_invoices_count }) => asImportUpdate({ title, expectedInvoicesCount: expected_invoices_count }))
  .meta({ id: "ImportUpdate" });

export const importsOfCompanyParameters = z.preprocess(underscoredNames, z.object(pageParameters));
