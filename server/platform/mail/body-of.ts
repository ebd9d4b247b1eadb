import type { Mail } from "@/db/schema/mails";
import { decryptSecret } from "@/server/platform/secrets";

/** Returns the mail's text, decrypted if it is stored encrypted; null once the mail was sent. Throws as `decryptSecret` does. */
export function bodyOf({ id, body, bodyKeyId }: Pick<Mail, "id" | "body" | "bodyKeyId">): string | null {
  return body !== null && bodyKeyId !== null ? decryptSecret({ keyId: bodyKeyId, data: body }, `mails:${id}`) : body;
}
