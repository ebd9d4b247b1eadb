import { DomainError } from "@/server/errors";

/**
 * Numbers of lines and refunds of an invoice's account that a person saw when deciding. Neither ever decreases, so equal numbers mean that nothing
 * was added since.
 */
export interface SeenAccount {
  lines: number;
  refunds: number;
}

/** Returns the account that the person saw. Throws `changed_meanwhile` if the request does not state it, as one of an outdated page. */
export function requireSeen(seen: SeenAccount | null): SeenAccount {
  if (!seen) throw new DomainError("changed_meanwhile");
  return seen;
}
