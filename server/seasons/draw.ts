import { createHash } from "node:crypto";
import type { CodeShare } from "@/server/domain/rules/scenario";

/** Returns the hash, in hexadecimal, of a season's seed and the names of the decision that is drawn. */
export function digest(seed: string, ...about: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([seed, ...about]))
    .digest("hex");
}

/** Draws a number from 0 up to, but not including, 1: always the same for the same seed and names. */
export function draw(seed: string, ...about: readonly string[]): number {
  return Number.parseInt(digest(seed, ...about).slice(0, 12), 16) / 0x1_0000_0000_0000;
}

/** Draws whether an event of this probability, in percent, happens. */
export function happens(percent: number, seed: string, ...about: readonly string[]): boolean {
  return draw(seed, ...about) * 100 < percent;
}

/** Draws a whole number from `least` to `most`, both included. */
export function drawWhole([least, most]: readonly [least: number, most: number], seed: string, ...about: readonly string[]): number {
  return least + Math.floor(draw(seed, ...about) * (Math.max(most, least) - least + 1));
}

/** Draws the fate of a direct debit: the bank rejects it, it goes back after it was booked, or, null, it is paid. */
export function drawDebitFate(
  { rejected, returned }: { rejected: readonly CodeShare[]; returned: readonly CodeShare[] },
  seed: string,
  ...about: readonly string[]
): { kind: "rejected" | "returned"; code: string } | null {
  let left = draw(seed, "debit", ...about) * 100;
  for (const [kind, shares] of [["rejected", rejected] as const, ["returned", returned] as const]) {
    for (const { code, percent } of shares) {
      if (left < percent) return { kind, code };
      left -= percent;
    }
  }
  return null;
}
