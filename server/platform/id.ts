import { randomFillSync } from "node:crypto";

// Random bytes are drawn for 512 ids at once. `used` counts the bytes that are spent.
const RANDOM_BYTES = 12;
const pool = Buffer.alloc(RANDOM_BYTES * 512);
let used = pool.length;
let lastAt = 0;
let madeThen = 0;

/**
 * Returns a new id: 40 lowercase hexadecimal characters. The first 12 are the time in Unix ms, so that ids sort by age and indexes stay
 * compact. The next 4 number this process's ids within that millisecond, so that its records sort in order. The rest is random.
 */
export function newId(at = Date.now()): string {
  madeThen = at === lastAt ? madeThen + 1 : 0;
  lastAt = at;
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString("hex", used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return inHex(at, 12) + inHex(madeThen % 0x1_0000, 4) + random;
}

function inHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** Returns the time in an id, in Unix ms: the real time of its creation, unless `newId` was given another. */
export function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16);
}
