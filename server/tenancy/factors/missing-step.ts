import { env, isForThisMachine } from "@/server/env";
import type { Person } from "@/server/tenancy/people/person";

/** Step that is missing after the right password: giving the second factor, or setting one up. */
export type MissingStep = "proof" | "factor";

/**
 * Returns the step that is missing; null: the person is signed in. A service that only this machine reaches requires nobody to set up a
 * factor, because its people are invented.
 */
export function missingStep({ hasFactor, mustHaveFactor, provedAt, method }: Person): MissingStep | null {
  if (hasFactor) return provedAt ? null : "proof";
  // People who sign in with an organisation prove their identity there, by its rules.
  const needsFactor = mustHaveFactor && method === "password";
  return needsFactor && !isForThisMachine(env()) ? "factor" : null;
}
