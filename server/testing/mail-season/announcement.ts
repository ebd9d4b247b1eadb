import { isFeeNamed } from "./coming-fees";
import { hasOwnFee, type Looked } from "./look";
import { divideWords } from "./other-open-invoices";
import type { SentMail } from "./sent-mail";
import { asking } from "./words";

/** A mail about something that happened to an invoice, read. */
export interface Announcement extends SentMail {
  event: Happened;
  /** Its words without the paragraphs about the payer's other open invoices. */
  text: string;
  /** Whether it asks for payment. */
  asks: boolean;
  /** Coming late-payment fee of which a mail about an added amount must say what avoids it: the invoice's own, if mails named it before. */
  fee: Looked["fee"];
}

/** An event of an invoice that a mail tells. */
interface Happened {
  /** Its amount in cents, without a sign; 0 if nothing is known of it. */
  cents: number;
  /** Time of it; null if it is unknown, as that of a retraction. */
  at: Date | null;
  /** Fees for a returned payment, in cents. */
  returnFees: number[];
}

/** Announcements that list the payer's other open invoices. */
const listsOthers = ["payment_received", "payment_returned", "amount_added"];

/** Reads a mail about something that happened. Returns with it a fault if it does not list the payer's other open invoices as it should. */
export function readAnnouncement(sent: SentMail, words: string): { announcement: Announcement; faults: string[] } {
  const { message, own } = sent;
  const { text, faults } = divideWords(words, sent, [own], listsOthers.includes(message.kind) ? "all" : "none");
  const mustExplainFee = message.kind === "amount_added" && hasOwnFee(own) && isFeeNamed(own);
  const announcement: Announcement = {
    ...sent,
    event: { ...happened(own, message.aboutId), returnFees: message.kind === "payment_returned" ? chargebackFeesOf(own) : [] },
    text,
    asks: asking[own.region.locale].test(text),
    fee: mustExplainFee ? own.fee : undefined,
  };
  return { announcement, faults };
}

/** Returns the payment, refund or line with an id; without one, all that was billed, as for a retraction. */
function happened({ books }: Looked, aboutId: string | null): Pick<Happened, "cents" | "at"> {
  const moved = [...books.payments, ...books.refunds].find(({ id }) => id === aboutId);
  if (moved) return { cents: moved.amountCents, at: moved.endedAt };
  const line = books.lines.find(({ id }) => id === aboutId);
  if (line) return { cents: Math.abs(line.amountCents), at: line.date };
  return { cents: Math.abs(books.billedCents), at: null };
}

function chargebackFeesOf({ books }: Looked): number[] {
  return books.lines.filter(({ type }) => type === "CHARGEBACK-FEE-LINE").map(({ amountCents }) => amountCents);
}
