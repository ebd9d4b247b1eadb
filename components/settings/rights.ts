import type { Reader } from "@/components/shell/reader";
import { type AccessLevel, accessLevels } from "@/server/domain/access-levels";
import type { MemberRights } from "@/server/tenancy/people/member";

/** A member's role and access level, asked for as one. */
type Standing = AccessLevel | "administrator";
export const standings: readonly Standing[] = [...accessLevels, "administrator"];

/** A member's rights as they are asked for in a form. */
export interface RightsForm {
  role: Standing;
  reach: "all" | "chosen";
  companyIds: string[];
}

export const noRightsYet: RightsForm = { role: "invoices", reach: "all", companyIds: [] };

export function rightsFormOf({ companyIds, ...standing }: MemberRights): RightsForm {
  return { role: standingOf(standing), reach: companyIds ? "chosen" : "all", companyIds: [...(companyIds ?? [])] };
}

export function rightsIn({ role, reach, companyIds }: RightsForm): MemberRights & { companyIds: string[] | null } {
  if (role === "administrator") return { role, accessLevel: "money", companyIds: null };
  return { role: "member", accessLevel: role, companyIds: reach === "chosen" ? companyIds : null };
}

/** The one word for what somebody may do. */
export function standingOf<Role extends Reader["role"]>({ role, accessLevel }: { role: Role; accessLevel: AccessLevel }) {
  return role === "member" ? accessLevel : (role as Exclude<Role, "member">);
}

/** Those that can be refused, and by which code where the server names none. */
export const rights = ["role", "companyIds"] as const;
export const rightOf = { invalid_company_ids: "companyIds", last_administrator: "role", invalid_role: "role" } as const;
