import { z } from "zod";
import { isPlainName } from "@/server/domain/words/plain-name";

/** In characters. */
const LONGEST_NAME = 60;

/** Whether a person may have this name: mails to others contain names, which must not hold an address or several lines. */
export function isPersonName(name: string): boolean {
  return name.trim() !== "" && [...name].length <= LONGEST_NAME && isPlainName(name);
}

/** A name that a person chooses. Refused with `invalid_person_name`. */
export const personName = z
  .string("invalid_person_name")
  .transform((name) => name.trim())
  .refine(isPersonName, "invalid_person_name");
