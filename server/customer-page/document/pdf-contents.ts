import type { Transfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf, swissBillOf } from "@/server/bank/transfers/transfer-code";
import { beyondDebits } from "@/server/billing/collection/beyond-debits";
import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import type { SwissBill } from "@/server/domain/banking/swiss-code";
import type { Locale } from "@/server/domain/formats/locales";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { accountRows } from "./account-rows";
import { addressOf } from "./contact";
import { debitWords } from "./debit";
import { nextPartWords, partsWords } from "./instalments";
import { dueWords } from "./next-steps";
import { kindOf, labelOfSum, nameOf, type Reading, stateOfAccount, titleOf } from "./reading";
import { undecidedWords } from "./retraction";
import { kindOfReference, type TransferFact, transferFacts } from "./transfer-facts";

/** Contents of an invoice's PDF, with texts, amounts and dates in the reader's language. Plain data, because another thread draws it. */
export interface PdfContents {
  locale: Locale;
  title: string;
  company: string;
  /** Lines of the company's address, and its enterprise number if it has one. */
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
  /** Paragraphs at the end: when it was paid, how to pay, or who pays, and the retraction. */
  remarks: string[];
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
  const { invoice, transfer, senderLines, enterpriseNumber: number } = described;
  const reading = withWholeDates(pageReading);
  const { say, locale, money, date } = reading;
  const isToBePaid = !invoice.retractedAt && invoice.account.outstandingCents > 0;
  const divided = isToBePaid && !described.plan?.debit ? described.plan?.instalments : null;
  const facts = [
    nameOf(invoice, say),
    invoice.transmittedAt && say("pdf.invoiceDate", { what: kindOf(invoice), date: date(invoice.transmittedAt) }),
    divided && nextPartWords(divided, reading),
    ...(isToBePaid && !described.plan?.debit ? dueWords(described, reading).map(({ words }) => words) : []),
    say("pdf.asOf", { date: date(invoice.now) }),
  ];
  return {
    locale,
    title: titleOf(invoice, say),
    company: invoice.companyName,
    sender: [...senderLines, ...(number ? [say("pdf.enterpriseNumber", { number })] : [])],
    recipient: { label: say("pdf.recipient", { what: kindOf(invoice) }), lines: [...namesOf(invoice), ...addressOf(invoice)] },
    createdAt: invoice.now,
    facts: facts.flatMap((fact) => fact || []),
    columns: { description: say("pdf.description"), date: say("pdf.date"), amount: say("pdf.amount") },
    rows: accountRows(described, reading).map(({ words, note, date: at, amountCents }) => ({
      description: [words, note].filter(Boolean).join("\n"),
      date: date(at),
      amount: money(amountCents),
    })),
    total: { words: labelOfSum(described, reading), amount: money(Math.abs(invoice.account.outstandingCents)) },
    // An invoice that is collected by direct debit asks for no transfer.
    transfer: transfer && !described.plan?.debit ? transferOf(invoice, transfer, reading) : null,
    remarks: remarksOf(described, reading),
  };
}

type DrawnInvoice = Pick<
  CustomerInvoice,
  "invoice" | "transfer" | "relief" | "methods" | "plan" | "senderLines" | "enterpriseNumber" | "isAccountNeeded"
>;

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
    paragraphs: [say("transfer.useReference", { kind: kindOfReference(transfer, reading) })],
    epc: code && !code.isSwiss ? { text: code.text, words: say("transfer.scan") } : null,
    swiss: (code?.isSwiss && swissBillOf(described)) || null,
  };
}

/** Returns the paragraphs at the end, as `PdfContents` has them. */
function remarksOf({ invoice, transfer, methods, plan, isAccountNeeded }: DrawnInvoice, reading: Reading): string[] {
  const { say } = reading;
  const company = invoice.companyName;
  const { outstandingCents } = invoice.account;
  const isUnknown = isAccountNeeded && !invoice.accountChange;
  const willPay =
    outstandingCents < 0
      ? [
          say("due.willPay", { company, amount: reading.money(0 - outstandingCents) }),
          ...(isUnknown ? [say("pdf.giveAccount", { what: kindOf(invoice) })] : []),
        ]
      : [];
  if (invoice.retractedAt) return [...retractionOf(invoice, invoice.retractedAt, reading), ...willPay];
  if (outstandingCents <= 0) return outstandingCents === 0 ? [stateOfAccount(invoice, reading)] : willPay;
  const debited = debitWords({ plan, invoice, reading });
  const parts = partsWords({ plan, reading });
  // The link is in the mail, which has not reached every customer.
  const paysSelf = !debited || (plan?.instalments && beyondDebits(plan.instalments).length > 0);
  const howToPay = paysSelf && !transfer && methods.length > 0 && !invoice.isNotAsked ? [say("pdf.howToPay", { company })] : [];
  if (parts.length > 0) return [...(debited ? [debited] : []), say("instalments.yours"), ...parts, ...howToPay];
  if (debited) return [debited];
  const promised = plan?.promise?.state === "waiting" && invoice.hold?.promisedOn;
  if (promised) return [say("promise.noted", { date: reading.day(promised) })];
  return howToPay;
}

function retractionOf(invoice: CustomerInvoice["invoice"], retractedAt: Date, { say, date, money }: Reading): string[] {
  const reason = invoice.showRetractionReasonToCustomer && invoice.retractionReason;
  const { paidCents } = invoice.account;
  const undecided = undecidedWords(invoice, { say, money }, "pdf");
  return [
    `${say("retracted.title", { date: date(retractedAt) })} ${say("retracted.body")}`,
    ...(reason ? [say("retracted.reason", { reason })] : []),
    ...(paidCents > 0 ? [[say("retracted.paid", { amount: money(paidCents) }), ...undecided].join(" ")] : []),
  ];
}
