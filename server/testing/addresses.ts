import { randomBytes } from "node:crypto";

/** Returns headers with a new network address. Failed sign-ins are counted per address, so a test that fails on purpose needs its own. */
export function fromNewAddress(): { "X-Forwarded-For": string } {
  const network = randomBytes(4).toString("hex").match(/.{4}/g) ?? [];
  return { "X-Forwarded-For": `2001:db8:${network.join(":")}::1` };
}
