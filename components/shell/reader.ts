import type { AccessLevel } from "@/server/domain/rules/access-levels";

/** Facts about the reader that the shell and its pages need. */
export interface Reader {
  name: string;
  email: string;
  role: "administrator" | "member" | "support";
  accessLevel: AccessLevel;
  partnerName: string | null;
  singleKeyShortcuts: boolean;
  isSandbox: boolean;
  /** Whether the partner's companies may collect by direct debit. */
  mayDebit: boolean;
}
