import { groupIban } from "@/server/domain/banking/group-iban";
import { formatDay, formatMoment } from "@/server/domain/formats/dates";
import type { Locale } from "@/server/domain/formats/locales";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { inSwissSpelling } from "@/server/domain/words/spelling";
import { env } from "@/server/env";
import { spellCheckCode } from "./check-code";
import {
  type CustomerMailKind,
  findMisfit,
  isCustomerMailKind,
  type MailKind,
  type MailValues,
  typesOf,
  type Value,
  type ValueType,
  withLaterValues,
} from "./mail-kinds";
import { sayInMail } from "./say-in-mail";
import { UncomposableMail } from "./stored-text";

/** Subject and text of a mail. Plain text only, so that every mail program shows it correctly. */
export interface MailText {
  subject: string;
  body: string;
  /** Address for answers; absent: as in `MAIL_FROM`. */
  replyTo?: string;
}

/** Name under mails if the configuration gives none. */
const SERVICE = "Invoice Collection Service";

/** Writes a mail in the reader's language. Throws `UncomposableMail` if a value is missing or does not have its type. */
export function mailText(locale: Locale, kind: MailKind, stored: Readonly<Record<string, unknown>>): MailText {
  const values = withLaterValues(kind, stored);
  const misfit = findMisfit(kind, values);
  if (misfit) throw new UncomposableMail(`the value ${misfit.name} is no ${misfit.type}`);
  const filledIn = Object.fromEntries(typesOf(kind).map(({ name, type }) => [name, format(type, values[name], locale)]));
  const say = sayInMail[locale];
  if (isCustomerMailKind(kind)) return customerMailText(locale, kind, values as MailValues[CustomerMailKind], filledIn);
  return { subject: say(`${kind}.subject`, filledIn), body: `${say(`${kind}.body`, filledIn)}\n\n-- \n${env().SERVICE_NAME ?? SERVICE}\n` };
}

/** Formats a value that fits its type. */
function format<Type extends ValueType>(type: Type, value: unknown, locale: Locale): string {
  return formats[type](value as Value<Type>, locale);
}

/** Writes a mail to a customer: with a greeting, in the company's name, with a check code, and with the organisation that sends it. */
function customerMailText(
  locale: Locale,
  kind: CustomerMailKind,
  { addressee, checkCode, replyTo, country }: MailValues[CustomerMailKind],
  filledIn: Record<string, string>,
): MailText {
  const say = sayInMail[locale];
  const company = filledIn.company ?? "";
  const service = env().SERVICE_NAME;
  const regards = locale === "de" && country === "CH" ? inSwissSpelling(say("customer.regards")) : say("customer.regards");
  const parts = [
    say("customer.greeting", { kind: addressee?.kind ?? "unknown", name: addressee?.name ?? "" }),
    // A value that may be empty, such as the text of a mandate, is a paragraph of its own.
    say(`${kind}.body`, filledIn).replace(/\n{3,}/g, "\n\n"),
    `${regards}\n${company}`,
    ...(checkCode ? [`${say("customer.isItReal", { code: spellCheckCode(checkCode) })} ${env().PUBLIC_URL}/genuine`] : []),
  ];
  const why = say("customer.footer", { company });
  const footer = service ? `${why} ${say("customer.sentBy", { service, company })}` : why;
  return {
    subject: say(`${kind}.subject`, filledIn),
    body: `${parts.join("\n\n")}\n\n-- \n${footer}\n`,
    ...(replyTo && { replyTo }),
  };
}

const asGiven = (text: string) => text;

/** Texts of values in a language. */
const formats: { [Type in ValueType]: (value: Value<Type>, locale: Locale) => string } = {
  text: asGiven,
  company: companyNameInMail,
  link: asGiven,
  secretLink: asGiven,
  moment: (at, locale) => formatMoment(at, locale, TIME_ZONE, "long"),
  count: String,
  // In the translations, `none` selects the words for no limit.
  limit: (cents, locale) => (cents === null ? "none" : formatAmount(cents, locale)),
  account: (account) => (account ? `${account.holder}, ${groupIban(account.iban)}` : "–"),
  device: (name) => name || "?",
  addressee: (addressee) => addressee?.name ?? "",
  checkCode: (code) => code ?? "",
  replyTo: (address) => address ?? "",
  country: (code) => code ?? "",
  news: (news, locale) => news.map((ofKind) => sayNews(ofKind, locale)).join("\n\n"),
  waiting: sayWaiting,
  debits: sayDebits,
  // In the translations, `none` leaves out the sentence about the page.
  pageLink: (link) => link ?? "none",
  invoiceLeft: sayInvoiceLeft,
};

/** The headline of a kind of news, and a line for each listed invoice. */
function sayNews({ kind, count, listed }: Value<"news">[number], locale: Locale): string {
  const lines = listed.map(({ number, company, link }) => `- ${number}, ${companyNameInMail(company)}: ${link}`);
  return [sayInMail[locale](`news.${kind}`, { count }), ...lines].join("\n");
}

function sayWaiting({ payments, invoices, oldestOn, isTooLong }: Value<"waiting">, locale: Locale): string {
  const say = sayInMail[locale];
  return [
    say("deskWaits.payments", { count: payments, day: formatDay(oldestOn, locale, "long") }),
    ...(invoices > 0 ? [say("deskWaits.holds", { count: invoices })] : []),
    ...(isTooLong ? [say("deskWaits.tooLong")] : []),
  ].join("\n");
}

/** A line for each debit, below a headline; empty: there are none. */
function sayDebits(debits: Value<"debits">, locale: Locale): string {
  if (debits.length === 0) return "";
  const say = sayInMail[locale];
  const lines = debits.map(({ amountCents, collectOn, iban = "none" }) =>
    say("customerMandateAmended.debit", {
      amount: formatMoney(amountCents, "EUR", locale),
      date: formatDay(collectOn, locale, "long"),
      iban,
    }),
  );
  return [say("customerMandateAmended.planned", { count: debits.length }), ...lines].join("\n");
}

/** Words on the amount left to pay of the invoice on whose page a mandate was given or withdrawn; empty: nothing is said. */
function sayInvoiceLeft(left: Value<"invoiceLeft">, locale: Locale): string {
  if (!left) return "";
  const { state, number, amountCents, payBy } = left;
  const amount = formatMoney(amountCents, "EUR", locale);
  return sayInMail[locale]("customerMandateGiven.invoice", { state, number, amount, payBy: payBy ? formatDay(payBy, locale, "long") : "" });
}
