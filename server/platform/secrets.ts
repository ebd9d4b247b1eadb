import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { encryptionKeys } from "@/server/env";

/** An encrypted secret as stored. */
export interface EncryptedSecret {
  /** Id of the key in ENCRYPTION_KEY that was used. */
  keyId: string;
  /** Base64 of the nonce, the tag and the encrypted text. */
  data: string;
}

/** Place of a stored secret: its table and the row's id. */
export type SecretRow = `${"customer_links" | "endpoints" | "factors" | "mails"}:${string}`;

/** Prefix of secrets that are bound to their row. Older secrets are not bound until `manage secrets:rotate` has encrypted them again. */
export const BOUND = "row:";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret that must be readable later; secrets that are only compared are hashed instead. The result can be decrypted only for
 * the same row, so that no secret can be moved to another row.
 */
export function encryptSecret(plain: string, row: SecretRow): EncryptedSecret {
  const [{ id, key }] = encryptionKeys();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(row));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return { keyId: id, data: BOUND + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64") };
}

/** Decrypts a secret. Throws if its key was removed from ENCRYPTION_KEY, or if it was encrypted for another row. */
export function decryptSecret({ keyId, data }: EncryptedSecret, row: SecretRow): string {
  const used = encryptionKeys().find(({ id }) => id === keyId);
  if (!used) throw new Error(`ENCRYPTION_KEY lacks key ${keyId}, with which a secret is stored`);
  const isBound = data.startsWith(BOUND);
  const bytes = Buffer.from(isBound ? data.slice(BOUND.length) : data, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, used.key, nonce, { authTagLength: TAG_BYTES });
  if (isBound) decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
