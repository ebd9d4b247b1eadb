import type { Session } from "@/db/schema/sessions";
import type { User } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/** A signed-in person, looked up for every request: a changed role or a disabled account takes effect at once. */
export interface Person
  extends Pick<User, "id" | "partnerId" | "email" | "name" | "role" | "accessLevel" | "leadsSupport" | "locale" | "singleKeyShortcuts"> {
  /** The session that the person asks with. */
  sessionId: string;
  /** How that session began. */
  method: Session["method"];
  /** When the person last proved in it who they are; null: the second factor is still to be given. */
  provedAt: Date | null;
  hasFactor: boolean;
  /** Support and administrators, and all of a partner's people where it says so. */
  mustHaveFactor: boolean;
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

/** The person as an actor for services. */
export function actorOf({ id, partnerId, companyIds, clockOffsetMs }: PartnerPerson, requestId: string | null): Actor {
  return { kind: "person", id, partnerId, companyIds, clockOffsetMs, requestId };
}
