import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { type CollectedInvoice, dueOnOf } from "@/server/billing/collection/plan";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import type { AnnouncementKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import type { Receipt } from "./find-receipts";
import type { sayInMessage } from "./say-in-message";

/** Announcements older than this are dropped, in ms. */
const NEWS_FOR_MS = 7 * DAY_MS;

type Announcement = OutgoingMessage & { kind: AnnouncementKind };

/** The values from which an announcement is composed. */
export interface Writing {
  say: (typeof sayInMessage)["en"];
  company: string;
  invoice: Pick<
    Invoice,
    | "invoiceNumber"
    | "externalInvoiceNumber"
    | "amountTotalCents"
    | "retractionReason"
    | "showRetractionReasonToCustomer"
    | "directDebitIban"
    | "customerOrganization"
    | "customerPrefix"
    | "customerFirstName"
    | "customerInfix"
    | "customerLastName"
  >;
  collected: CollectedInvoice;
  money: (cents: number) => string;
  /** Formats a day such as `2026-11-20`. */
  day: (day: string) => string;
  now: Date;
  /** Other invoices that the same transfer paid. */
  receipts: Receipt[];
}

interface Announced {
  subject: string;
  opening: string;
  paragraphs: string[];
  /** Names and values shown in the mail; undefined: only the invoice's numbers. */
  facts?: [string, string][];
}

/** Composes an announcement: what happened, and the balance now. Undefined if it is older than 7 days or its event is unknown. */
export async function composeAnnouncement(db: Database, message: Announcement, writing: Writing): Promise<Announced | undefined> {
  if (writing.now.getTime() - message.createdAt.getTime() > NEWS_FOR_MS) return undefined;
  const event = await findEvent(db, message, writing);
  if (!event) return undefined;
  if (writing.receipts.length > 0) return sayReceipts(message, writing, event);
  const { say, company, invoice, money, day } = writing;
  const values = {
    company,
    number: invoice.externalInvoiceNumber,
    amount: money(event.amountCents),
    date: event.at ? day(dayAt(event.at)) : "",
    description: event.description ?? "",
  };
  return {
    subject: say(`subject.${message.kind}`, values),
    opening: say(`opening.${message.kind}`, values),
    paragraphs: [...furtherWords(message, writing, event), balanceOf(message, writing)].filter((words) => words !== ""),
  };
}

/** Announces one transfer that paid several invoices, or was booked on them by mistake, in the order in which they were recorded. */
function sayReceipts(
  { kind }: Announcement,
  { say, company, invoice, money, day, receipts }: Writing,
  { amountCents, at }: Event,
): Announced {
  const own = { ...invoice, customerName: formatCustomerName(invoice), amountCents, outstandingCents: invoice.amountTotalCents };
  const all = [own, ...receipts].sort((one, other) => one.invoiceNumber - other.invoiceNumber);
  const amount = money(all.reduce((sum, each) => sum + each.amountCents, 0));
  const openCents = all.reduce((sum, each) => sum + Math.max(each.outstandingCents, 0), 0);
  const owedCents = all.reduce((sum, each) => sum + Math.max(0 - each.outstandingCents, 0), 0);
  const values = { company, amount, count: String(all.length), date: at ? day(dayAt(at)) : "" };
  return {
    subject: say(kind === "booking_undone" ? "together.undone" : "together.receipt", values),
    opening: say(kind === "booking_undone" ? "together.undoneOpening" : "opening.payment_received", values),
    facts: all.map((each) => [
      say("together.each", { number: each.externalInvoiceNumber, name: each.customerName }),
      money(each.amountCents),
    ]),
    paragraphs: [
      openCents > 0 ? say("together.stillOpen", { amount: money(openCents) }) : "",
      owedCents > 0 ? say("balance.owed", { company, amount: money(owedCents) }) : "",
      openCents + owedCents === 0 ? say("together.settled") : "",
    ].filter(Boolean),
  };
}

interface Event {
  /** Always above 0, whichever way the money went. */
  amountCents: number;
  at?: Date | null;
  description?: string | null;
  chargedBackAt?: Date | null;
}

async function findEvent(db: Database, { kind, partnerId, aboutId }: Announcement, { invoice }: Writing): Promise<Event | undefined> {
  const id = aboutId ?? "";
  if (kind === "withdrawn" || kind === "credit_note") return { amountCents: Math.abs(invoice.amountTotalCents) };
  if (kind === "refunded") {
    const [refund] = await db
      .select({ amountCents: refunds.amountCents, at: refunds.endedAt })
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.id, id)));
    return refund;
  }
  if (kind === "credited" || kind === "amount_added") {
    const { amountCents, description, date: at } = invoiceLines;
    const [line] = await db
      .select({ amountCents, description, at })
      .from(invoiceLines)
      .where(and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.id, id)));
    return line && { ...line, amountCents: Math.abs(line.amountCents) };
  }
  const { amountCents, endedAt: at, chargedBackAt, undoneBy } = payments;
  const [payment] = await db
    .select({ amountCents, at, chargedBackAt, undoneBy })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, id)));
  // A payment that was booked by mistake was not this customer's: only the undoing is announced.
  return (payment?.undoneBy != null) === (kind === "booking_undone") ? payment : undefined;
}

function furtherWords({ kind }: Announcement, { say, company, invoice, collected, money }: Writing, event: Event): string[] {
  if (kind === "payment_returned") {
    const fee = collected.lines.find(
      ({ type, date }) => type === "CHARGEBACK-FEE-LINE" && date.getTime() === event.chargedBackAt?.getTime(),
    );
    return fee ? [say("returnFee", { company, fee: money(fee.amountCents) })] : [];
  }
  if (kind === "withdrawn") {
    const { retractionReason: reason, showRetractionReasonToCustomer: isShown } = invoice;
    return reason && isShown ? [say("reason", { reason })] : [];
  }
  return kind === "credit_note" && !invoice.directDebitIban ? [say("giveAccount")] : [];
}

/** States what is to be paid and by when, or that nothing is, unless the message has said so. */
function balanceOf({ kind }: Announcement, { say, company, invoice, collected, money, day, now }: Writing): string {
  const { amountTotalCents: cents } = invoice;
  if (cents < 0) return say("balance.owed", { company, amount: money(-cents) });
  if (cents === 0) return kind === "withdrawn" ? "" : say("balance.settled");
  const dueOn = dueOnOf(collected, now);
  return say(dueOn < dayAt(now) ? "balance.overdue" : "balance.open", { amount: money(cents), due: day(dueOn) });
}
