import { z } from "zod";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import type { InvoicesOfImport } from "@/server/billing/invoices/list-invoices-of-import";
import { ID_PATTERN, isId } from "@/server/domain/formats/id";
import { field, isNothing, readText, refused } from "@/server/platform/fields";
import { invoiceResource, presentInvoice } from "./invoice";
import { pageParameters, underscoredNames } from "./page";
import { idText } from "./resource";

/** One page of an import's invoices. */
export const invoicesOfImportResource = z
  .strictObject({
    invoices: z.array(invoiceResource).meta({ description: "In the order in which they were created." }),
    next_cursor: z.string().nullable().meta({ description: "Cursor for the next request; null if there are no more." }),
  })
  .meta({ id: "InvoicesOfImport" });

const numberCursor = field("invalid_cursor", (given) => (isNothing(given) ? 0 : readNumberCursor(given)), {
  type: "string",
  description: "`next_cursor` of the previous answer. Without it, the answer begins with the first invoice.",
});

function readNumberCursor(given: unknown): number | typeof refused {
  const text = typeof given === "string" ? Buffer.from(given, "base64url").toString() : "";
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : refused;
}

export const invoicesOfImportParameters = z.preprocess(
  underscoredNames,
  z.object({ cursor: numberCursor, page_size: pageParameters.page_size }),
);

/** The cursor is the number of the last invoice in the answer. */
export function presentInvoicesOfImport({ invoices, hasMore }: InvoicesOfImport): z.infer<typeof invoicesOfImportResource> {
  const last = hasMore ? invoices.at(-1) : undefined;
  return {
    invoices: invoices.map(presentInvoice),
    next_cursor: last ? Buffer.from(String(last.invoiceNumber)).toString("base64url") : null,
  };
}

const IDS_LIMIT = 100;

/** `ID_PATTERN` without the anchors `^` and `$`. */
const UNANCHORED_ID = ID_PATTERN.slice(1, -1);

const invoiceIds = field("invalid_ids", (given) => (given === undefined ? null : readIds(given)), {
  type: "string",
  pattern: `^${UNANCHORED_ID}(,${UNANCHORED_ID}){0,${IDS_LIMIT - 1}}$`,
  example: "019a9c0de1f27d1b0c4a5e8f3b6d9027c1e4a8b5,019a9c0e4b7d2a8c6f1e3d5b7a9c0e2f4d6b8a1c",
  description: `1 to ${IDS_LIMIT} invoice ids, separated by commas. Can also be repeated, with one id each.`,
});

/** Returns the ids in order, without repetitions. */
function readIds(given: unknown): string[] | typeof refused {
  const ids = typeof given === "string" ? given.split(",") : [];
  return ids.length >= 1 && ids.length <= IDS_LIMIT && ids.every(isId) ? [...new Set(ids)] : refused;
}

const externalNumber = field("invalid_external_invoice_number", readExternalNumber, {
  type: "string",
  description: "Your invoice number. Ignored if `ids` is given.",
});

function readExternalNumber(given: unknown): string | null | typeof refused {
  if (given === undefined) return null;
  return given === "" ? refused : readText(given);
}

export const invoicesByIdParameters = z.object({ ids: invoiceIds, external_invoice_number: externalNumber });

/** Invoices requested by their ids, or by the partner's number. */
export const invoicesByIdResource = z
  .strictObject({
    invoices: z.array(invoiceResource).meta({ description: "In the order of the request." }),
    missing_invoice_ids: z.array(idText()).meta({ description: "Ids of invoices that do not exist or were deleted." }),
  })
  .meta({ id: "InvoicesById" });

/** Presents the invoices with these ids, in the order of `ids`. `found` may be in any order. */
export function presentInvoicesById(ids: string[], found: InvoiceDetails[]): z.infer<typeof invoicesByIdResource> {
  const byId = new Map(found.map((invoice) => [invoice.id, invoice]));
  return {
    invoices: ids.flatMap((id) => byId.get(id) ?? []).map(presentInvoice),
    missing_invoice_ids: ids.filter((id) => !byId.has(id)),
  };
}
