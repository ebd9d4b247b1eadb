import { SECOND_MS } from "./time";

/** The time zone in which companies' days begin and end. */
export const TIME_ZONE = "Europe/Amsterdam";

const clockZones: Record<string, string> = { GB: "Europe/London", IE: "Europe/Dublin" };

/**
 * Returns the time zone of the clocks in a company's country (ISO 3166-1 alpha-2), for times of day that its customers read. Days without a
 * time are those of `TIME_ZONE` in every country.
 */
export function clockZoneOf(country: string): string {
  return clockZones[country] ?? TIME_ZONE;
}

/** Returns the moment at which clocks of the time zone show this time, such as `2026-11-26T09:15:00.000`. An hour that they skip is the next one. */
export function momentAt(wall: string, timeZone: string): Date {
  const wallMs = Date.parse(`${wall}Z`);
  const clocks = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const aheadMs = (ms: number) => Date.parse(`${clocks.format(ms).replace(" ", "T")}Z`) - Math.floor(ms / SECOND_MS) * SECOND_MS;
  // The zone's offset at the guessed moment is that of the result, except during a clock change.
  const guess = wallMs - aheadMs(wallMs);
  return new Date(wallMs - aheadMs(guess));
}
