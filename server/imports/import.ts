import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";

/** An import with what its company lends it. */
export type ImportInCurrency = Import & Pick<Company, "currency">;

export type ImportDetails = ImportInCurrency & {
  /** In the order in which the invoices were recorded. */
  invoiceIds: string[];
};

export interface NewImport {
  companyId: string;
  /** Null: named for its day. */
  title: string | null;
  expectedInvoicesCount: number | null;
}

export interface ImportUpdate {
  title?: string;
  expectedInvoicesCount?: number | null;
}
