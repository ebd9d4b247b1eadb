import { navigation } from "@/components/shell/navigation";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import type { Person } from "@/server/tenancy/people/person";

/** Returns the page to show after signing in: the one that the person wanted to open, if it is on this site; otherwise their first page. */
export function onwardPath({ role }: Person, callbackUrl: unknown): string {
  const wanted = callbackPath(callbackUrl, env().PUBLIC_URL);
  return wanted === "/" ? (navigation[role][0]?.href ?? "/") : wanted;
}
