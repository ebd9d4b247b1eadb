import type { MemberRights } from "@/server/tenancy/people/member";

/** A member's rights as they are asked for in a form. */
export interface RightsForm {
  role: MemberRights["role"];
  reach: "all" | "chosen";
  companyIds: string[];
}

export const noRightsYet: RightsForm = { role: "member", reach: "all", companyIds: [] };

export function rightsFormOf({ role, companyIds }: MemberRights): RightsForm {
  return { role, reach: companyIds ? "chosen" : "all", companyIds: [...(companyIds ?? [])] };
}

export function rightsIn({ role, reach, companyIds }: RightsForm): { role: MemberRights["role"]; companyIds: string[] | null } {
  return { role, companyIds: role === "member" && reach === "chosen" ? companyIds : null };
}

/** Those that can be refused, and by which code where the server names none. */
export const rights = ["role", "companyIds"] as const;
export const rightOf = { invalid_company_ids: "companyIds", last_administrator: "role", invalid_role: "role" } as const;
