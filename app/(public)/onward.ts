import { navigation } from "@/components/shell/navigation";
import { env } from "@/server/env";
import { callbackPath } from "@/server/tenancy/people/callback-path";
import type { Person } from "@/server/tenancy/people/person";

/** Where somebody who is signed in goes on: to what they were led away from, on this site, else to where their role works. */
export function onwardPath({ role }: Person, callbackUrl: unknown): string {
  const asked = callbackPath(callbackUrl, env().PUBLIC_URL);
  return asked === "/" ? (navigation[role][0]?.href ?? "/") : asked;
}
