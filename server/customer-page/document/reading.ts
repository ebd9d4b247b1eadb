import type { useTranslations } from "next-intl";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { type DayStyle, formatDay, formatMoment, type MomentStyle } from "@/server/domain/formats/dates";
import type { Locale } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { categoryOf } from "@/server/domain/rules/line-types";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { lineNameOf } from "@/server/domain/words/line-names";
import { inSwissSpelling, withOneFullStop } from "@/server/domain/words/spelling";

/** Texts of the customer's page, in one language. */
export type Say = ReturnType<typeof useTranslations<"customer">>;

/** Texts of the customer's page and formats of amounts and dates, in the invoice's language. The browser's language does not matter. */
export interface Reading {
  say: Say;
  locale: Locale;
  /** Country of the company, whose banks' words texts about transfers use. ISO 3166-1 alpha-2. */
  country: string;
  /** Formats integer cents. */
  money: (cents: number) => string;
  /** Formats a time, in the time zone given to `readingOf`. */
  date: (at: Date, style?: MomentStyle) => string;
  /** Formats a day such as `2026-11-20`. */
  day: (day: string, style?: DayStyle) => string;
}

export function readingOf({ locale, currency, companyCountryCode }: InvoiceRecord, say: Say, timeZone: string): Reading {
  const region = regionalLocale(locale, companyCountryCode);
  return {
    say: withSpelling(say, locale, companyCountryCode),
    locale,
    country: companyCountryCode,
    money: (cents) => formatMoney(cents, currency, region),
    date: (at, style = "long") => formatMoment(at, region, timeZone, style),
    day: (day, style = "long") => formatDay(day, region, style),
  };
}

/** Placeholder for ß in inserted values, so that names keep it. */
const KEPT = "\uE000";

/** Applies the spelling of the company's country. Inserted values stay as they are. */
function withSpelling(say: Say, locale: Locale, country: string): Say {
  const isSwiss = locale === "de" && country === "CH";
  const inSpelling = (...[key, values]: Parameters<Say>) => {
    if (!isSwiss) return withOneFullStop(say(key, values));
    const kept = Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("ß", KEPT) : value]),
    );
    return inSwissSpelling(withOneFullStop(say(key, kept))).replaceAll(KEPT, "ß");
  };
  return inSpelling as Say;
}

/** Returns the invoice's name, with the company's own number, by which the customer knows it. */
export function nameOf(invoice: InvoiceRecord, say: Say): string {
  return say("invoice", { number: invoice.externalInvoiceNumber, what: kindOf(invoice) });
}

/** Returns the kind of document, by which texts choose their words. */
export function kindOf(invoice: InvoiceRecord): "credit_note" | "invoice" {
  return isCreditNote(invoice) ? "credit_note" : "invoice";
}

/**
 * Returns the import's title and the customer's name. A default title does not explain the invoice, so the invoice's name is used instead.
 */
export function titleOf(invoice: InvoiceRecord, say: Say): string {
  const { importTitle, customerName } = invoice;
  return say("title", { what: isDefaultTitle(importTitle) ? nameOf(invoice, say) : importTitle, name: customerName });
}

/** Returns a line's description: the company's text, otherwise a text for its type. */
export function wordingOf(line: InvoiceRecord["lines"][number], invoice: InvoiceRecord, say: Say): string {
  const { type, description, paymentMethod } = line;
  const name = lineNameOf(line, invoice);
  if (description) return description;
  if (name === "refund") return say("lines.refunded");
  if (name === "undone") return say("lines.undone");
  if (!paymentMethod) return say(`lineTypes.${type}`, { law: feeLawOf(invoice) });
  // Only lines of payments have a method. All but the PAYMENT-LINE pay a fee.
  const isFee = type !== "PAYMENT-LINE";
  if (paymentMethod === "external") return say("lines.paidDirectly", { company: invoice.companyName, what: isFee ? "fees" : "invoice" });
  return say(isFee ? "lines.feesPaidBy" : "lines.paidBy", { method: say(`methods.${paymentMethod}`) });
}

/** Returns the country whose words the invoice uses for a late-payment fee. */
export function feeLawOf({ customerCountryCode, companyCountryCode }: InvoiceRecord): FeeWords {
  return feeWordsIn(customerCountryCode?.toUpperCase() || companyCountryCode);
}

/** Returns the label of the amount: to pay, or to be paid back. If the amount is 0, a text instead. */
export function stateOfAccount(invoice: InvoiceRecord, { say, date }: Pick<Reading, "say" | "date">): string {
  const { account } = invoice;
  if (account.outstandingCents > 0) return say("due.toPay");
  if (account.outstandingCents < 0) return say(isCreditNote(invoice) ? "due.creditNote" : "due.owed");
  const paidAt = lastPaidAt(invoice);
  return paidAt ? say("due.paid", { date: date(paidAt) }) : say("due.nothing");
}

/** Whether the invoice is a credit note (billed amount below 0). */
export function isCreditNote({ account }: InvoiceRecord): boolean {
  return account.billedCents < 0;
}

/** Returns the date of the last payment; undefined if there was none, or everything was paid back. */
function lastPaidAt({ account, lines }: InvoiceRecord): Date | undefined {
  const paymentLines = lines.filter(({ type }) => categoryOf(type) === "payment");
  return account.paidCents > 0 ? new Date(Math.max(...paymentLines.map(({ date }) => date.getTime()))) : undefined;
}
