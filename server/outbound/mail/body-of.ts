import type { Mail } from "@/db/schema/mails";
import { decryptSecret } from "@/server/platform/secrets";

/** What the mail says; null once it was sent. Throws as `decryptSecret` does. */
export function bodyOf({ id, body, bodyKeyId }: Pick<Mail, "id" | "body" | "bodyKeyId">): string | null {
  return body !== null && bodyKeyId !== null ? decryptSecret({ keyId: bodyKeyId, data: body }, `mails:${id}`) : body;
}
