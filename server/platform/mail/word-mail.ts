import type { Mail } from "@/db/schema/mails";
import { isMailKind } from "./mail-kinds";
import { type MailText, mailText } from "./mail-text";
import { readStoredText, UnwordableMail } from "./stored-text";

/** Columns from which a mail is worded. */
export type WordableMail = Pick<Mail, "id" | "locale" | "kind" | "values" | "valuesKeyId" | "subject" | "body" | "bodyKeyId">;

/** Subject and body in the reader's language. The body is null once the mail was sent. */
interface WordedMail {
  subject: string;
  body: string | null;
  /** Address for answers; absent: as in `MAIL_FROM`. */
  replyTo?: string;
}

/**
 * Words a queued mail in its reader's language. A mail without a kind was queued by an earlier version, or is a customer's message: its
 * subject and body are returned as they are. Throws `UnwordableMail` if the kind is unknown, for example because a newer version queued the
 * mail, or if the values do not fit.
 */
export function wordMail(mail: WordableMail): WordedMail {
  if (mail.kind === null) return { subject: mail.subject ?? "", body: readStoredText(mail.id, mail.body, mail.bodyKeyId) };
  const values = readStoredText(mail.id, mail.values, mail.valuesKeyId);
  if (values === null) return { subject: mail.subject ?? "", body: null };
  return wordKind(mail.locale, mail.kind, values);
}

/** Words a mail as `wordMail` does. If this version cannot word it, returns undefined and passes the reason to `onFailure`. */
export function tryToWord(mail: WordableMail, onFailure: (reason: string) => void = () => {}): WordedMail | undefined {
  try {
    return wordMail(mail);
  } catch (error) {
    if (!(error instanceof UnwordableMail)) throw error;
    onFailure(error.message);
    return undefined;
  }
}

function wordKind(locale: Mail["locale"], kind: string, values: string): MailText {
  if (!isMailKind(kind)) throw new UnwordableMail("the kind is unknown");
  try {
    return mailText(locale, kind, JSON.parse(values));
  } catch (error) {
    // Other errors may quote values, as those of JSON's parser do.
    throw error instanceof UnwordableMail ? error : new UnwordableMail("the values cannot be read");
  }
}
