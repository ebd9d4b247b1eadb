/** How much a partner's member may do, least first; each includes those before it. Administrators may do all of it. */
export const accessLevels = ["read", "answer", "invoices", "money"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Whether somebody at this level may do what needs the other. */
export function reaches(level: AccessLevel, needed: AccessLevel): boolean {
  return accessLevels.indexOf(level) >= accessLevels.indexOf(needed);
}
