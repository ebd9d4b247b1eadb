import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { encryptionKeys } from "@/server/env";

/** A secret as it is stored. */
export interface EncryptedSecret {
  /** Which of ENCRYPTION_KEY's keys it was encrypted with. */
  keyId: string;
  /** Base64 of the nonce, the tag and the encrypted text. */
  data: string;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** For secrets that must be read again: what is only compared is kept as a hash instead. */
export function encryptSecret(plain: string): EncryptedSecret {
  const [{ id, key }] = encryptionKeys();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return { keyId: id, data: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64") };
}

/** Throws where the key is no longer in ENCRYPTION_KEY, or what is stored is not what was encrypted. */
export function decryptSecret({ keyId, data }: EncryptedSecret): string {
  const used = encryptionKeys().find(({ id }) => id === keyId);
  if (!used) throw new Error(`ENCRYPTION_KEY lacks key ${keyId}, with which a secret is stored`);
  const bytes = Buffer.from(data, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, used.key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
