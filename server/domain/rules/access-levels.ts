/** Access levels of a partner's members, lowest first. Each includes the levels before it. Administrators may do everything. */
export const accessLevels = ["read", "answer", "invoices", "money"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Returns whether this level includes the needed one. */
export function reaches(level: AccessLevel, needed: AccessLevel): boolean {
  return accessLevels.indexOf(level) >= accessLevels.indexOf(needed);
}
