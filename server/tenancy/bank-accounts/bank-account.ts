import type { BankAccountDetails } from "@/db/schema/bank-accounts";
import type { EventFacts } from "@/db/schema/security-events";
import { DAY_MS } from "@/server/domain/time";
import type { Hindrance } from "@/server/tenancy/people/second-person";
import { changedFacts } from "@/server/tenancy/security-events/changed-facts";
import type { EventDetails } from "@/server/tenancy/security-events/record-event";

/** How long a change waits, unless a second person confirms it. */
export const CHANGE_WAITS_MS = DAY_MS;

/** What customers are told to pay into. */
export type AccountFacts = Pick<BankAccountDetails, "holder" | "iban" | "bic" | "qrIban" | "creditorIdentifier">;

/** A change that is not in force yet. */
export interface WaitingChange extends AccountFacts {
  id: string;
  inForceAt: Date;
  /** As the table of changes names who acts. */
  requestedBy: string;
  /** The person or the API key; null: nobody with a name. */
  requesterName: string | null;
  /** Why the reader does not confirm it; null: they may, if they are an administrator. */
  hindrance: Hindrance | null;
  requestedAt: Date;
}

/** An account of a company's own. Times are business moments. */
export interface BankAccount {
  id: string;
  companyId: string;
  createdAt: Date;
  closedAt: Date | null;
  /** What is in force; null: the account itself still waits. */
  current: AccountFacts | null;
  waiting: WaitingChange | null;
}

/** These facts, of a row that has more. */
export function factsOf({ holder, iban, bic, qrIban, creditorIdentifier }: AccountFacts): AccountFacts {
  return { holder, iban, bic, qrIban, creditorIdentifier };
}

/** As an event tells them: of a change what changed, else all that is given. */
export function eventFacts(
  bankAccountId: string,
  before: AccountFacts | null,
  after: AccountFacts | null,
): Pick<EventDetails, "before" | "after"> {
  if (before && after) {
    const changed = changedFacts(factsOf(before), factsOf(after), ["holder", "iban", "bic", "qrIban", "creditorIdentifier"]);
    return { before: changed.before, after: { account: bankAccountId, ...changed.after } };
  }
  return { before: before ? givenIn(before) : undefined, after: { account: bankAccountId, ...(after && givenIn(after)) } };
}

function givenIn(facts: AccountFacts): EventFacts {
  return Object.fromEntries(Object.entries(factsOf(facts)).filter(([, value]) => value !== null));
}

export function areSame(one: AccountFacts, other: AccountFacts): boolean {
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}

/** Whether an open account has this number, or is to have it. */
export function isOrBecomes({ closedAt, current, waiting }: BankAccount, iban: string): boolean {
  return !closedAt && (current?.iban === iban || waiting?.iban === iban);
}
