import { env } from "@/server/env";

/**
 * Whether a page of another origin sent the request. Browsers state this in `Sec-Fetch-Site`; older browsers, and all browsers over plain
 * HTTP, name the page's `Origin` when they post. A page that hides its origin, as our own pages for customers do, is accepted, but only
 * without a cookie. Programs send neither header.
 */
export function isCrossOrigin({ headers }: Pick<Request, "headers">): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  if (origin === "null") return headers.has("cookie");
  return !isOwnOrigin(origin, headers.get("host"));
}

function isOwnOrigin(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  return given.host === host || given.origin === new URL(env().PUBLIC_URL).origin;
}
