import { randomFillSync } from "node:crypto";

const RANDOM_BYTES = 14;
const pool = Buffer.alloc(RANDOM_BYTES * 512);
let used = pool.length;

/**
 * 40 lowercase hexadecimal characters: the first 12 are the time in Unix milliseconds, so that ids sort by age and
 * indexes stay local; the rest is random.
 */
export function newId(at = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString("hex", used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return at.toString(16).padStart(12, "0") + random;
}

/** When an id was made, in Unix milliseconds of real time. */
export function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16);
}
