import { DomainError } from "@/server/errors";
import { findReachableAddresses, type Resolve } from "./find-reachable-addresses";
import { type Reach, readEndpointUrl } from "./read-endpoint-url";

/**
 * Checks that notifications may be sent to the address (contract, section 4); each connection checks again. Throws `invalid_url` if it
 * cannot be an endpoint's address, and `url_not_public` if its host has a private address or none.
 */
export async function checkEndpointUrl(url: string, reach: Reach, resolve?: Resolve): Promise<void> {
  const { hostname } = readEndpointUrl(url, reach);
  await findReachableAddresses(hostname, reach, resolve).catch(() => {
    throw new DomainError("url_not_public");
  });
}
