import { createHash } from "node:crypto";

/**
 * Stands for a row as somebody read it. Whoever changes the row tells what they had before them, and is refused with `changed_meanwhile` when that is
 * no longer so. Of the row's contents, so that what was not changed after all refuses nobody.
 */
export function versionOf(row: object): string {
  return createHash("sha256").update(JSON.stringify(row)).digest("base64url");
}
