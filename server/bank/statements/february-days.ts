/**
 * Returns the last day of February for a 29th or 30th that does not exist: banks that count months of 30 days write `2026-02-30`. Returns other
 * days as they are, even `2026-04-31`, which no bank writes on purpose.
 */
export function withoutFebruary30(day: string): string {
  const [, year = "", written = ""] = /^(\d{4})-02-(29|30)$/.exec(day) ?? [];
  if (written === "") return day;
  // Day 0 of March is the last day of February.
  const last = new Date(Date.UTC(Number(year), 2, 0)).getUTCDate();
  return `${year}-02-${Math.min(last, Number(written))}`;
}
