import type { IncomingHttpHeaders } from "node:http";
import { log } from "@/server/platform/log";
import type { Handler } from "./http";
import { lifecycle } from "./lifecycle";

/** Names of headers that proxies add. */
const FORWARDED = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/;

/**
 * Refuses forwarded requests with 421, for a service that only this machine reaches: its demo people, mailbox and simulated bank are open,
 * and a proxy would open them to everybody. Logs the reason with the first refusal.
 */
export function refuseForwarded(handle: Handler): Handler {
  let isLogged = false;
  return (incoming, outgoing) => {
    const header = forwardedHeader(incoming.headers);
    if (!header) return handle(incoming, outgoing);
    // There is no log before the process is ready.
    if (!isLogged && lifecycle.ready) {
      isLogged = true;
      log().error({ header }, "refusing requests that a proxy passed on: PUBLIC_URL does not say that others reach the service");
    }
    outgoing.writeHead(421, { "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    outgoing.end(JSON.stringify({ error: "misdirected_request", reason: "PUBLIC_URL does not say that others reach the service" }));
  };
}

function forwardedHeader(headers: IncomingHttpHeaders): string | undefined {
  return Object.keys(headers).find((name) => FORWARDED.test(name));
}
