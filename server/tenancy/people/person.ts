import type { Session } from "@/db/schema/sessions";
import type { User } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/**
 * The person of a session, looked up for every request: a changed role or a disabled account takes effect at once. The person
 * may not have completed their sign-in yet (`missingStep`).
 */
export interface Person
  extends Pick<User, "id" | "partnerId" | "email" | "name" | "role" | "accessLevel" | "leadsSupport" | "locale" | "singleKeyShortcuts"> {
  /** Session of the request. */
  sessionId: string;
  /** Way in which the session began. */
  method: Session["method"];
  /** When the person last proved their identity in the session; null: the second factor is still missing. */
  provedAt: Date | null;
  hasFactor: boolean;
  /** True for support, for administrators, and for all people of a partner that requires it. */
  mustHaveFactor: boolean;
  partnerName: string | null;
  /** Companies that the person is limited to; null: all of the partner's. */
  companyIds: readonly string[] | null;
  /** Whether all data that the person sees is invented. */
  isSandbox: boolean;
  /** Whether the partner's companies may collect by direct debit. */
  mayDebit: boolean;
  /** Milliseconds by which the partner's clock is ahead of real time. */
  clockOffsetMs: number;
}

/** One of a partner's own people. */
export interface PartnerPerson extends Person {
  partnerId: string;
}

/** Whether the person is a partner's. Support belongs to no partner. */
export function belongsToPartner(person: Person): person is PartnerPerson {
  return person.partnerId !== null;
}

/** The person as an actor for services. */
export function actorOf({ id, partnerId, companyIds, clockOffsetMs }: PartnerPerson, requestId: string | null): Actor {
  return { kind: "person", id, partnerId, companyIds, clockOffsetMs, requestId };
}
