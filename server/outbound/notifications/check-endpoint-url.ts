import { DomainError } from "@/server/errors";
import { findReachableAddresses, type Resolve } from "./find-reachable-addresses";
import { type Reach, readEndpointUrl } from "./read-endpoint-url";

/**
 * Whether notifications may go there, as far as it can be told beforehand (contract, section 4); each connection looks again. Throws
 * `invalid_url` for what is no address of an endpoint and `url_not_public` for one that leads inside, or nowhere.
 */
export async function checkEndpointUrl(url: string, reach: Reach, resolve?: Resolve): Promise<void> {
  const { hostname } = readEndpointUrl(url, reach);
  await findReachableAddresses(hostname, reach, resolve).catch(() => {
    throw new DomainError("url_not_public");
  });
}
