import type { useTranslations } from "next-intl";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay, formatMoment, type MomentStyle } from "@/server/domain/dates";
import { lineNameOf } from "@/server/domain/line-names";
import { categoryOf } from "@/server/domain/line-types";
import type { Locale } from "@/server/domain/locales";
import { formatMoney } from "@/server/domain/money";
import { regionalLocale } from "@/server/domain/regional-locale";
import { inSwissSpelling, withOneFullStop } from "@/server/domain/spelling";

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
  const region = regionalLocale(locale, companyCountryCode);
  return {
    say: spelled(say, locale, companyCountryCode),
    locale,
    money: (cents) => formatMoney(cents, currency, region),
    date: (at, style = "long") => formatMoment(at, region, timeZone, style),
    day: (day) => formatDay(day, region, "long"),
  };
}

/** Stands for each ß of what is filled in, so that a name keeps it. */
const KEPT = "\uE000";

/** As the company's country spells. What is filled in stays as it is written. */
function spelled(say: Say, locale: Locale, country: string): Say {
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

/** What it is called: by the company's own number, by which the customer knows it. */
export function nameOf(invoice: InvoiceRecord, say: Say): string {
  return say("invoice", { number: invoice.externalInvoiceNumber, what: kindOf(invoice) });
}

/** What the texts choose their words by. */
export function kindOf(invoice: InvoiceRecord): "credit_note" | "invoice" {
  return isCreditNote(invoice) ? "credit_note" : "invoice";
}

/** Its name, with our number beside it, as the reference. */
export function numbersOf(invoice: InvoiceRecord, say: Say): string {
  return `${nameOf(invoice, say)} · ${say("reference", { reference: String(invoice.invoiceNumber) })}`;
}

/** What it is for and whom: an import that was not given a title says neither, so its invoices are told by their number. */
export function titleOf(invoice: InvoiceRecord, say: Say): string {
  const { importTitle, customerName } = invoice;
  const isUntitled = /^Import \d{4}-\d\d-\d\d$/.test(importTitle);
  return say("title", { what: isUntitled ? nameOf(invoice, say) : importTitle, name: customerName });
}

/** What a line of the account is called: as the company wrote it, else by what happened. */
export function wordingOf(line: InvoiceRecord["lines"][number], invoice: InvoiceRecord, say: Say): string {
  const { type, description, paymentMethod } = line;
  const name = lineNameOf(line, invoice);
  if (description) return description;
  if (name === "refund") return say("lines.refunded");
  if (name === "undone") return say("lines.undone");
  if (!paymentMethod) return say(`lineTypes.${type}`);
  return say(type === "PAYMENT-LINE" ? "lines.paidBy" : "lines.feesPaidBy", { method: say(`methods.${paymentMethod}`) });
}

/** What is to be paid, or back; in words where it is nothing. */
export function stateOfAccount(invoice: InvoiceRecord, { say, date }: Pick<Reading, "say" | "date">): string {
  const { account } = invoice;
  if (account.outstandingCents > 0) return say("due.toPay");
  if (account.outstandingCents < 0) return say(isCreditNote(invoice) ? "due.creditNote" : "due.owed");
  const paidAt = lastPaidAt(invoice);
  return paidAt ? say("due.paid", { date: date(paidAt) }) : say("due.nothing");
}

/** Whether it asked for nothing from the start, but gave. */
export function isCreditNote({ account }: InvoiceRecord): boolean {
  return account.billedCents < 0;
}

/** When the last of what was paid came; undefined: nothing was, or all of it went back. */
function lastPaidAt({ account, lines }: InvoiceRecord): Date | undefined {
  const paid = lines.filter(({ type }) => categoryOf(type) === "payment");
  return account.paidCents > 0 ? new Date(Math.max(...paid.map(({ date }) => date.getTime()))) : undefined;
}
