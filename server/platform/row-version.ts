import { createHash } from "node:crypto";

/**
 * Returns a version of a row's contents. An edit carries the version that its author saw, and is refused with `changed_meanwhile` if the
 * row differs by then. Computed from the contents, so that an edit that is reversed invalidates no version.
 */
export function versionOf(row: object): string {
  return createHash("sha256").update(JSON.stringify(row)).digest("base64url");
}
