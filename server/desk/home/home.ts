import type { Company } from "@/db/schema/companies";
import type { BankWork } from "@/server/bank/payments/count-bank-work";
import type { Ages, DueDay } from "@/server/billing/figures/ages";

/** The home page of a partner's people. Amounts are in cents, and never summed across currencies. */
export interface Home {
  /** The partner's clock, which a sandbox can move. */
  now: Date;
  /** Its day, as `2026-11-20`. */
  today: string;
  /** Moment up to which the figures are complete; null while some are computed for the first time. Counts of waiting work are live. */
  computedAt: Date | null;
  needsMe: {
    /** Late: the customer has waited longer than a day. */
    unanswered: { conversations: number; late: number; companies: number; oldestAt: Date | null };
    /** Outstanding, but on hold. */
    onHold: number;
    /** Outstanding, and no message has reached the customer. */
    notAsked: number;
    /** Outstanding, and the last message to the customer did not arrive. */
    notArrived: number;
    bank: BankWork;
    openImports: { imports: number; amounts: { currency: Company["currency"]; amountCents: number }[] };
  };
  /** One per currency of the reader's companies, the largest outstanding amount first. */
  currencies: HomeFigures[];
}

export interface HomeFigures {
  currency: Company["currency"];
  outstandingCents: number;
  /** Overdue. */
  overdue: { invoices: number; cents: number };
  /** Amounts due on each of the next seven days, today's first; days without any are left out. */
  dueSoon: DueDay[];
  /** In the last whole week, Monday to Sunday, in the one before it, and in the last 365 days. */
  collected: { lastWeekCents: number; weekBeforeCents: number; seasonCents: number };
  /** Fourteen weeks, oldest first; the last is the current one. */
  weeks: HomeWeek[];
  ageing: {
    /** Largest first; companies without an outstanding amount are left out. */
    companies: (Ages & { companyId: string; companyName: string })[];
    /** All that are not named. */
    others: Ages & { companies: number };
    total: Ages;
  };
}

export interface HomeWeek {
  /** A Monday, as `2026-11-16`. */
  startsOn: string;
  /** At its end; for the current week, now. */
  outstandingCents: number;
  collectedCents: number;
}
