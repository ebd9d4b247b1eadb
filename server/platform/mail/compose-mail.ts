import type { Mail } from "@/db/schema/mails";
import { isMailKind } from "./mail-kinds";
import { type MailText, mailText } from "./mail-text";
import { readStoredText, UncomposableMail } from "./stored-text";

/** Columns from which a mail is composed. */
export type ComposableMail = Pick<Mail, "id" | "locale" | "kind" | "values" | "valuesKeyId" | "subject" | "body" | "bodyKeyId">;

/** Subject and body in the reader's language. The body is null once the mail was sent. */
interface ComposedMail {
  subject: string;
  body: string | null;
  /** Address for answers; absent: as in `MAIL_FROM`. */
  replyTo?: string;
}

/**
 * Composes a queued mail in its reader's language. A mail without a kind was queued by an earlier version, or is a customer's message: its
 * subject and body are returned as they are. Throws `UncomposableMail` if the kind is unknown, for example because a newer version queued
 * the mail, or if the values do not fit.
 */
export function composeMail(mail: ComposableMail): ComposedMail {
  if (mail.kind === null) return { subject: mail.subject ?? "", body: readStoredText(mail.id, mail.body, mail.bodyKeyId) };
  const values = readStoredText(mail.id, mail.values, mail.valuesKeyId);
  if (values === null) return { subject: mail.subject ?? "", body: null };
  return composeKind(mail.locale, mail.kind, values);
}

/** Composes a mail as `composeMail` does. If this version cannot compose it, returns undefined and passes the reason to `onFailure`. */
export function tryToCompose(mail: ComposableMail, onFailure: (reason: string) => void = () => {}): ComposedMail | undefined {
  try {
    return composeMail(mail);
  } catch (error) {
    if (!(error instanceof UncomposableMail)) throw error;
    onFailure(error.message);
    return undefined;
  }
}

function composeKind(locale: Mail["locale"], kind: string, values: string): MailText {
  if (!isMailKind(kind)) throw new UncomposableMail("the kind is unknown");
  try {
    return mailText(locale, kind, JSON.parse(values));
  } catch (error) {
    // Replaces any other error: its message may contain the mail's values, as a message of `JSON.parse` does. They must not reach the log.
    throw error instanceof UncomposableMail ? error : new UncomposableMail("the values cannot be read");
  }
}
