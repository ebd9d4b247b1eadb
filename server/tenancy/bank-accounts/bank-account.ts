import type { BankAccountDetails } from "@/db/schema/bank-accounts";
import type { EventFacts } from "@/db/schema/security-events";
import { DAY_MS } from "@/server/domain/formats/time";
import { changedFacts } from "@/server/platform/audit/changed-facts";
import type { EventDetails } from "@/server/platform/audit/record-event";
import type { Blocker } from "@/server/tenancy/people/second-person";

/** Time for which a change waits in ms, unless a second person confirms it. */
export const CHANGE_WAITS_MS = DAY_MS;

/** Details of the account that customers pay into. */
export type AccountFacts = Pick<BankAccountDetails, "holder" | "iban" | "bic" | "qrIban" | "creditorIdentifier">;

/** A change that has not taken effect yet. */
export interface WaitingChange extends AccountFacts {
  id: string;
  inForceAt: Date;
  /** In the form in which the table of changes names actors. */
  requestedBy: string;
  /** Name of the person or API key; null: the actor has no name. */
  requesterName: string | null;
  /** Why the reader cannot confirm the change; null: they can, if they are an administrator. */
  blocker: Blocker | null;
  requestedAt: Date;
}

/** A company's own account. Times are by the partner's clock. */
export interface BankAccount {
  id: string;
  companyId: string;
  createdAt: Date;
  closedAt: Date | null;
  /** Details in force; null: the account itself still waits. */
  current: AccountFacts | null;
  waiting: WaitingChange | null;
}

/** Picks the details from a row. */
export function factsOf({ holder, iban, bic, qrIban, creditorIdentifier }: AccountFacts): AccountFacts {
  return { holder, iban, bic, qrIban, creditorIdentifier };
}

/** Details for an event: the changed fields of a change, otherwise all that are set. */
export function eventFacts(
  bankAccountId: string,
  before: AccountFacts | null,
  after: AccountFacts | null,
): Pick<EventDetails, "before" | "after"> {
  if (before && after) {
    const changed = changedFacts(factsOf(before), factsOf(after), ["holder", "iban", "bic", "qrIban", "creditorIdentifier"]);
    return { before: changed.before, after: { account: bankAccountId, ...changed.after } };
  }
  return { before: before ? factsSetIn(before) : undefined, after: { account: bankAccountId, ...(after && factsSetIn(after)) } };
}

function factsSetIn(facts: AccountFacts): EventFacts {
  return Object.fromEntries(Object.entries(factsOf(facts)).filter(([, value]) => value !== null));
}

export function areSame(one: AccountFacts, other: AccountFacts): boolean {
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}

/** Whether an open account has this IBAN or QR-IBAN, or a waiting change would give it. */
export function isOrBecomes({ closedAt, current, waiting }: BankAccount, { iban, qrIban }: Pick<AccountFacts, "iban" | "qrIban">): boolean {
  const numbers = [current, waiting].flatMap((facts) => [facts?.iban, facts?.qrIban]);
  return !closedAt && (numbers.includes(iban) || (qrIban !== null && numbers.includes(qrIban)));
}
