import ipaddr from "ipaddr.js";
import { env } from "@/server/env";

/** Party for which a passkey is created: this service, at its own address. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/** Returns null where browsers create no passkeys: at an IP address such as 127.0.0.1, and without https except on localhost. */
export function relyingParty(): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(env().PUBLIC_URL);
  const isIpAddress = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
  const isSecure = protocol === "https:" || hostname === "localhost";
  if (isIpAddress || !isSecure) return null;
  return { rpID: hostname, origin };
}
