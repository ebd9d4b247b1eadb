import { randomBytes } from "node:crypto";
import { hashSecret } from "@/server/platform/hash-secret";
import { keyedHash } from "@/server/platform/keyed-hash";

/** Sender of a request, before they are identified. */
export interface Visitor {
  /** The client's address, as far as the proxies in between are trusted. */
  address: string;
  /** Value of the browser's device cookie; null if it sent none. */
  deviceToken: string | null;
  /** The browser's User-Agent header. */
  userAgent: string;
}

export function newDeviceToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether the text has the shape of a device token. */
export function isDeviceToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Returns hashes, the only form in which a visitor is stored. The address has a keyed hash, because there are few enough addresses to try
 * them all.
 */
export function hashesOf({ address, deviceToken }: Visitor): { addressHash: string; tokenHash: string | null } {
  return {
    addressHash: keyedHash(`known address ${address}`),
    tokenHash: deviceToken && hashSecret(deviceToken),
  };
}
