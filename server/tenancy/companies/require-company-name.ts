import type { Actor } from "@/server/actor";
import { isCompanyName } from "@/server/domain/plain-name";
import { DomainError } from "@/server/errors";

/**
 * Throws `invalid_name` for a name that is more than one line or has an address in it. Keys are exempt, because the interface keeps text as it came; mails show such
 * a name without both (`companyNameInMail`).
 */
export function requireCompanyName(actor: Pick<Actor, "kind">, name: string): void {
  if (actor.kind !== "key" && !isCompanyName(name)) throw new DomainError("invalid_name", undefined, "name");
}
