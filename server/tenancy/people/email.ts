import { DomainError } from "@/server/errors";
import { isEmailAddress } from "@/server/platform/fields";

/** An e-mail address as accounts are identified by it: in lower case. */
export function spellEmail(given: string): string {
  return given.trim().toLowerCase();
}

/** The address of a new account. Throws `invalid_email`. */
export function checkEmail(given: string): string {
  const email = spellEmail(given);
  if (!isEmailAddress(email)) throw new DomainError("invalid_email");
  return email;
}
