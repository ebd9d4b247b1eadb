import type { useTranslations } from "next-intl";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import { type DayStyle, formatDay, formatMoment } from "@/server/domain/formats/dates";
import type { Locale } from "@/server/domain/formats/locales";
import { formatCount, formatMoney } from "@/server/domain/formats/money";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { clockZoneOf } from "@/server/domain/formats/time-zone";
import { categoryOf, lineKinds, lineTypes } from "@/server/domain/rules/line-types";
import { takenBackBy } from "@/server/domain/rules/payment-methods";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { lineNameOf } from "@/server/domain/words/line-names";
import { inSwissSpelling, withOneFullStop, withValuesFitted } from "@/server/domain/words/spelling";

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
  /** Formats a whole number of things. */
  count: (count: number) => string;
  /** Joins words by "or". */
  either: (words: readonly string[]) => string;
  /** Formats the day of a moment, in the time zone given to `readingOf`. */
  date: (at: Date, style?: DayStyle) => string;
  /** Formats a moment with its time of day, as clocks in the company's country show it. */
  moment: (at: Date) => string;
  /** Formats a day such as `2026-11-20`. */
  day: (day: string, style?: DayStyle) => string;
}

/** Returns the texts and formats for an invoice. `timeZone`: that of the service, by which moments have their days. */
export function readingOf({ locale, currency, companyCountryCode }: InvoiceRecord, say: Say, timeZone: string): Reading {
  const region = regionalLocale(locale, companyCountryCode);
  return {
    say: asSaidIn({ country: companyCountryCode, currency }, say, locale),
    locale,
    country: companyCountryCode,
    money: (cents) => formatMoney(cents, currency, region),
    count: (count) => formatCount(count, region),
    either: (words) => new Intl.ListFormat(region, { type: "disjunction" }).format(words),
    date: (at, style = "long") => formatMoment(at, region, timeZone, style),
    moment: (at) => formatMoment(at, region, clockZoneOf(companyCountryCode), "moment"),
    day: (day, style = "long") => formatDay(day, region, style),
  };
}

/** Placeholder for ß in inserted values, so that names keep it. */
const KEPT = "\uE000";

/**
 * Applies the words and the spelling of the company's country: each text gets the values `country` and `currency`. Inserted values stay as
 * they are.
 */
function asSaidIn(region: { country: string; currency: string }, say: Say, locale: Locale): Say {
  const isSwiss = locale === "de" && region.country === "CH";
  const inRegion = (...[key, values]: Parameters<Say>) => {
    if (!isSwiss) return withValuesFitted(say(key, { ...region, ...values }), locale);
    const kept = Object.fromEntries(
      Object.entries({ ...region, ...values }).map(([name, value]) => [
        name,
        typeof value === "string" ? value.replaceAll("ß", KEPT) : value,
      ]),
    );
    return inSwissSpelling(withOneFullStop(say(key, kept))).replaceAll(KEPT, "ß");
  };
  return inRegion as Say;
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
  if (isFeeTakenOff(line, invoice)) return say("lines.feeForgiven", { law: feeLawOf(invoice) });
  const company = invoice.companyName;
  if (name === "refund")
    return say("lines.refunded", { company, how: invoice.recordedRefundLineIds.includes(line.id) ? "direct" : "other" });
  if (name === "undone") return say("lines.undone");
  const by = takenBackBy(invoice.paymentOfLine[line.id]?.method);
  if (!paymentMethod) return say(`lineTypes.${type}`, { law: feeLawOf(invoice), by });
  // Only lines of payments have a method. Each, except a PAYMENT-LINE, pays a fee, which its words name.
  const paid = lineTypes.find((each) => lineKinds[each].paidBy === type);
  const fee = paid ? say(`lineTypes.${paid}`, { law: feeLawOf(invoice), by }) : "";
  if (paymentMethod === "external") return say("lines.paidDirectly", { company, fee, what: paid ? "fees" : "invoice" });
  return say(paid ? "lines.feesPaidBy" : "lines.paidBy", { method: say(`methods.${paymentMethod}`), fee });
}

/** Whether the line takes off a late-payment fee that was not owed after all: it has no text, and follows the payment that came in time. */
function isFeeTakenOff({ id, type }: InvoiceRecord["lines"][number], { lines }: InvoiceRecord): boolean {
  if (type !== "CREDIT-LINE") return false;
  const before = lines.slice(
    0,
    lines.findIndex((line) => line.id === id),
  );
  const last = before.at(-1);
  return last !== undefined && categoryOf(last.type) === "payment" && before.some((line) => line.type === "LATE-PAYMENT-FEE-LINE");
}

/** Returns the country whose words the invoice uses for a late-payment fee. */
export function feeLawOf({ customerCountryCode, companyCountryCode }: InvoiceRecord): FeeWords {
  return feeWordsIn(customerCountryCode?.toUpperCase() || companyCountryCode);
}

/** Returns the label of the outstanding amount: to pay, or to be paid to the customer. */
function labelOfAmount({ account }: Pick<InvoiceRecord, "account">, { say }: Pick<Reading, "say">): string {
  return say(account.outstandingCents < 0 ? "due.owed" : "due.toPay");
}

/** As `labelOfAmount`, below an invoice's lines: of an invoice in instalments, only a part is to be paid now. */
export function labelOfSum({ invoice, plan }: Pick<CustomerInvoice, "invoice" | "plan">, reading: Pick<Reading, "say">): string {
  return plan?.instalments ? reading.say("instalments.left") : labelOfAmount(invoice, reading);
}

interface Account extends Pick<InvoiceRecord, "account" | "paymentOfLine" | "refundLineIds"> {
  lines: Pick<InvoiceRecord["lines"][number], "id" | "type" | "date">[];
}

/** Returns the label of the amount, or if nothing is outstanding, when it was paid. */
export function stateOfAccount(invoice: Account, reading: Pick<Reading, "say" | "date">): string {
  if (invoice.account.outstandingCents !== 0) return labelOfAmount(invoice, reading);
  const paidAt = lastPaidAt(invoice);
  return paidAt ? reading.say("due.paid", { date: reading.date(paidAt) }) : reading.say("due.nothing");
}

/** Whether the invoice is a credit note (billed amount below 0). */
export function isCreditNote({ account }: InvoiceRecord): boolean {
  return account.billedCents < 0;
}

/** Returns the date of the last payment that was not taken back; undefined if there is none, or everything was paid back. */
function lastPaidAt({ account, lines, paymentOfLine, refundLineIds }: Account): Date | undefined {
  const takingBack = lines.filter(({ id, type }) => categoryOf(type) === "chargeback" && !refundLineIds.includes(id));
  const takenBack = new Set(takingBack.map(({ id }) => paymentOfLine[id]?.id));
  const paidAt = lines.flatMap(({ id, type, date }) =>
    categoryOf(type) === "payment" && !takenBack.has(paymentOfLine[id]?.id ?? id) ? date.getTime() : [],
  );
  return account.paidCents > 0 && paidAt.length > 0 ? new Date(Math.max(...paidAt)) : undefined;
}
