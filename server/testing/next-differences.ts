import { contractHost } from "./contract-host";

/**
 * Complete list of requests that `next start` answers itself, before any route of the service. The production process answers all of them as
 * the contract says.
 */
const differences = {
  "malformed HTTP": "Node's own server refuses it with an empty 400, and Next gives no way to word that.",
  "headers over 16 KiB": "Node's own server refuses them with an empty 431.",
  "an offer to upgrade": "Next listens for upgrades and closes the connection of a client that offers one.",
  "escapes that are no UTF-8": "Next decodes the path before it looks for a route, and answers 400 with a page.",
  "repeated slashes": "Next redirects to the path without them.",
  compression: "Next compresses by itself, with gzip alone.",
  "methods that no route can export": "Next answers 400 or 405 without a body to anything but the seven methods that it knows.",
} as const;

/** Whether `next start` or HAProxy answers such requests itself, for `test.skipIf`. HAProxy refuses or repairs malformed HTTP. */
export function anotherAnswersFirst(what: keyof typeof differences): boolean {
  return contractHost().isNext || (what === "malformed HTTP" && Boolean(process.env.THROUGH_BALANCER));
}
