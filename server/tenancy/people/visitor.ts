import { randomBytes } from "node:crypto";
import { hashSecret } from "@/server/platform/hash-secret";
import { keyedHash } from "@/server/platform/keyed-hash";

/** Who stands at the door, before they say who they are. */
export interface Visitor {
  /** Of the client, as far as it can be believed. */
  address: string;
  /** What the browser keeps to be known again; null where it brought none. */
  deviceToken: string | null;
  /** What the browser calls itself. */
  userAgent: string;
}

export function newDeviceToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether the text has the shape of a device token. */
export function isDeviceToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Only hashes of a visitor are kept; of the address a keyed one, because there are few enough addresses to try them all. */
export function hashesOf({ address, deviceToken }: Visitor): { addressHash: string; tokenHash: string | null } {
  return {
    addressHash: keyedHash(`known address ${address}`),
    tokenHash: deviceToken && hashSecret(deviceToken),
  };
}
