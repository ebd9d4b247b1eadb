import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import type { Company } from "@/db/schema/companies";
import { type Actor, identityOf } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { requireSecondPerson } from "@/server/tenancy/people/second-person";
import { type BankAccount, eventFacts, type WaitingChange } from "./bank-account";
import { lockOpenAccount } from "./lock-accounts";
import { mailOfAccount } from "./mail-of-account";
import { takeOutOfUse } from "./take-out-of-use";
import { withdrawDetails } from "./withdraw-details";

interface Decided {
  account: BankAccount;
  company: Company;
  change: WaitingChange;
}

/**
 * Puts a waiting change into force, as its second person. A change that a key requested waits 24 hours, except in a sandbox. Throws
 * `invalid_bank_account_id`, `bank_account_closed`, `no_bank_account_change` if this change no longer waits, and what `requireSecondPerson`
 * throws (`bank_account_change_is_own` to the person who requested it).
 */
export async function confirmChange(db: Database, actor: Actor, bankAccountId: string, changeId: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { account, company, change } = await findWaiting(tx, actor, bankAccountId, changeId);
    await requireSecondPerson(tx, actor, { by: change.requestedBy, at: change.requestedAt }, "bank_account_change_is_own");

    // The table demands that details take effect no earlier than they were requested.
    const inForceAt = new Date(Math.max(clock.now(actor).getTime(), change.requestedAt.getTime()));
    await tx
      .update(bankAccountDetails)
      .set({ inForceAt, confirmedBy: identityOf(actor) })
      .where(and(eq(bankAccountDetails.partnerId, actor.partnerId), eq(bankAccountDetails.id, change.id)));
    await record(tx, actor, "bank_account_change_confirmed", { account, company, change });
    await mailOfAccount(tx, actor, company, "bankAccountChanged", { before: account.current, after: change, inForceAt });
  });
}

/** Withdraws a change before it takes effect. Throws `invalid_bank_account_id`, `bank_account_closed` and `no_bank_account_change`. */
export async function withdrawChange(db: Database, actor: Actor, bankAccountId: string, changeId: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { account, company, change } = await findWaiting(tx, actor, bankAccountId, changeId);
    // An account whose first details are withdrawn has none left, so it is closed.
    if (account.current) await withdrawDetails(tx, actor, change.id);
    else await takeOutOfUse(tx, actor, account);
    await record(tx, actor, "bank_account_change_withdrawn", { account, company, change });
    await mailOfAccount(tx, actor, company, "bankAccountKept", {
      before: account.current,
      after: change,
      inForceAt: change.inForceAt,
    });
  });
}

async function findWaiting(tx: Database, actor: Actor, bankAccountId: string, changeId: string): Promise<Decided> {
  const { account, company } = await lockOpenAccount(tx, actor, bankAccountId);
  if (account.waiting?.id !== changeId) throw new DomainError("no_bank_account_change");
  return { account, company, change: account.waiting };
}

type Decision = "bank_account_change_confirmed" | "bank_account_change_withdrawn";

async function record(tx: Database, actor: Actor, kind: Decision, { account, company, change }: Decided): Promise<void> {
  await recordEvent(tx, actor, kind, { about: `company:${company.id}`, ...eventFacts(account.id, account.current, change) });
}
