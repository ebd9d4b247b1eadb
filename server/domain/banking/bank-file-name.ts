import { dayAt } from "@/server/domain/formats/calendar";
import { shortReference } from "@/server/domain/formats/short-reference";
import { latinLetters } from "@/server/domain/words/latin-letters";
import { plainLetters } from "@/server/domain/words/plain-letters";

/** Maximum length of the company's name, in characters. */
const LONGEST_NAME = 60;

/** A file for a company's bank. */
interface BankFile {
  id: string;
  companyName: string;
  createdAt: Date;
}

/**
 * Returns the name of a file's download without its extension, such as `refunds-2026-11-29-ruderverein-munchen-3f9a12bc`. The company's name
 * is reduced to characters that headers and all file systems accept, and omitted if none are left. The end of the file's id tells two files
 * of one day apart. `word`: the word for such files in the reader's language.
 */
export function bankFileName(word: string, { id, companyName, createdAt }: BankFile): string {
  const company = plainLetters(latinLetters(companyName))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, LONGEST_NAME)
    .replace(/-$/, "");
  return [word, dayAt(createdAt), company, shortReference(id)].filter(Boolean).join("-");
}
