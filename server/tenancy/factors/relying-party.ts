import { isValid } from "ipaddr.js";
import { env } from "@/server/env";

/** Whom a passkey is made for: this service, at its own address. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/** Null where browsers make no passkeys: at a bare address such as 127.0.0.1, and without https elsewhere than on localhost. */
export function relyingParty(): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(env().PUBLIC_URL);
  if (isValid(hostname.replace(/^\[|\]$/g, "")) || (protocol !== "https:" && hostname !== "localhost")) return null;
  return { rpID: hostname, origin };
}
