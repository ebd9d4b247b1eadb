/**
 * Returns the last day of February for its days that do not exist: banks that count months of 30 days write `2026-02-30`. Other days are
 * returned as they are, `2026-04-31` for instance, which no bank means.
 */
export function withoutFebruary30(day: string): string {
  const [, year = "", written = ""] = /^(\d{4})-02-(29|30)$/.exec(day) ?? [];
  if (written === "") return day;
  // Day 0 of March is the last day of February.
  const last = new Date(Date.UTC(Number(year), 2, 0)).getUTCDate();
  return `${year}-02-${Math.min(last, Number(written))}`;
}
