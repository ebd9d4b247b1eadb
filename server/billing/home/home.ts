import type { Company } from "@/db/schema/companies";
import type { BankWork } from "./count-bank-work";

/** The home page of a partner's people. Amounts are in cents, and never summed across currencies. */
export interface Home {
  /** The partner's clock, which a sandbox can move. */
  now: Date;
  /** Its day, as `2026-11-20`. */
  today: string;
  /** Up to when the figures hold; null while some of them are being summed for the first time. What waits for a person is counted live. */
  computedAt: Date | null;
  needsMe: {
    /** Late: the customer has waited longer than a day. */
    unanswered: { conversations: number; late: number; companies: number; oldestAt: Date | null };
    /** Outstanding, and held back by a pause, an objection or a decision. */
    onHold: number;
    /** Outstanding, and no message has reached the customer. */
    notAsked: number;
    /** Outstanding, and the last message to the customer did not arrive. */
    notArrived: number;
    bank: BankWork;
    openImports: { imports: number; amounts: { currency: Company["currency"]; amountCents: number }[] };
  };
  /** One for each currency that the reader's companies have, that with the largest outstanding first. */
  currencies: HomeFigures[];
}

export interface HomeFigures {
  currency: Company["currency"];
  outstandingCents: number;
  /** Outstanding, and to be paid by a day that is over. */
  overdue: { invoices: number; cents: number };
  /** Amounts due on each of the next seven days, today's first; days without any are left out. */
  dueSoon: DueDay[];
  /** In the last whole week, Monday to Sunday, in the one before it, and in the last 365 days. */
  collected: { lastWeekCents: number; weekBeforeCents: number; seasonCents: number };
  /** Fourteen, the oldest first; the last one still runs. */
  weeks: HomeWeek[];
  ageing: {
    /** The largest, largest first; those that nothing is outstanding for are left out. */
    companies: (Ages & { companyId: string; companyName: string })[];
    /** All that are not named. */
    others: Ages & { companies: number };
    total: Ages;
  };
}

export interface DueDay {
  /** As `2026-11-20`. */
  day: string;
  invoices: number;
  outstandingCents: number;
}

export interface HomeWeek {
  /** A Monday, as `2026-11-16`. */
  startsOn: string;
  /** At its end; for the week that still runs, now. */
  outstandingCents: number;
  collectedCents: number;
}

/** Outstanding amounts, by days overdue. */
export interface Ages {
  /** Of customers whom no message has reached: it has no due day, and no other of these contains it. */
  notAskedCents: number;
  notDueCents: number;
  upTo30Cents: number;
  upTo60Cents: number;
  upTo90Cents: number;
  over90Cents: number;
  sumCents: number;
}
