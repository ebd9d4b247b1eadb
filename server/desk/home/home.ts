import type { Company } from "@/db/schema/companies";
import type { BankWork } from "@/server/bank/payments/count-bank-work";
import type { Ages, DueDay } from "@/server/billing/figures/ages";
import type { UrgentNeed } from "@/server/domain/rules/debit-file-needs";

/** The home page of a partner's people. Amounts are in cents, and never summed across currencies. */
export interface Home {
  /** Time by the partner's clock, which a sandbox can move. */
  now: Date;
  /** Day by the partner's clock, such as `2026-11-20`. */
  today: string;
  /**
   * Time up to which the figures are complete; null while some are being computed for the first time. Counts of waiting work are always
   * current.
   */
  computedAt: Date | null;
  needsMe: {
    /** `late`: number of conversations whose customer has waited longer than a day. */
    unanswered: { conversations: number; late: number; companies: number; oldestAt: Date | null };
    /** Number of invoices that are outstanding, but on hold. */
    onHold: number;
    /** Number of invoices that are outstanding, while no message has reached the customer. */
    notAsked: number;
    /** Number of invoices that are outstanding, while the last message to the customer did not arrive. */
    notArrived: number;
    bank: BankWork;
    /** Number of payments that were put off, and of refunds in files that count as not paid yet. They are no tasks, but are not done either. */
    setAside: { later: number; unpaidRefunds: number };
    /** Planned direct debits that the bank must have by the next bank day, or must have had, and that are in no file. */
    debits: { count: number; late: number; cutOffAt: Date | null; companyId: string | null };
    /** Companies whose payers need another mandate (`whereAnotherNeeded`): those with the most payers first, five at most. */
    mandates: HomeMandates[];
    /** Files of direct debits that need a person, one for each reason. */
    debitFiles: HomeDebitFiles[];
    openImports: { imports: number; amounts: { currency: Company["currency"]; amountCents: number }[] };
  };
  /** One for each currency of the reader's companies, the largest outstanding amount first. */
  currencies: HomeFigures[];
}

interface HomeMandates {
  companyId: string;
  companyName: string;
  /** Number of payers. */
  count: number;
}

/** Files of direct debits that need a person for the same reason. */
export interface HomeDebitFiles {
  need: UrgentNeed;
  /** Number of files. */
  count: number;
  /** Number of debits in these files. */
  debits: number;
  /** Account holder of a debit of the first file, as the file states it; empty: unknown. */
  holder: string;
  /** Earliest moment by which the bank must have one of the files; null: the bank has them, or may have them. */
  cutOffAt: Date | null;
  /** Company of the first file. */
  companyId: string;
  /** The first file. */
  fileId: string;
}

export interface HomeFigures {
  currency: Company["currency"];
  outstandingCents: number;
  /** Overdue invoices, and the sum of their outstanding amounts. */
  overdue: { invoices: number; cents: number };
  /** Amounts due on each of the next seven days, beginning with today; days without any are left out. */
  dueSoon: DueDay[];
  /** In the last full week, Monday to Sunday; in the week before; and in the last 365 days. */
  collected: { lastWeekCents: number; weekBeforeCents: number; seasonCents: number };
  /** Fourteen weeks, oldest first; the last is the current one. */
  weeks: HomeWeek[];
  ageing: {
    /** Largest first; companies without an outstanding amount are left out. */
    companies: (Ages & { companyId: string; companyName: string })[];
    /** Sum over all companies that are not listed. */
    others: Ages & { companies: number };
    total: Ages;
  };
}

export interface HomeWeek {
  /** A Monday, such as `2026-11-16`. */
  startsOn: string;
  /** Outstanding amount at the end of the week; for the current week, now. */
  outstandingCents: number;
  collectedCents: number;
}
