import { isReminder, type MessageKind, messageKinds } from "./collection-messages";

/** Upper limits of what a company or a partner can set, in days, cents and characters. */
export const settingsLimits = { days: 365, feeCents: 100_000, salutationLength: 255, personalNoteLength: 2_000 };

/** Day on which each message is sent; null: not sent. Requests count from the transmission, reminders from the due date. */
export type MessageDays = Record<`${MessageKind}Day`, number | null>;

/**
 * Returns the messages whose day violates the order: each message is sent after the previous one, requests by the due date, reminders after
 * it.
 */
export function messagesOutOfOrder(settings: MessageDays & { dueDays: number }): MessageKind[] {
  // Requests may be sent from day 0 on, reminders from day 1 on.
  let lastRequest = -1;
  let lastReminder = 0;
  return messageKinds.filter((kind) => {
    const day = settings[`${kind}Day`];
    if (day === null) return false;
    if (isReminder(kind)) {
      const isOutOfOrder = day <= lastReminder;
      lastReminder = day;
      return isOutOfOrder;
    }
    const isOutOfOrder = day <= lastRequest || day > settings.dueDays;
    lastRequest = day;
    return isOutOfOrder;
  });
}
