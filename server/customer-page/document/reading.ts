import type { useTranslations } from "next-intl";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay, formatMoment, type MomentStyle } from "@/server/domain/dates";
import type { Locale } from "@/server/domain/locales";
import { formatMoney } from "@/server/domain/money";

/** The words of the customer's page, in one language. */
export type Say = ReturnType<typeof useTranslations<"customer">>;

/** Words, amounts and dates in the invoice's own language. The browser's language does not matter. */
export interface Reading {
  say: Say;
  locale: Locale;
  /** Of integer cents. */
  money: (cents: number) => string;
  date: (at: Date, style?: MomentStyle) => string;
  /** Of a day such as `2026-11-20`. */
  day: (day: string) => string;
}

export function readingOf({ locale, currency, companyCountryCode }: InvoiceRecord, say: Say, timeZone: string): Reading {
  return {
    say,
    locale,
    money: (cents) => formatMoney(cents, currency, locale, companyCountryCode),
    date: (at, style = "long") => formatMoment(at, locale, timeZone, style),
    day: (day) => formatDay(day, locale, "long"),
  };
}

/** What it is for and whom: an import that was not given a title says neither, so its invoices are told by their number. */
export function titleOf({ importTitle, invoiceNumber, customerName }: InvoiceRecord, say: Say): string {
  const isUntitled = /^Import \d{4}-\d\d-\d\d$/.test(importTitle);
  return say("title", { what: isUntitled ? say("invoice", { number: String(invoiceNumber) }) : importTitle, name: customerName });
}

/** What a line of the account is called: as the company wrote it, else by what happened. */
export function wordingOf({ type, description, paymentMethod }: InvoiceRecord["lines"][number], say: Say): string {
  if (description) return description;
  if (!paymentMethod) return say(`lineTypes.${type}`);
  return say(type === "PAYMENT-LINE" ? "lines.paidBy" : "lines.feesPaidBy", { method: say(`methods.${paymentMethod}`) });
}

/** What is to be paid, or back; in words where it is nothing. */
export function stateOfAccount({ account }: InvoiceRecord, say: Say): string {
  if (account.outstandingCents > 0) return say("due.toPay");
  if (account.outstandingCents < 0) return say("due.owed");
  return say(account.paidCents > 0 ? "due.paid" : "due.nothing");
}
