import { z } from "zod";
import { isPlainName } from "@/server/domain/plain-name";

const MOST = 60;

/** Whether people may call themselves so: names stand in mails to others, and must not carry an address or lines of their own. */
export function isPersonName(name: string): boolean {
  return name.trim() !== "" && [...name].length <= MOST && isPlainName(name);
}

/** A name that a person chooses. Refused with `invalid_person_name`. */
export const personName = z
  .string("invalid_person_name")
  .transform((name) => name.trim())
  .refine(isPersonName, "invalid_person_name");
