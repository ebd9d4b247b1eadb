import { navigation } from "@/components/shell/navigation";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import type { Person } from "@/server/tenancy/people/person";

/** Returns the page after signing in: the page they came from, on this site, otherwise their role's first page. */
export function onwardPath({ role }: Person, callbackUrl: unknown): string {
  const asked = callbackPath(callbackUrl, env().PUBLIC_URL);
  return asked === "/" ? (navigation[role][0]?.href ?? "/") : asked;
}
