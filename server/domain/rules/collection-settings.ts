import type { Locale } from "@/server/domain/formats/locales";
import { isReminder, type MessageKind, messageKinds } from "./collection-messages";

/** Upper limits of what a company or a partner can set, in days, cents and characters. */
export const settingsLimits = { days: 365, feeCents: 100_000, salutationLength: 255, personalNoteLength: 2_000, consequenceLength: 500 };

/** A company's own texts to customers in one language. Empty: the service's text, or none. */
export interface CompanyTexts {
  /** Salutation of messages. */
  salutation: string;
  /** Added to requests and reminders. */
  personalNote: string;
  /** One sentence of the last reminder: the consequence of not paying. */
  consequence: string;
}

/** Texts by the customer's language. A language without any is absent. */
export type TextsByLanguage = Partial<Record<Locale, CompanyTexts>>;

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
