import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { errors } from "@/server/errors";

/** Codes that the interface never answers: errors for operators, tested with the commands and services. */
const NEVER_ON_THE_WIRE = ["invalid_partner_id", "invalid_api_key_id"];

/** Records that a test made the interface answer this code. */
export function sawCode(file: string, code: string): void {
  appendFileSync(file, `${code}\n`);
}

/** Returns the codes of the catalogue that no test has produced. */
export function unseenCodes(file: string): string[] {
  const seen = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  return Object.keys(errors).filter((code) => !seen.has(code) && !NEVER_ON_THE_WIRE.includes(code));
}
