import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { newSecret } from "@/server/notifications/new-secret";
import { BOUND, decryptSecret as decryptFor, type EncryptedSecret, encryptSecret as encryptFor } from "./secrets";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function withKeys(...keys: string[]): void {
  vi.stubEnv("ENCRYPTION_KEY", keys.join(","));
  forgetEnv();
}

const row = "endpoints:one";
const encryptSecret = (plain: string) => encryptFor(plain, row);
const decryptSecret = (stored: EncryptedSecret) => decryptFor(stored, row);

const newKey = () => randomBytes(32).toString("hex");

test("a new secret is 32 random bytes, encoded as receivers' libraries expect", () => {
  const secrets = Array.from({ length: 1_000 }, newSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  }
});

test("an encrypted secret can be decrypted, and its ciphertext differs each time", () => {
  const secret = newSecret();
  const stored = Array.from({ length: 100 }, () => encryptSecret(secret));
  for (const one of stored) expect(decryptSecret(one)).toBe(secret);
  expect(new Set(stored.map(({ data }) => data)).size).toBe(100);
  expect(JSON.stringify(stored)).not.toContain(secret.slice("whsec_".length));
});

test("a flipped bit anywhere in the stored text is detected", () => {
  const { keyId, data } = encryptSecret(newSecret());
  const bytes = Buffer.from(data.slice(BOUND.length), "base64");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => decryptSecret({ keyId, data: BOUND + flipped.toString("base64") }), `bit ${bit}`).toThrow();
  }
});

test("truncated text is detected", () => {
  const { keyId, data } = encryptSecret(newSecret());
  const bytes = Buffer.from(data.slice(BOUND.length), "base64");
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => decryptSecret({ keyId, data: BOUND + bytes.subarray(0, length).toString("base64") }), `${length} bytes`).toThrow();
  }
});

test("keys can be rotated: the first encrypts, all decrypt, and a removed one does not", () => {
  const [older, newer] = [newKey(), newKey()];
  const secret = newSecret();
  withKeys(`2027:${older}`);
  const before = encryptSecret(secret);
  expect(before.keyId).toBe("2027");

  withKeys(`2028:${newer}`, `2027:${older}`);
  const after = encryptSecret(secret);
  expect(after.keyId).toBe("2028");
  expect([before, after].map((stored) => decryptSecret(stored))).toEqual([secret, secret]);

  withKeys(`2028:${newer}`);
  expect(decryptSecret(after)).toBe(secret);
  expect(() => decryptSecret(before)).toThrow("ENCRYPTION_KEY lacks key 2027");
});

test("a key without an id can be rotated as well, as key 1", () => {
  const [older, newer] = [newKey(), newKey()];
  const secret = newSecret();
  withKeys(older);
  const before = encryptSecret(secret);

  withKeys(`2:${newer}`, `1:${older}`);
  expect(decryptSecret(before)).toBe(secret);
  expect(encryptSecret(secret).keyId).toBe("2");
});

test("another key under the same id decrypts nothing", () => {
  withKeys(newKey());
  const stored = encryptSecret(newSecret());
  withKeys(newKey());
  expect(() => decryptSecret(stored)).toThrow();
});

test("base64 and hexadecimal spell the same key", () => {
  const key = randomBytes(32);
  const secret = newSecret();
  withKeys(key.toString("base64"));
  const stored = encryptSecret(secret);
  withKeys(key.toString("hex").toUpperCase());
  expect(decryptSecret(stored)).toBe(secret);
});

test("a secret can be decrypted only in its own row, also without the mark that binds it", () => {
  const stored = encryptFor(newSecret(), "endpoints:one");
  for (const elsewhere of ["endpoints:other", "factors:one"] as const) expect(() => decryptFor(stored, elsewhere)).toThrow();
  expect(() => decryptFor({ ...stored, data: stored.data.slice(BOUND.length) }, "endpoints:one")).toThrow();
});
