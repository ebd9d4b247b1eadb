import { HOUR_MS } from "@/server/domain/formats/time";
import { env, type OidcProvider } from "@/server/env";
import type { Person } from "./person";

/**
 * Returns the organisation with which a partner's people must sign in, even if they have passwords; undefined if passwords open accounts.
 */
export function organisationInstead(partnerId: string | null): OidcProvider | undefined {
  return env().OIDC_PROVIDERS.find((provider) => provider.required && provider.partnerId === partnerId);
}

/** Time in ms after which people must sign in again with an organisation, which may not be able to report that it let somebody go. */
const SIGN_IN_LASTS_MS = 12 * HOUR_MS;

/**
 * Whether the way in which a session began still opens the account. A password does, unless people must sign in with their organisation. A
 * sign-in with the organisation does for 12 hours, as long as the organisation is configured.
 */
export function mayStillEnter({ partnerId, method }: Pick<Person, "partnerId" | "method">, begunAt: Date): boolean {
  if (method === "password") return !organisationInstead(partnerId);
  return begunAt.getTime() > Date.now() - SIGN_IN_LASTS_MS && env().OIDC_PROVIDERS.some((provider) => provider.partnerId === partnerId);
}
