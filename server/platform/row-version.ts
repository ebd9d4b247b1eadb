import { createHash } from "node:crypto";

/**
 * Returns a version of a row's contents. An edit states the version that its author saw, and is refused with `changed_meanwhile` if the row
 * is different by then. Depends only on the contents, so after an edit is undone, earlier versions are valid again.
 */
export function versionOf(row: object): string {
  return createHash("sha256").update(JSON.stringify(row)).digest("base64url");
}
