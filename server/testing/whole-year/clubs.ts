import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { Company } from "@/db/schema/companies";
import type { Locale } from "@/server/domain/formats/locales";
import type { Habit } from "./habit-names";

// Companies of a whole year in seven countries, and what their customers do.

/** A company with its settings. */
export interface Club {
  name: string;
  country: Company["countryCode"];
  currency: "EUR" | "CHF" | "GBP";
  locale: Locale;
  /** Country of the company's account, which is at an invented bank. */
  bank: "DE" | "NL" | "CH" | "GB";
  /** Whether the bank books the debits of a batch as one sum. */
  isBookedAsSum?: boolean;
  settings: Partial<CollectionSettings>;
}

/** Least number of days between parts that settings allow, so that three parts fit into 60 days. */
const everyDays = 21;

/** The due day is day 12; reminders leave on days 15, 31 and 45, and the last free day is day 29. */
const common: Partial<CollectionSettings> = {
  dueDays: 12,
  request1Day: 0,
  request2Day: 7,
  reminder1Day: 3,
  reminder2Day: 19,
  reminder3Day: 33,
  instalmentsFromCents: 3_000,
  instalmentsMostParts: 3,
  instalmentsEveryDays: everyDays,
  instalmentsMissed: "spread" as const,
};
const inEuros: Partial<CollectionSettings> = {
  ...common,
  directDebit: true,
  paymentMethods: ["ideal", "bancontact", "credit_card", "bank_transfer"],
};
const elsewhere: Partial<CollectionSettings> = { ...common, paymentMethods: ["credit_card", "paypal", "bank_transfer"] };

export const clubs: readonly Club[] = [
  {
    name: "Ruderverein Nordufer",
    country: "DE",
    currency: "EUR",
    locale: "de",
    bank: "DE",
    isBookedAsSum: true,
    settings: { ...inEuros, latePaymentFeeCents: 250, chargebackFeeCents: 300, instalmentsFeeCents: 500, donationAllowed: true },
  },
  {
    name: "Turnverein Bergau",
    country: "AT",
    currency: "EUR",
    locale: "de",
    bank: "DE",
    settings: { ...inEuros, latePaymentFeeCents: 250, chargebackFeeCents: 450, instalmentsFeeCents: 300, instalmentsMissed: "all_due" },
  },
  {
    name: "Roeivereniging Zuid",
    country: "NL",
    currency: "EUR",
    locale: "nl",
    bank: "NL",
    settings: { ...inEuros, latePaymentFeeCents: 4_000, latePaymentFeeNotice: true, chargebackFeeCents: 250, donationAllowed: true },
  },
  {
    name: "Segelclub Oberwasser",
    country: "CH",
    currency: "CHF",
    locale: "fr",
    bank: "CH",
    settings: { ...elsewhere, latePaymentFeeCents: 200, chargebackFeeCents: 350, instalmentsFeeCents: 400 },
  },
  {
    name: "Northbank Rowing",
    country: "GB",
    currency: "GBP",
    locale: "en",
    bank: "GB",
    settings: { ...elsewhere, latePaymentFeeCents: 250, chargebackFeeCents: 250, instalmentsMissed: "all_due" },
  },
  {
    name: "Zeilclub De Schelde",
    country: "BE",
    currency: "EUR",
    locale: "nl",
    bank: "NL",
    settings: { ...inEuros, latePaymentFeeCents: 2_000, chargebackFeeCents: 200, instalmentsFeeCents: 600 },
  },
  {
    name: "Westquay Athletics",
    country: "IE",
    currency: "EUR",
    locale: "en",
    bank: "NL",
    isBookedAsSum: true,
    settings: { ...inEuros, latePaymentFeeCents: 250, latePaymentFeeNotice: true, chargebackFeeCents: 300, instalmentsFeeCents: 700 },
  },
];

/** An invoice's part in the year. */
export interface Role {
  /** Country of the company. */
  club: Company["countryCode"];
  habit: Habit;
  /** Whether the customer is an organisation. */
  isBusiness?: boolean;
  /** Country in which the customer lives, if another one. */
  livesIn?: string;
  /** Invoices of one import with the same family have one payer. */
  family?: string;
}

/** Roles of the invoices in order; after the last, the first is played again. The first 30 lead to each line type. */
export const roles: readonly Role[] = [
  { club: "DE", habit: "divides", isBusiness: true },
  { club: "DE", habit: "debited" },
  { club: "DE", habit: "divides" },
  { club: "NL", habit: "paysAfterFee" },
  { club: "AT", habit: "debitReturned" },
  { club: "NL", habit: "donates" },
  { club: "GB", habit: "divides" },
  { club: "CH", habit: "missesPart" },
  { club: "DE", habit: "debited", family: "Linde" },
  { club: "DE", habit: "debited", family: "Linde" },
  { club: "BE", habit: "paysOnlineAndReturns" },
  { club: "IE", habit: "debitRejected" },
  { club: "NL", habit: "paysInTime", family: "Visser" },
  { club: "NL", habit: "paysInTime", family: "Visser" },
  { club: "AT", habit: "missesPart" },
  { club: "AT", habit: "paysBeforeDebit" },
  { club: "BE", habit: "never" },
  { club: "BE", habit: "divides", isBusiness: true },
  { club: "GB", habit: "paysTwice" },
  { club: "IE", habit: "withdrawsMandate" },
  { club: "CH", habit: "paysWithoutReference" },
  { club: "NL", habit: "dividesUnlawfully" },
  { club: "GB", habit: "never" },
  { club: "NL", habit: "debitReturned" },
  { club: "AT", habit: "paysInPart" },
  { club: "BE", habit: "isCredited" },
  { club: "CH", habit: "goesAway" },
  { club: "DE", habit: "isRetracted" },
  { club: "DE", habit: "missesPart", isBusiness: true },
  { club: "IE", habit: "objects" },
  // The roles from here on are played only in a large year.
  { club: "CH", habit: "divides", isBusiness: true },
  { club: "NL", habit: "divides", isBusiness: true },
  { club: "DE", habit: "dividesUnlawfully", livesIn: "FR" },
  { club: "BE", habit: "debited", family: "Peeters" },
  { club: "BE", habit: "debitReturned", family: "Peeters" },
  { club: "GB", habit: "missesPart" },
  { club: "CH", habit: "never", livesIn: "IT" },
  { club: "DE", habit: "paysAfterFee", isBusiness: true },
  { club: "NL", habit: "never", family: "Dekker" },
  { club: "NL", habit: "paysAfterFee", family: "Dekker" },
  { club: "AT", habit: "paysOnline" },
  { club: "IE", habit: "dividesUnlawfully" },
  { club: "GB", habit: "paysOnlineAndReturns" },
  { club: "BE", habit: "never", livesIn: "FR" },
  { club: "DE", habit: "paysLate" },
  { club: "AT", habit: "debited" },
  { club: "AT", habit: "isPaused" },
  { club: "NL", habit: "debited" },
  { club: "CH", habit: "paysTwice" },
  { club: "IE", habit: "paysInPart" },
];
