import { randomBytes } from "node:crypto";

/** Failed authentication is counted per address: a test that fails on purpose comes from one of its own. */
export function fromNewAddress(): { "X-Forwarded-For": string } {
  const network = randomBytes(4).toString("hex").match(/.{4}/g) ?? [];
  return { "X-Forwarded-For": `2001:db8:${network.join(":")}::1` };
}
