import { decryptSecret } from "@/server/platform/secrets";

/** A mail that this version cannot compose. The message says why, without any of the mail's values. */
export class UncomposableMail extends Error {}

/**
 * Reads a mail's stored values or body, decrypting them if they have a key. Throws `UncomposableMail` if they cannot be decrypted, for
 * example because this process lacks the key.
 */
export function readStoredText(mailId: string, text: string | null, keyId: string | null): string | null {
  if (text === null || keyId === null) return text;
  try {
    return decryptSecret({ keyId, data: text }, `mails:${mailId}`);
  } catch {
    throw new UncomposableMail(`it cannot be decrypted with key ${keyId}`);
  }
}
