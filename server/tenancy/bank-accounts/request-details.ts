import type { Database } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import type { Company } from "@/db/schema/companies";
import { type Actor, identityOf } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { type AccountFacts, eventFacts, factsOf } from "./bank-account";
import { mailOfAccount } from "./mail-of-account";

interface Request {
  bankAccountId: string;
  /** Details in force; null: a new account. */
  before: AccountFacts | null;
  facts: AccountFacts;
  waitsMs: number;
}

/** Records details that take effect after `waitsMs`, and notifies the partner's administrators. */
export async function requestDetails(
  tx: Database,
  actor: Actor,
  company: Company,
  { bankAccountId, before, facts, waitsMs }: Request,
): Promise<void> {
  const requestedAt = clock.now(actor);
  const inForceAt = new Date(requestedAt.getTime() + waitsMs);
  const id = newId();
  await tx
    .insert(bankAccountDetails)
    .values({ ...factsOf(facts), id, partnerId: actor.partnerId, bankAccountId, requestedBy: identityOf(actor), requestedAt, inForceAt });
  const changed = eventFacts(bankAccountId, before, facts);
  await recordEvent(tx, actor, before ? "bank_account_change_requested" : "bank_account_added", {
    about: `company:${company.id}`,
    before: changed.before,
    after: { ...changed.after, inForceAt: inForceAt.toISOString() },
  });
  await mailOfAccount(tx, actor, company, waitsMs > 0 ? "bankAccountChanging" : "bankAccountChanged", {
    before,
    after: facts,
    inForceAt,
  });
}
