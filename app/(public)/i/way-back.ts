import type { Customer } from "@/server/customer-page/find-customer";
import { env } from "@/server/env";

const COOKIE = "customer-link";
const DAY_S = 24 * 60 * 60;

/**
 * Where a provider sends the customer back to. It names the link by its id, which opens nothing: the secret stays in the customer's own browser, and is
 * known to no provider.
 */
export function rememberingLink({ id }: Customer, secret: string): { path: string; cookie: string } {
  const path = `/i/back/${id}`;
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return { path, cookie: `${COOKIE}=${secret}; Path=${path}; Max-Age=${DAY_S}; HttpOnly; SameSite=Lax${secure}` };
}

/** The secret that this browser was told to remember; empty where it was none. */
export function rememberedLink(headers: Headers): string {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
}
