import { createHash } from "node:crypto";

/**
 * The form in which a secret of ours is stored and looked up: an API key, a customer's link, a mailed token. Each is at least 128 random bits,
 * so one round of SHA-256 suffices.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
