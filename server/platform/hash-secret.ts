import { createHash } from "node:crypto";

/**
 * Hashes a secret that the service made, for storage and lookup: an API key, a customer's link, a mailed token, a recovery code. Each has
 * at least 80 random bits, so one round of SHA-256 is enough.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
