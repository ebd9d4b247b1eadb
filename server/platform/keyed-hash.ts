import { createHmac } from "node:crypto";
import { authSecrets } from "@/server/env";

/**
 * Returns a keyed hash for low-entropy values such as IP addresses: comparable while the newest secret is the same, and not
 * reversible without it.
 */
export function keyedHash(text: string): string {
  return createHmac("sha256", authSecrets()[0]).update(text).digest("hex");
}
