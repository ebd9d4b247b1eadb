import { sessionLimits } from "@/server/domain/rules/session-limits";
import { DomainError } from "@/server/errors";
import type { Person } from "@/server/tenancy/people/person";

/**
 * Throws `identity_not_proved` unless the person proved their identity in the last half hour: a browser left open must not move money or
 * rights.
 */
export function requireProof({ provedAt }: Pick<Person, "provedAt">): void {
  if (!provedAt || Date.now() - provedAt.getTime() > sessionLimits.proofMs) throw new DomainError("identity_not_proved");
}
