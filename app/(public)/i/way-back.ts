import type { Customer } from "@/server/customer-page/find-customer";
import { env } from "@/server/env";

const COOKIE = "customer-link";
const DAY_S = 24 * 60 * 60;

/**
 * Returns the path to which a provider sends the customer back, and the cookie with which that page finds the customer's link. The path
 * names the link by its id (`Customer.id`), which grants no access. The secret is only in the cookie, so no provider learns it.
 */
export function rememberingLink({ id }: Customer, secret: string): { path: string; cookie: string } {
  const path = `/i/back/${id}`;
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return { path, cookie: `${COOKIE}=${secret}; Path=${path}; Max-Age=${DAY_S}; HttpOnly; SameSite=Lax${secure}` };
}

/** Returns the secret from this browser's cookie; empty if there is none. */
export function rememberedLink(headers: Headers): string {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
}
