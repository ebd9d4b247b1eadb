import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { eventFacts } from "./bank-account";
import { lockOpenAccount } from "./lock-accounts";
import { mailOfAccount } from "./mail-of-account";
import { takeOutOfUse } from "./take-out-of-use";

/**
 * Closes an account: the company's settings and imports that are not transmitted no longer name it, and a waiting change is withdrawn.
 * Transmitted invoices keep it. Throws `invalid_bank_account_id` and `bank_account_closed`.
 */
export async function closeBankAccount(db: Database, actor: Actor, id: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { account, company } = await lockOpenAccount(tx, actor, id);
    await takeOutOfUse(tx, actor, account);
    const lastDetails = account.current ?? account.waiting;
    await recordEvent(tx, actor, "bank_account_closed", { about: `company:${company.id}`, ...eventFacts(id, lastDetails, null) });
    await mailOfAccount(tx, actor, company, "bankAccountClosed", {
      before: account.current,
      after: lastDetails,
      inForceAt: clock.now(actor),
    });
  });
}
