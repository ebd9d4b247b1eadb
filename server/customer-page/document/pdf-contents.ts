import type { Transfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf, swissBillOf } from "@/server/bank/transfers/transfer-code";
import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import type { SwissBill } from "@/server/domain/banking/swiss-code";
import type { Locale } from "@/server/domain/formats/locales";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { addressOf } from "./contact";
import { dueWords } from "./next-steps";
import { nameOf, type Reading, stateOfAccount, titleOf, wordingOf } from "./reading";
import { type TransferFact, transferFacts } from "./transfer-facts";

/** Contents of an invoice's PDF, with texts, amounts and dates in the reader's language. Plain data, because another thread draws it. */
export interface PdfContents {
  locale: Locale;
  title: string;
  company: string;
  /** Lines of the company's address. */
  sender: string[];
  recipient: { label: string; lines: string[] };
  createdAt: Date;
  /** Number, dates and the day to pay by, each on a line of its own. */
  facts: string[];
  /** Headings of the columns. */
  columns: PdfRow;
  rows: PdfRow[];
  /** The outstanding amount. Positive, even if the company owes it to the customer. */
  total: { words: string; amount: string };
  /** Null if nothing is to be transferred. */
  transfer: PdfTransfer | null;
  /** Paragraphs about the retraction; empty if the invoice was not retracted. */
  retraction: string[];
}

export interface PdfTransfer {
  title: string;
  facts: TransferFact[];
  paragraphs: string[];
  /** Content of the code for bank apps, and its caption; null if there is no such code. */
  epc: { text: string; words: string } | null;
  /** Content of the Swiss QR-bill at the end of the PDF; null if there is none. */
  swiss: SwissBill | null;
}

export interface PdfRow {
  description: string;
  date: string;
  amount: string;
}

/** Returns the contents of the PDF, in the same words as on the customer's page: customer, lines, payments and outstanding amount. */
export function pdfContents(described: DrawnInvoice, pageReading: Reading): PdfContents {
  const { invoice, transfer, senderLines } = described;
  const reading = withWholeDates(pageReading);
  const { say, locale, money, date } = reading;
  const isToBePaid = !invoice.retractedAt && invoice.account.outstandingCents > 0;
  const facts = [
    nameOf(invoice, say),
    invoice.transmittedAt && say("pdf.invoiceDate", { date: date(invoice.transmittedAt) }),
    ...(isToBePaid ? dueWords(described, reading).map(({ words }) => words) : []),
    say("pdf.asOf", { date: date(invoice.now) }),
  ];
  return {
    locale,
    title: titleOf(invoice, say),
    company: invoice.companyName,
    sender: senderLines,
    recipient: { label: say("pdf.recipient"), lines: [...namesOf(invoice), ...addressOf(invoice)] },
    createdAt: invoice.now,
    facts: facts.flatMap((fact) => fact || []),
    columns: { description: say("pdf.description"), date: say("pdf.date"), amount: say("pdf.amount") },
    rows: invoice.lines.map((line) => ({
      description: wordingOf(line, invoice, say),
      date: date(line.date, "date"),
      amount: money(line.amountCents),
    })),
    total: { words: stateOfAccount(invoice, reading), amount: money(Math.abs(invoice.account.outstandingCents)) },
    transfer: transfer && transferOf(invoice, transfer, reading),
    retraction: retractionOf(invoice, reading),
  };
}

type DrawnInvoice = Pick<CustomerInvoice, "invoice" | "transfer" | "plan" | "senderLines">;

/** Returns texts and formats whose dates never break over lines. */
function withWholeDates(reading: Reading): Reading {
  const whole = (date: string) => date.replaceAll(" ", "\u00a0");
  return { ...reading, date: (at, style) => whole(reading.date(at, style)), day: (day, style) => whole(reading.day(day, style)) };
}

/** Returns the organisation and the person, if there are both. */
function namesOf(invoice: CustomerInvoice["invoice"]): string[] {
  const person = formatCustomerName({ ...invoice, customerOrganization: null });
  return [...new Set([invoice.customerName, person])].filter(Boolean);
}

function transferOf(invoice: CustomerInvoice["invoice"], transfer: Transfer, reading: Reading): PdfTransfer {
  const { say } = reading;
  const described = { invoice, transfer };
  const code = codeOf(described);
  return {
    title: say("transfer.title"),
    facts: transferFacts(transfer, reading),
    paragraphs: [say("transfer.useReference")],
    epc: code && !code.isSwiss ? { text: code.text, words: say("transfer.scan") } : null,
    swiss: (code?.isSwiss && swissBillOf(described)) || null,
  };
}

function retractionOf(invoice: CustomerInvoice["invoice"], { say, date }: Reading): string[] {
  const { retractedAt } = invoice;
  if (!retractedAt) return [];
  const reason = invoice.showRetractionReasonToCustomer && invoice.retractionReason;
  return [
    `${say("retracted.title", { date: date(retractedAt) })} ${say("retracted.body")}`,
    ...(reason ? [say("retracted.reason", { reason })] : []),
  ];
}
