import type { User } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/** Somebody who is signed in, as every request finds them anew: a role that changed or an account that was disabled counts at once. */
export interface Person
  extends Pick<User, "id" | "partnerId" | "email" | "name" | "role" | "locale" | "sessionVersion" | "singleKeyShortcuts"> {
  partnerName: string | null;
  /** The companies that the person is limited to; null: all of the partner's. */
  companyIds: readonly string[] | null;
  /** Whether everything that the person sees is play. */
  isSandbox: boolean;
  /** How far the partner's business clock runs ahead, in milliseconds. */
  clockOffsetMs: number;
}

/** One of a partner's own people. */
export interface PartnerPerson extends Person {
  partnerId: string;
}

/** Support and partner staff differ by what they belong to. */
export function belongsToPartner(person: Person): person is PartnerPerson {
  return person.partnerId !== null;
}

/** The person as services know whoever asks. */
export function actorOf({ id, partnerId, companyIds, clockOffsetMs }: PartnerPerson, requestId: string | null): Actor {
  return { kind: "person", id, partnerId, companyIds, clockOffsetMs, requestId };
}
