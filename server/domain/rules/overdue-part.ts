import { dayAt } from "@/server/domain/formats/calendar";
import { type AccountLine, sumOf } from "./account";
import { categoryOf } from "./line-types";

/**
 * Returns how much of the outstanding amount was to be paid by a day, in cents; null: all that was billed. Amounts that were billed later are
 * not, and payments count towards the earlier ones first.
 */
export function overduePartCents(lines: readonly (AccountLine & { date: Date })[], until: string): number | null {
  const later = lines.filter(({ date }) => dayAt(date) > until);
  if (!later.some(({ type }) => categoryOf(type) === "billed")) return null;
  const added = later.filter(({ type }) => categoryOf(type) === "billed" || categoryOf(type) === "fee");
  return Math.max(sumOf(lines) - sumOf(added), 0);
}
