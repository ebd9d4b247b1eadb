import type { Reader } from "@/components/shell/reader";
import { type AccessLevel, accessLevels } from "@/server/domain/rules/access-levels";
import type { MemberRights } from "@/server/tenancy/people/member";

/** A member's role and access level as one choice. */
type Standing = AccessLevel | "administrator";
export const standings: readonly Standing[] = [...accessLevels, "administrator"];

/** A member's rights in a form. */
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

/** Returns a person's rights as one word. */
export function standingOf<Role extends Reader["role"]>({ role, accessLevel }: { role: Role; accessLevel: AccessLevel }) {
  return role === "member" ? accessLevel : (role as Exclude<Role, "member">);
}

/** Fields that can be refused, and the field for each code if the server names none. */
export const rights = ["role", "companyIds"] as const;
export const rightOf = { invalid_company_ids: "companyIds", last_administrator: "role", invalid_role: "role" } as const;
