import type { AccessLevel } from "@/server/domain/access-levels";

/** Who reads the page: what the shell shows of them. */
export interface Reader {
  name: string;
  email: string;
  role: "administrator" | "member" | "support";
  accessLevel: AccessLevel;
  partnerName: string | null;
  singleKeyShortcuts: boolean;
  isSandbox: boolean;
}
