import type { Actor } from "@/server/actor";
import { isCompanyName } from "@/server/domain/words/plain-name";
import { DomainError } from "@/server/errors";

/**
 * Throws `invalid_name` for a name of more than one line or with a web or e-mail address in it. Keys are exempt, because the interface
 * stores text as it was sent; mails show such a name without line breaks and addresses (`companyNameInMail`).
 */
export function requireCompanyName(actor: Pick<Actor, "kind">, name: string): void {
  if (actor.kind !== "key" && !isCompanyName(name)) throw new DomainError("invalid_name", undefined, "name");
}
