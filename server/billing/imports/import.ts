import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import type { Reach } from "@/server/domain/rules/reach";

/** An import with its company's currency. */
export type ImportInCurrency = Import & Pick<Company, "currency">;

export type ImportDetails = ImportInCurrency & {
  /** In recorded order. */
  invoiceIds: string[];
};

export interface NewImport {
  companyId: string;
  /** Null: the import is named by the day on which it is created. */
  title: string | null;
  expectedInvoicesCount: number | null;
}

export interface ImportUpdate {
  title?: string;
  expectedInvoicesCount?: number | null;
}

/** Number of invoices, and the sum of their balances in cents. As a parameter, the figures that the author saw when deciding. */
export interface ImportContents {
  invoicesCount: number;
  amountCents: number;
}

/** Contents and settings that the author saw when deciding to transmit. */
export interface TransmissionSeen extends ImportContents {
  /** Null for an import without settings. Absent: not checked. */
  settingsVersion?: string | null;
}

/** Invoices that are to be collected by direct debit. */
export interface ExpectedDebits extends ImportContents {
  /** Number of other invoices, whose mandates expire before the debit. */
  expiringCount: number;
  /** Number of all other invoices that are owed, whose customers are asked by e-mail. */
  askedCount: number;
}

/** An import with the effects of its transmission. */
export interface ImportDescription extends ImportInCurrency {
  /** Whether customers can pay by transfer; null if the settings do not offer transfers. */
  canTransfer: boolean | null;
  /** Whether customers can pay by direct debit. */
  takesDirectDebit: boolean;
  /** Invoices that are to be collected by direct debit; null if the settings do not want that. */
  debits: ExpectedDebits | null;
  companyName: string;
  countryCode: Company["countryCode"];
  /** Version of the title and the expected count: see `versionOf`. */
  version: string;
  contents: ImportContents;
  /** Billed amounts of the invoices, in cents. Unlike `contents`, without deducting payments and credits. */
  billedCents: number;
  /** Amount that customers owe, in cents. Unlike `contents`, without deducting what is owed to other customers. */
  outstandingCents: number;
  linesCount: number;
  /** External numbers that several of the import's invoices share; the first 100. */
  repeatedNumbers: string[];
  reach: Record<Reach, ImportContents>;
  /** Number of mails that the transmission causes: requests, one per household, and credit notes. */
  mailsCount: number;
  isExpectedCountReached: boolean;
  /** Number of invoices without an account number for direct debit. */
  withoutIbanCount: number;
  /** Number of invoices with an account number for direct debit whose payers have no valid mandate. */
  withoutMandateCount: number;
  /** Number of customers reached by SMS whose phone number looks invalid. */
  doubtfulPhoneNumbersCount: number;
}

/** Contents of the dialog before an import is transmitted. */
export type TransmissionPreview = Omit<ImportDescription, "linesCount" | "repeatedNumbers" | "canTransfer" | "takesDirectDebit">;
