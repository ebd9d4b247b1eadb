import { inject } from "vitest";

/** Returns the host that serves the contract in this run: the production process, or plain `next start`. Throws if there is none. */
export function contractHost(): { baseUrl: string; isNext: boolean } {
  const name = process.env.CONTRACT_HOST ?? "";
  const baseUrl = inject("contractHosts")[name];
  if (!baseUrl) throw new Error(`No such host: ${name}`);
  return { baseUrl, isNext: name === "next start" };
}
