import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** What a receiver verifies signatures with, as the Standard Webhooks specification writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
