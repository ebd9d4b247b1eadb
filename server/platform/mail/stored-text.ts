import { decryptSecret } from "@/server/platform/secrets";

/** Error: this version cannot compose a mail. Its message gives the reason, and contains none of the mail's values. */
export class UncomposableMail extends Error {}

/**
 * Returns a mail's stored values or body in plain text; null if there are none. A text with a key (`keyId`) is stored encrypted. Throws
 * `UncomposableMail` if it cannot be decrypted, for example because this process lacks the key.
 */
export function readStoredText(mailId: string, text: string | null, keyId: string | null): string | null {
  if (text === null || keyId === null) return text;
  try {
    return decryptSecret({ keyId, data: text }, `mails:${mailId}`);
  } catch {
    throw new UncomposableMail(`it cannot be decrypted with key ${keyId}`);
  }
}
