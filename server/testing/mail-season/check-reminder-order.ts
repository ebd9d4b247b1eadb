import { dayAt } from "@/server/domain/formats/calendar";
import { type Looked, sentAbout } from "./look";
import type { Request } from "./request";
import { faultsBy, faultUnless, type Rule } from "./rule";
import { isOpen, isOverdue, isReminder, rowOn } from "./sent-mail";

/** Returns the faults of a reminder's place among the mails about its invoices. */
export function faultsOfReminderOrder(request: Request): string[] {
  return isReminder(request.message) ? faultsBy(rules, request) : [];
}

/** Each invoice that it asks for is open and overdue. */
const asksOnlyForOverdue: Rule<Request> = ({ asked }) =>
  faultUnless(
    asked.every((each) => isOpen(each) && isOverdue(each)),
    "it asks for an invoice that cannot be asked for",
  );

/** Its number follows that of the last reminder of the same round, for each invoice. */
const isNextReminder: Rule<Request> = (request) => {
  const number = Number(request.message.kind.at(-1));
  const isNextOf = (each: Looked) => remindersBefore(request, each).length + 1 === number;
  return faultUnless(request.asked.every(isNextOf), "it is not the next reminder for each invoice that it asks for");
};

/** All days to pay by that earlier mails named are over. */
const waitsForNamedDays: Rule<Request> = (request) => {
  const { today } = request.own;
  const isOver = (each: Looked) => sentBefore(request, each).every(({ payBy }) => (payBy ?? "") < today);
  return faultUnless(request.asked.every(isOver), "a day that a mail named is not over");
};

/** One mail asks for all invoices of the payer for which a reminder of its kind is due on the day. */
const isOnlyOneOfDay: Rule<Request> = ({ message, own, asked, payers }) => {
  const isOfDay = (each: Looked) => sentAbout(each).some(({ kind, createdAt }) => kind === message.kind && dayAt(createdAt) === own.today);
  const isApart = (each: Looked) => isOfDay(each) && !asked.includes(each);
  return faultUnless(!payers.some(isApart), "another mail of its kind leaves on the same day");
};

const rules = [asksOnlyForOverdue, isNextReminder, waitsForNamedDays, isOnlyOneOfDay];

/** Returns the messages that were sent about an invoice before this one. */
function sentBefore({ message }: Request, looked: Looked) {
  const row = rowOn(looked, message);
  return sentAbout(looked).filter(({ id }) => id < message.id && id !== row?.id);
}

/** Returns the reminders of the same round that were sent about an invoice before this one. */
function remindersBefore(request: Request, looked: Looked) {
  const round = rowOn(looked, request.message)?.round;
  return sentBefore(request, looked).filter((each) => isReminder(each) && each.round === round);
}
