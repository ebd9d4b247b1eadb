import type { Mail } from "@/db/schema/mails";
import { decryptSecret } from "@/server/platform/secrets";
import { isMailKind } from "./mail-kinds";
import { type MailText, mailText, UnwordableMail } from "./mail-text";

/** Columns from which a mail is worded. */
export type WordableMail = Pick<Mail, "id" | "locale" | "kind" | "values" | "valuesKeyId" | "subject" | "body" | "bodyKeyId">;

/**
 * Words a queued mail in its reader's language. A mail without a kind was queued by an earlier version, or is a customer's message: its
 * subject and body are returned as they are. The body is null once the mail was sent. Throws `UnwordableMail` if the kind is unknown, as
 * that of a newer version is, or the values do not fit.
 */
export function wordMail(mail: WordableMail): { subject: string; body: string | null } {
  if (mail.kind === null) return { subject: mail.subject ?? "", body: readText(mail.id, mail.body, mail.bodyKeyId) };
  const values = readText(mail.id, mail.values, mail.valuesKeyId);
  if (values === null) return { subject: mail.subject ?? "", body: null };
  return wordKind(mail.locale, mail.kind, values);
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

function readText(id: string, text: string | null, keyId: string | null): string | null {
  if (text === null || keyId === null) return text;
  try {
    return decryptSecret({ keyId, data: text }, `mails:${id}`);
  } catch {
    throw new UnwordableMail(`it cannot be decrypted with key ${keyId}`);
  }
}
