import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { type AccountFacts, areSame, type BankAccount, CHANGE_WAITS_MS, isOrBecomes } from "./bank-account";
import { getBankAccount, listBankAccounts } from "./find-bank-accounts";
import { fitsCurrency } from "./fits-currency";
import { lockOpenAccount } from "./lock-accounts";
import { requestDetails } from "./request-details";

/**
 * Requests a change of an account's details. It takes effect after a day, or once a second person confirms it. The same details again are
 * no change. Throws `invalid_bank_account_id`, `bank_account_closed`, `bank_account_not_in_currency`, `bank_account_exists` and
 * `bank_account_change_waiting`.
 */
export function changeBankAccount(db: Database, actor: Actor, id: string, facts: AccountFacts): Promise<BankAccount> {
  return transact(db, actor, async (tx) => {
    const { account, company } = await lockOpenAccount(tx, actor, id);
    if (!fitsCurrency(facts, company.currency)) throw new DomainError("bank_account_not_in_currency");
    const others = await listBankAccounts(tx, actor, company.id);
    const isTaken = others.some((other) => other.id !== id && isOrBecomes(other, facts));
    if (isTaken) throw new DomainError("bank_account_exists");

    const { current, waiting } = account;
    // An open account always has details in force or waiting.
    if (areSame(waiting ?? current ?? facts, facts)) return account;
    if (waiting) throw new DomainError("bank_account_change_waiting");
    await requestDetails(tx, actor, company, { bankAccountId: id, before: current, facts, waitsMs: CHANGE_WAITS_MS });
    return getBankAccount(tx, actor, id);
  });
}
