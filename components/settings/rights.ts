import type { MemberRights } from "@/server/people/member";
import type { Failure } from "../failure";

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

/** Which of them was refused; nothing where it is about something else. */
export function refusedRight({ code, fields }: Failure): "role" | "companyIds" | undefined {
  if (code === "invalid_company_ids" || fields.companyIds) return "companyIds";
  if (code === "last_administrator" || code === "invalid_role" || fields.role) return "role";
  return undefined;
}
