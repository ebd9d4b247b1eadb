import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { OutgoingMessage } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { type Payment, payments } from "@/db/schema/payments";
import { payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { dayToPay, dayToPayInstead } from "@/server/billing/collection/day-to-pay";
import { dueFromNow } from "@/server/billing/collection/due-from-now";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { isAsked, isCollected, isCreditNote, isHeld, payReturnedBy } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { isRecordedRefund } from "@/server/billing/invoices/recorded-refund";
import { forgivenCents } from "@/server/billing/payments/forgiven-cents";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { type ReasonWord, reasonWordOf } from "@/server/domain/banking/report-codes";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import type { AnnouncementKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { takenBackBy } from "@/server/domain/rules/payment-methods";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import { withOneFullStop } from "@/server/domain/words/spelling";
import { debitOfPayment, endOfMandate, type FailedDebit, reasonOfDebit, wholeOfDebit, wordsOnDebit } from "./failed-debit";
import type { Receipt } from "./find-receipts";
import { inOneParagraph } from "./said";
import { type BalanceToSay, paidCentsOf, partToPay, sayBalance, undecidedCentsOf } from "./say-balance";

/** Announcements older than this are dropped, in ms. Their age counts from a person's last request to send them again, if there is one. */
const NEWS_FOR_MS = 7 * DAY_MS;

type Announcement = OutgoingMessage & { kind: AnnouncementKind };

/** The values from which an announcement is composed. */
export interface Writing extends BalanceToSay {
  invoice: BalanceToSay["invoice"] &
    Pick<
      Invoice,
      | "invoiceNumber"
      | "externalInvoiceNumber"
      | "retractionReason"
      | "showRetractionReasonToCustomer"
      | "customerOrganization"
      | "customerPrefix"
      | "customerFirstName"
      | "customerInfix"
      | "customerLastName"
    >;
  /** Other invoices that the same transfer paid. */
  receipts: Receipt[];
  /** Purpose of the invoice, and the customer's name. */
  thing: string;
  /** As `thing`, for sentences that also name the invoice's number. */
  about: string;
  /** Sentences about a late-payment fee to come that a reminder has named. */
  feeAhead: string[];
  /** Sentences on the fate of announced direct debits, once nothing is left to pay; empty: none was announced. */
  noDebit: string;
}

interface Announced {
  subject: string;
  opening: string;
  details: string[];
  paragraphs: string[];
  /** Names and values shown in the mail; undefined: only the invoice's number and the account. */
  facts?: [string, string][];
  /** Label of the link if something is to be paid now. */
  label?: string;
  /** The day to pay by, if the message asks for payment. */
  payBy?: string;
  /** The due day, if the message takes the place of the first request. */
  dueOn?: string;
  invitesReply?: boolean;
  isToSeveral?: boolean;
  /** Invoice on whose page the customer is asked to name an account; undefined: the message's own. */
  pageOf?: string | undefined;
}

/** Composes an announcement: what happened, why, and the balance now. Undefined if it is older than 7 days or its event is unknown. */
export async function composeAnnouncement(db: Database, message: Announcement, given: Writing): Promise<Announced | undefined> {
  const wantedAt = message.sentAgainAt ?? message.createdAt;
  if (given.now.getTime() - wantedAt.getTime() > NEWS_FOR_MS) return undefined;
  const event = await findEvent(db, message, given);
  if (!event) return undefined;
  const isFirst = isFirstRequest(message, given, event);
  const writing = isFirst ? { ...given, collected: dueFromNow(given.collected, given.now) } : given;
  if (writing.receipts.length > 0) return sayReceipts(message, writing, event);
  const { kind } = message;
  const { say, company, invoice, money, day } = writing;
  const isTakenBack = kind === "payment_returned";
  const debitedOn = isTakenBack || kind === "payment_failed" ? event.debit?.collectOn : undefined;
  const at = debitedOn ?? (event.at && dayAt(event.at));
  const values = {
    company,
    number: invoice.externalInvoiceNumber,
    amount: money(event.amountCents),
    date: at ? day(at) : "",
    description: event.description ?? "",
    thing: writing.thing,
    about: writing.about,
    what: isCreditNote(writing.collected) ? "credit_note" : "one",
    paid: paidCentsOf(writing) > 0 ? "yes" : "no",
    by: isTakenBack || event.debit ? takenBackBy(event.method) : "bank",
    whole: wholeOfDebit(writing, event.debit, event.amountCents),
    when: at && at > dayAt(writing.now) ? "ahead" : "over",
    how: kind === "refunded" && event.isRecorded ? "direct" : "other",
  };
  const until = await findDayToPay(db, message, writing, event);
  const part = isTakenBack || kind === "payment_failed" ? partToPay(writing) : undefined;
  const restCents = kind === "withdrawn" && invoice.amountTotalCents <= 0 ? undecidedCentsOf(writing) : 0;
  return {
    subject: say(`subject.${kind}`, values),
    opening: withOneFullStop(say(`opening.${kind}`, values)),
    details: [
      ...inOneParagraph([message.kind === "withdrawn" ? reasonOf(writing) : ""]),
      ...inOneParagraph([...furtherWords(message, writing, event, until), sayBalance(kind, writing, until, event.debit)]),
      ...inOneParagraph(until ? wordsOnPaying(message, writing, event) : [writing.noDebit]),
      ...inOneParagraph([
        restCents > 0 ? say("paidRest", { amount: money(restCents), company, of: invoice.amountTotalCents < 0 ? "rest" : "all" }) : "",
      ]),
    ],
    paragraphs: [],
    invitesReply: kind === "withdrawn" && (restCents > 0 || paidCentsOf(writing) <= 0),
    ...(until && { label: say("pay", { amount: money(invoice.amountTotalCents) }), payBy: until }),
    ...(part && { label: say("pay", { amount: money(part.openCents) }) }),
    ...(until && isFirst && { dueOn: until }),
  };
}

/** Whether the message is about a failed direct debit and takes the place of the first request (`collected-invoices.ts`). */
function isFirstRequest({ kind }: Announcement, { collected }: Writing, { method }: Event): boolean {
  return kind === "payment_failed" && method === "sdd" && !isAsked(collected);
}

/**
 * Returns the day to pay by. A returned payment gives a day of its own, from which the reminders then count. Undefined if nothing can be asked
 * for now, or if the invoice is paid in instalments.
 */
async function findDayToPay(
  db: Database,
  { kind, partnerId, invoiceId }: Announcement,
  { collected, now }: Writing,
  { debit }: Event,
): Promise<string | undefined> {
  if (kind === "payment_returned")
    return isCollected(collected) && !isHeld(collected, now) && !runningPlan(collected, now) ? payReturnedBy(collected, now) : undefined;
  const named = await findNamedDays(db, partnerId, [invoiceId]);
  const isInstead = kind === "payment_failed" && debit;
  return (isInstead ? dayToPayInstead : dayToPay)(collected, named.get(invoiceId), now);
}

/** Announces one transfer that paid several invoices, or was booked on them by mistake, in the order in which they were recorded. */
function sayReceipts(
  { kind, invoiceId }: Announcement,
  { say, company, invoice, collected, isAccountNeeded, money, day, receipts, currency }: Writing,
  { amountCents, at, forgivenCents: ofOwn = null }: Event,
): Announced {
  const { country } = collected.payer;
  const amounts = { amountCents, outstandingCents: invoice.amountTotalCents, forgivenCents: ofOwn };
  const customerName = formatCustomerName(invoice);
  const own: Omit<Receipt, "aboutId" | "customerEmail"> = { ...invoice, ...amounts, invoiceId, customerName, country, isAccountNeeded };
  const all = [own, ...receipts].sort((one, other) => one.invoiceNumber - other.invoiceNumber);
  const amount = money(all.reduce((sum, each) => sum + each.amountCents, 0));
  const openCents = all.reduce((sum, each) => sum + Math.max(each.outstandingCents, 0), 0);
  const owedCents = all.reduce((sum, each) => sum + Math.max(0 - each.outstandingCents, 0), 0);
  const date = at ? day(dayAt(at)) : "";
  const values = { company, amount, count: String(all.length), date, what: "several", number: "", about: "" };
  const isReceipt = kind === "payment_received";
  const backOf = ({ amountCents: cents, outstandingCents }: typeof own) =>
    outstandingCents < 0 && cents + outstandingCents >= 0 ? money(0 - outstandingCents) : "none";
  const toNameAccount = all.filter((each) => each.outstandingCents < 0 && each.isAccountNeeded);
  const forgiven = all.map(({ forgivenCents: cents, country: law, externalInvoiceNumber: number }) =>
    isReceipt && cents ? say("feeForgiven", { date, fee: money(cents), law: feeWordsIn(law), what: "several", number }) : "",
  );
  const balance = [
    openCents === 0 ? say("together.settled") : "",
    openCents > 0 ? say("together.stillOpen", { amount: money(openCents) }) : "",
    owedCents > 0 ? say("balance.owed", { company, amount: money(owedCents), what: kind }) : "",
    ...toNameAccount.map(({ externalInvoiceNumber: number }) => say("together.giveAccount", { number, currency })),
  ];
  const [shown = own] = toNameAccount;
  return {
    subject: say(kind === "booking_undone" ? "together.undone" : "together.receipt", values),
    opening: say(kind === "booking_undone" ? "together.undoneOpening" : "opening.payment_received", values),
    isToSeveral: new Set(all.map(({ customerName }) => customerName)).size > 1,
    pageOf: shown.invoiceId,
    label: say("together.openEach", { number: shown.externalInvoiceNumber }),
    facts: all.map((each) => [
      say("together.each", { number: each.externalInvoiceNumber, name: each.customerName }),
      say("together.eachBooked", { kind, amount: money(each.amountCents), back: backOf(each) }),
    ]),
    paragraphs: [],
    details: [...inOneParagraph(forgiven), ...balance.filter(Boolean)],
  };
}

interface Event {
  /** Always above 0, whichever way the money went. */
  amountCents: number;
  at?: Date | null;
  /** How it was paid. */
  method?: Payment["method"];
  description?: string | null;
  /**
   * For an added amount: whether another one was added of which no mail had told by then, so that the customer knows no earlier sum. Mails are
   * worded one after the other: the first may have left by the time of the second, but names the sum of both.
   */
  isOneOfSeveral?: boolean;
  /** For a credit: whether nothing was recorded on the invoice since, so that the sum before it is known. */
  isLastLine?: boolean;
  chargedBackAt?: Date | null;
  /** ISO 20022 code with which a bank returned a payment. */
  returnReason?: string | null;
  /** The direct debit that a payment is of; null: none. */
  debit?: FailedDebit | null;
  /** Account to which a refund was transferred. */
  iban?: string | null;
  /** Whether the payment provider pays a refund back. */
  isByProvider?: boolean;
  /** Whether the company made a refund itself, and its people recorded it. */
  isRecorded?: boolean;
  /** Late-payment fee that was credited with a payment, because it was in time; null or absent: none. In cents. */
  forgivenCents?: number | null;
}

// Separate constants, because drizzle drops the table's name from columns that stand directly in a selected expression.
const isOneOfSeveral = sql`exists (select from outgoing_messages own join outgoing_messages other
    on other.partner_id = own.partner_id and other.invoice_id = own.invoice_id and other.kind = 'amount_added' and other.about_id <> own.about_id
  where own.partner_id = ${invoiceLines.partnerId} and own.invoice_id = ${invoiceLines.invoiceId} and own.kind = 'amount_added'
    and own.about_id = ${invoiceLines.id} and not exists (select from messages sent
      where sent.partner_id = other.partner_id and sent.id = other.id and sent.created_at < own.created_at))`;
const isLastLine = sql`not exists (select from invoice_lines later where later.partner_id = ${invoiceLines.partnerId}
  and later.invoice_id = ${invoiceLines.invoiceId} and later.position > ${invoiceLines.position})`;

async function findEvent(db: Database, { kind, partnerId, aboutId }: Announcement, { invoice }: Writing): Promise<Event | undefined> {
  const id = aboutId ?? "";
  if (kind === "withdrawn" || kind === "credit_note") return { amountCents: Math.abs(invoice.amountTotalCents) };
  if (kind === "refunded") {
    const [refund] = await db
      .select({
        amountCents: refunds.amountCents,
        at: refunds.endedAt,
        iban: payoutItems.iban,
        isByProvider: sql<boolean>`${refunds.paymentId} is not null and not ${refunds.isInFile}`,
        isRecorded: isRecordedRefund,
      })
      .from(refunds)
      .leftJoin(payoutItems, and(eq(payoutItems.partnerId, refunds.partnerId), eq(payoutItems.refundId, refunds.id)))
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.id, id)));
    return refund;
  }
  if (kind === "credited" || kind === "amount_added") {
    const { amountCents, description, date: at } = invoiceLines;
    const [line] = await db
      .select({
        amountCents,
        description,
        at,
        isOneOfSeveral: sql<boolean>`(${isOneOfSeveral})`,
        isLastLine: sql<boolean>`(${isLastLine})`,
      })
      .from(invoiceLines)
      .where(and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.id, id)));
    return line && { ...line, amountCents: Math.abs(line.amountCents) };
  }
  const { amountCents, endedAt: at, method, chargedBackAt, undoneBy } = payments;
  const { returnReason } = bankTransactions;
  const columns = { amountCents, at, method, chargedBackAt, undoneBy, returnReason };
  const [payment] = await db
    .select({ ...columns, debit: debitOfPayment, forgivenCents: forgivenCents("payments") })
    .from(payments)
    .leftJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.takenBackTransactionId)),
    )
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, id)));
  // A payment that was booked by mistake was not this customer's: only the undoing is announced. A payment that the bank took back is announced
  // as returned, and no receipt acknowledges it.
  if (kind === "payment_received" && payment?.chargedBackAt) return undefined;
  return (payment?.undoneBy != null) === (kind === "booking_undone") ? payment : undefined;
}

/** Reasons of a returned payment that a mail states. */
const toldReasons = ["account_closed", "account_blocked", "account_wrong", "no_cover", "not_authorised"] satisfies ReasonWord[];

/** States why the invoice was retracted, if the company shows it; the words may end without a full stop. */
function reasonOf({ say, invoice: { retractionReason: reason, showRetractionReasonToCustomer: isShown } }: Writing): string {
  return reason && isShown ? say("reason", { reason }) : "";
}

/** Returns the line of the fee for a returned payment; undefined if there is none. */
function feeOfReturn({ lines }: CollectedInvoice, { chargedBackAt }: Event): CollectedInvoice["lines"][number] | undefined {
  const at = chargedBackAt?.getTime();
  // Both lines have the same date: the bank's day if they came with a statement, otherwise the moment of the return.
  const back = lines.find(({ type, recordedAt }) => type === "CHARGEBACK-LINE" && recordedAt?.getTime() === at);
  return lines.find(({ type, date }) => type === "CHARGEBACK-FEE-LINE" && date.getTime() === (back?.date.getTime() ?? at));
}

/** Addresses customers who have paid already, and names a late-payment fee to come, in a message that asks for payment. */
function wordsOnPaying({ kind }: Announcement, { say, invoice, collected, money, feeAhead }: Writing, event: Event): string[] {
  const total = invoice.amountTotalCents;
  if (kind === "credited") return event.isLastLine ? [say("paidMore", { earlier: money(total + event.amountCents) })] : [];
  if (kind === "payment_returned") {
    const fee = feeOfReturn(collected, event)?.amountCents ?? 0;
    const isAllAgain = fee > 0 && total - fee === event.amountCents;
    if (isAllAgain) return [say("onlyFee", { earlier: money(event.amountCents), fee: money(fee) })];
    return fee > 0 ? [] : [say("paidAlready", { what: "none", again: "yes" })];
  }
  if (kind !== "amount_added") return [];
  const earlierCents = total - event.amountCents;
  const values = { earlier: money(earlierCents), added: money(event.amountCents) };
  return [...feeAhead, earlierCents > 0 && !event.isOneOfSeveral ? say("onlyAdded", values) : ""];
}

function furtherWords({ kind }: Announcement, writing: Writing, event: Event, until: string | undefined): string[] {
  const { say, company, invoice, collected, money, day } = writing;
  if (kind === "payment_received") {
    const { forgivenCents: cents, at } = event;
    if (!cents || !at) return [];
    const law = feeWordsIn(collected.payer.country);
    return [say("feeForgiven", { date: day(dayAt(at)), fee: money(cents), law, what: "one", number: "" })];
  }
  if (kind === "payment_failed") return wordsOnDebit(writing, event.debit);
  if (kind === "payment_returned") {
    const reason = toldReasons.find((word) => word === reasonWordOf(event.returnReason ?? ""));
    const fee = feeOfReturn(collected, event);
    return [
      ...(reason
        ? [say("returnReason", { reason })]
        : [reasonOfDebit(writing, event.debit) || say("askBank", { by: takenBackBy(event.method) })]),
      endOfMandate(writing, event.debit),
      until ? say("openAgain", { number: invoice.externalInvoiceNumber }) : "",
      fee ? say("returnFee", { fee: money(fee.amountCents) }) : "",
    ];
  }
  if (kind === "refunded") {
    if (event.iban) return [say("refundedTo", { iban: maskIban(event.iban) })];
    return event.isByProvider ? [say("refundedBack")] : [];
  }
  if (kind === "withdrawn") {
    const paid = paidCentsOf(writing);
    return [paid > 0 ? say("paidBefore", { amount: money(paid) }) : say("paidMeanwhile", { company })];
  }
  return [];
}
