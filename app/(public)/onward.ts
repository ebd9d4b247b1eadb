import { navigation } from "@/components/shell/navigation";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import type { Person } from "@/server/tenancy/people/person";

/** Where a person goes after signing in: back to the page they came from, on this site, otherwise to their role's first page. */
export function onwardPath({ role }: Person, callbackUrl: unknown): string {
  const asked = callbackPath(callbackUrl, env().PUBLIC_URL);
  return asked === "/" ? (navigation[role][0]?.href ?? "/") : asked;
}
