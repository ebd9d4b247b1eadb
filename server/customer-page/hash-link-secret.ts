import { createHash } from "node:crypto";

/** What a link is looked up by. The secret is random, so that nothing is to be gained by trying many. */
export function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
