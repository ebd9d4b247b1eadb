import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { creditorOf } from "@/server/domain/banking/creditor-identifier";
import { clock } from "@/server/platform/clock";
import { companiesOf } from "./companies-of-account";
import { unbookedStateOf } from "./unbooked-state";

/** The facts of a payment by which it may be another creditor's. */
export type CreditedMoney = Pick<
  BankTransaction,
  "bankAccountId" | "companyId" | "amountCents" | "isReversal" | "returnReason" | "creditorIdentifiers"
>;

/**
 * Returns the creditor identifiers of others that a payment names, if it is incoming or the bank marks it as a return. Other outgoing money,
 * such as rent, names its payee's identifier. `ownOf` returns the identifiers of the companies that have the account; if they have none, all
 * identifiers are of others.
 */
export async function otherCreditorsIn(transaction: CreditedMoney, ownOf: () => Promise<readonly string[]>): Promise<string[]> {
  const { creditorIdentifiers } = transaction;
  if (creditorIdentifiers.length === 0 || unbookedStateOf(transaction) === "noted") return [];
  const own = new Set((await ownOf()).map(creditorOf));
  return creditorIdentifiers.filter((identifier) => !own.has(creditorOf(identifier)));
}

/** Returns the creditor identifiers that the accounts of the companies of `companiesOf` have or had. Waiting changes do not count. */
export async function findOwnCreditors(
  db: Database,
  actor: Actor,
  transaction: Pick<BankTransaction, "bankAccountId" | "companyId">,
): Promise<string[]> {
  const rows = await db.execute<{ identifier: string }>(sql`select distinct d.creditor_identifier as identifier
    from bank_account_details d join bank_accounts a on a.partner_id = d.partner_id and a.id = d.bank_account_id
    where d.partner_id = ${actor.partnerId} and d.creditor_identifier is not null and d.withdrawn_at is null
      and d.in_force_at <= ${clock.now(actor).toISOString()} and a.company_id in (${companiesOf(actor, transaction)})`);
  return rows.map(({ identifier }) => identifier);
}
