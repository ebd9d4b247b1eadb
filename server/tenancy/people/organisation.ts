import { HOUR_MS } from "@/server/domain/time";
import { env, type OidcProvider } from "@/server/env";
import type { Person } from "./person";

/** The organisation with which a partner's people must sign in, whatever passwords they have; undefined where passwords open accounts. */
export function organisationInstead(partnerId: string | null): OidcProvider | undefined {
  return env().OIDC_PROVIDERS.find((provider) => provider.required && provider.partnerId === partnerId);
}

/** An organisation that cannot tell when it lets somebody go is asked again after this. In ms. */
const WORD_LASTS_MS = 12 * HOUR_MS;

/** Whether what opened a session still opens the account: a password while the organisation does not insist on its own sign-in, the organisation's word for 12 hours. */
export function mayStillEnter({ partnerId, method }: Pick<Person, "partnerId" | "method">, begunAt: Date): boolean {
  if (method === "password") return !organisationInstead(partnerId);
  return begunAt.getTime() > Date.now() - WORD_LASTS_MS && env().OIDC_PROVIDERS.some((provider) => provider.partnerId === partnerId);
}
