import { createHash } from "node:crypto";

/**
 * Returns a version of a row's contents. An edit carries the version that its author saw, and is refused with `changed_meanwhile` if the
 * row differs by then. Computed from the contents, so that versions read before an edit are valid again once it is undone.
 */
export function versionOf(row: object): string {
  return createHash("sha256").update(JSON.stringify(row)).digest("base64url");
}
