import { changedCount, changedText, optionalCount, optionalText, reference } from "@/server/platform/fields";
import type { ImportUpdate, NewImport } from "./import";

// Rules for reading an import's fields, shared by the interface and the portal.

export const newImportFields = {
  companyId: reference("invalid_company_id"),
  title: optionalText("invalid_title"),
  expectedInvoicesCount: optionalCount("invalid_expected_invoices_count"),
};

/** A blank title counts as absent. */
export function asNewImport({ title, ...same }: NewImport): NewImport {
  return { ...same, title: title?.trim() ? title : null };
}

export const changedImportFields = {
  title: changedText("invalid_title"),
  expectedInvoicesCount: changedCount("invalid_expected_invoices_count"),
};

/** A title cannot be cleared: null and empty text leave it unchanged. */
export function asImportUpdate({ title, ...same }: Omit<ImportUpdate, "title"> & { title?: string | null }): ImportUpdate {
  return { ...same, title: title ?? undefined };
}
