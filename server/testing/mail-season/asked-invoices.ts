import type { OutgoingMessage } from "@/db/schema/collections";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { type Looked, sentAbout } from "./look";
import { hasTimeAfterReturn } from "./named-days";
import { isOpen, isOverdue, isRecordedOn, isReminder, type SentMail } from "./sent-mail";

/** Returns the invoices that a request, reminder or note asks for: its own, and others of the same payer. */
export function askedFor({ message, own, payers }: SentMail): Looked[] {
  const isIncluded = isReminder(message) ? isRecordedOn : isAskedForToo;
  return payers.filter((each) => each === own || isIncluded(each, message));
}

/**
 * Whether a request or a note asks for another invoice of the payer, too: a request for one that is not overdue, a note for an overdue one unless
 * a mail named a later day for it. Neither does if the customer has time left after a returned payment.
 */
function isAskedForToo(looked: Looked, message: OutgoingMessage): boolean {
  if (!isOpen(looked) || hasTimeAfterReturn(looked)) return false;
  return message.kind === FEE_NOTE ? isOverdue(looked) && !hasLaterDay(looked, message) : !isOverdue(looked);
}

/** Whether a mail about an invoice named a later day to pay by than a message. */
function hasLaterDay(looked: Looked, message: OutgoingMessage): boolean {
  return sentAbout(looked).some(({ payBy }) => (payBy ?? "") > (message.payBy ?? ""));
}
