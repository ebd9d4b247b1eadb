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
