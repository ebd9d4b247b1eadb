import type { OutgoingMessage } from "@/db/schema/collections";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import type { ComposedMail } from "../mails-to";
import type { Looked } from "./look";

/** A mail on the day on which it is sent. */
export interface SentMail {
  mail: ComposedMail;
  message: OutgoingMessage;
  /** The message's own invoice. */
  own: Looked;
  /** All invoices of the same payer, including the message's own, in the season's order. */
  payers: Looked[];
}

/** Whether a message asks for payment: a request, a reminder, or the note before a fee. */
export function isAsking(message: OutgoingMessage): boolean {
  return message.kind.startsWith("request") || isReminder(message) || message.kind === FEE_NOTE;
}

/** Whether a message is a reminder. */
export function isReminder({ kind }: OutgoingMessage): boolean {
  return kind.startsWith("reminder");
}

/** Returns the row of an invoice for a message: the message itself, or one that is sent as a part of it. */
export function rowOn({ books }: Looked, message: OutgoingMessage): OutgoingMessage | undefined {
  return books.outgoing.find(({ id, carriedBy }) => id === message.id || carriedBy === message.id);
}

/** Whether a message is recorded on an invoice as sent. */
export function isRecordedOn(looked: Looked, message: OutgoingMessage): boolean {
  const row = rowOn(looked, message);
  return row?.state === "sent" && looked.books.messages.some(({ id }) => id === row.id);
}

/** Whether an invoice is owed, and neither held nor being paid. */
export function isOpen({ isOwed, isHeld, isBeingPaid }: Looked): boolean {
  return isOwed && !isHeld && !isBeingPaid;
}

/** Whether an invoice's due day is over. */
export function isOverdue({ collection }: Looked): boolean {
  return collection.days_overdue > 0;
}
