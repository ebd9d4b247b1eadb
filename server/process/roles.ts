/**
 * Roles of the service's processes. `npm start` runs one or more of each under a supervisor; `npm start -- --only <role>` runs one alone.
 * - `api` answers the interface, and passes everything else on to `pages`.
 * - `pages` renders pages and answers the portal.
 * - `work` runs the background jobs.
 */
export const roles = ["api", "pages", "work"] as const;

export type Role = (typeof roles)[number];

export function isRole(text: string | undefined): text is Role {
  return roles.some((role) => role === text);
}
