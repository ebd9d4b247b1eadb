import { env, isForThisMachine } from "@/server/env";
import type { Person } from "@/server/tenancy/people/person";

/** Step that is missing after the right password: giving the second factor, or setting one up. */
export type MissingStep = "proof" | "factor";

/**
 * Returns the step that is missing; null: the person is signed in. A service that only this machine reaches requires nobody to set up a
 * factor, because its people are invented.
 */
export function missingStep(person: Person): MissingStep | null {
  if (person.hasFactor) return person.provedAt ? null : "proof";
  return needsFactor(person) && !isForThisMachine(env()) ? "factor" : null;
}

/** Whether the person must have a factor. People who sign in with an organisation prove their identity there, by its rules. */
export function needsFactor({ mustHaveFactor, method }: Person): boolean {
  return mustHaveFactor && method === "password";
}
