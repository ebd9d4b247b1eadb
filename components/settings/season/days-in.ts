import { MOST_SEASON_DAYS } from "@/server/domain/rules/scenario";

/** Returns the typed number of days; null for an empty text, which stands for all days, and undefined for any other text. */
export function daysIn(text: string): number | null | undefined {
  if (text === "") return null;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= MOST_SEASON_DAYS ? days : undefined;
}
