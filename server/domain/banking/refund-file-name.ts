import { dayAt } from "@/server/domain/formats/calendar";
import { latinLetters } from "@/server/domain/words/latin-letters";
import { plainLetters } from "@/server/domain/words/plain-letters";

/** Maximum length of the organisation's part, in characters. */
const LONGEST_NAME = 60;

/**
 * Returns the name of a refund file's download without its extension, such as `refunds-2026-11-29-ruderverein-munchen`: only characters that
 * headers and all file systems accept. Omits the organisation if nothing of its name is left.
 */
export function refundFileName({ companyName, createdAt }: { companyName: string; createdAt: Date }): string {
  const company = plainLetters(latinLetters(companyName))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, LONGEST_NAME)
    .replace(/-$/, "");
  return ["refunds", dayAt(createdAt), company].filter(Boolean).join("-");
}
