import type { Reader } from "@/components/shell/reader";
import { type AccessLevel, accessLevels } from "@/server/domain/rules/access-levels";
import type { MemberRights } from "@/server/tenancy/people/member";

/** A member's role and access level as one choice. */
type Standing = AccessLevel | "administrator";
export const standings: readonly Standing[] = [...accessLevels, "administrator"];

/** A member's rights in a form. `reach`: whether `companyIds` limits the member to some companies. */
export interface RightsForm {
  role: Standing;
  reach: "all" | "chosen";
  companyIds: string[];
}

/** Rights that the form suggests for a new member. */
export const suggestedRights: RightsForm = { role: "invoices", reach: "all", companyIds: [] };

/** Converts a member's rights to a form's values. */
export function rightsFormOf({ companyIds, ...standing }: MemberRights): RightsForm {
  return { role: standingOf(standing), reach: companyIds ? "chosen" : "all", companyIds: [...(companyIds ?? [])] };
}

/** Converts a form's values to a member's rights. Administrators have all rights in all companies. */
export function rightsIn({ role, reach, companyIds }: RightsForm): MemberRights & { companyIds: string[] | null } {
  if (role === "administrator") return { role, accessLevel: "money", companyIds: null };
  return { role: "member", accessLevel: role, companyIds: reach === "chosen" ? companyIds : null };
}

/** Returns a person's role as one word: a member's access level, otherwise the role itself. */
export function standingOf<Role extends Reader["role"]>({ role, accessLevel }: { role: Role; accessLevel: AccessLevel }) {
  return role === "member" ? accessLevel : (role as Exclude<Role, "member">);
}

/** Fields that can be refused. */
export const refusableFields = ["role", "companyIds"] as const;
/** Field of each code, for refusals in which the server names none. */
export const fieldOfCode = { invalid_company_ids: "companyIds", last_administrator: "role", invalid_role: "role" } as const;
