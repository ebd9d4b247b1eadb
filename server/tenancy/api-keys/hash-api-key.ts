import { createHash } from "node:crypto";

/** What is stored of a key. It is 256 random bits, so one round of SHA-256 suffices. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
