import fc from "fast-check";
import { inject } from "vitest";

/** Makes fast-check generate the same values in each run with the same seed, also where a test names none. */
export function seedGenerators(): void {
  fc.configureGlobal({ seed: inject("generatorSeed") });
}
