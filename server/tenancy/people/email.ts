import { DomainError } from "@/server/errors";
import { isEmailAddress } from "@/server/platform/fields";

/** Returns an e-mail address in the form that identifies accounts: in lower case. */
export function spellEmail(given: string): string {
  return given.trim().toLowerCase();
}

/** Returns the address of a new account. Throws `invalid_email`. */
export function checkEmail(given: string): string {
  const email = spellEmail(given);
  if (!isEmailAddress(email)) throw new DomainError("invalid_email");
  return email;
}
