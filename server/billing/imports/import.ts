import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import type { Reach } from "@/server/domain/reach";

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

/** How many invoices an import has, and what is outstanding on them, in cents: as their author saw them when deciding. */
export interface ImportContents {
  invoicesCount: number;
  amountCents: number;
}

/** Contents and settings that the author saw when deciding to transmit. */
export interface TransmissionSeen extends ImportContents {
  /** Null: an import without settings. Absent: not checked. */
  settingsVersion?: string | null;
}

/** An import with what it would mean, or meant, to transmit it. */
export interface ImportDescription extends ImportInCurrency {
  /** Whether its customers can pay by transfer: null if its settings do not offer that. */
  canTransfer: boolean | null;
  /** Whether its customers can pay by direct debit. */
  takesDirectDebit: boolean;
  companyName: string;
  countryCode: Company["countryCode"];
  /** Stands for title and expected count as they are: see `versionOf`. */
  version: string;
  contents: ImportContents;
  /** The invoices' billed amounts, in cents: unlike `contents`, not less what was paid and credited since. */
  billedCents: number;
  /** Amount that customers owe, in cents: unlike `contents`, without deducting what is owed to other customers. */
  outstandingCents: number;
  linesCount: number;
  /** External numbers that several of its invoices have, the first 100. */
  repeatedNumbers: string[];
  reach: Record<Reach, ImportContents>;
  /** How many mails its transmission leads to at first: requests, of which a household gets one, and credit notes. */
  mailsCount: number;
  isExpectedCountReached: boolean;
  /** How many invoices no direct debit can be tried for. */
  withoutIbanCount: number;
  /** Number of customers reached by SMS whose phone number looks invalid. */
  doubtfulPhoneNumbersCount: number;
}

/** Contents of the dialog before an import is transmitted. */
export type TransmissionPreview = Omit<ImportDescription, "linesCount" | "repeatedNumbers" | "canTransfer" | "takesDirectDebit">;
