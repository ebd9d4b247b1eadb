import type { BankCalendar } from "@/server/domain/banking/bank-days";
import type { Locale } from "@/server/domain/formats/locales";

/** Account that a season's bank keeps. */
export interface SeasonAccount {
  iban: string;
  currency: string;
  holder: string;
  calendar: BankCalendar;
}

/** An invoice as the machine sees it. Amounts in cents. */
export interface SeasonInvoice {
  id: string;
  /** The partner's own number, and a count if several invoices have it. All draws for the invoice depend on this key. */
  key: string;
  /** Payer: the `customer_key` (db/rules/shared.sql). */
  payerKey: string;
  payerName: string;
  locale: Locale;
  invoiceNumber: number;
  /** Reference of a transfer, as banks transmit it. */
  reference: string;
  /** IBAN of the company's account, to whose transfers the reference belongs. */
  iban: string;
  /** Day on which the customer was first asked to pay, or asked again after a payment that went back. */
  askedOn: string;
  dueOn: string;
  /** Amount that is outstanding. */
  owedCents: number;
  /** Amount that was billed. */
  billedCents: number;
  /** Whether its customer pays by transfer: transfers are offered, and no direct debit collects it. */
  isTransferred: boolean;
}

/** A direct debit in a file that the bank has. Amounts in cents. */
export interface SeasonDebit {
  /** Numbers of its invoices. All draws for the debit depend on this key and on the day. */
  key: string;
  fileId: string;
  /** Day on which the bank got the file. */
  handedOutOn: string;
  /** Whether the bank has answered about the debit. */
  isReported: boolean;
  status: "at_bank" | "booked";
  collectOn: string;
  amountCents: number;
  endToEndId: string;
  batchId: string;
  holder: string;
  payerIban: string;
  /** IBAN of the company's account. */
  iban: string;
}

/** Facts from which the files of a day follow, beside the seed and the scenario. */
export interface SeasonFacts {
  accounts: SeasonAccount[];
  invoices: SeasonInvoice[];
  debits: SeasonDebit[];
}

/** Days that are played together. They are several only if the clock was moved without the machine. */
export interface SeasonDays {
  /** The day before the first of them. */
  after: string;
  /** The last of them. */
  day: string;
}

export function isWithin(day: string, { after, day: last }: SeasonDays): boolean {
  return day > after && day <= last;
}
