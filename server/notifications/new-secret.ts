import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** Returns a new secret for verifying signatures, in the form of the Standard Webhooks specification. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
