import { navigation } from "@/components/shell/navigation";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import type { Person } from "@/server/tenancy/people/person";

/** Returns the page to show after signing in: the page on this site from which the person came, otherwise the first page of their role. */
export function onwardPath({ role }: Person, callbackUrl: unknown): string {
  const asked = callbackPath(callbackUrl, env().PUBLIC_URL);
  return asked === "/" ? (navigation[role][0]?.href ?? "/") : asked;
}
