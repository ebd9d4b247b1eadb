import { env, isForThisMachine } from "@/server/env";
import type { Person } from "@/server/tenancy/people/person";

/** What stands between a right password and everything else: the second factor is to be given, or one is to be set up. */
export type MissingStep = "proof" | "factor";

/** Null: the person is in. On a service for this machine alone nobody has to set up a factor, because its people are for trying out. */
export function missingStep({ hasFactor, mustHaveFactor, provedAt, method }: Person): MissingStep | null {
  if (hasFactor) return provedAt ? null : "proof";
  // Who signs in with an organisation proves themselves there, by its rules.
  return mustHaveFactor && method === "password" && !isForThisMachine(env()) ? "factor" : null;
}
