import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankAccounts } from "@/db/schema/bank-accounts";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { highestFeeCents } from "@/server/domain/rules/late-fee-rules";
import { methodsIn } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";

/**
 * Throws `methods_not_in_currency` if one of the methods does not support the company's currency, `fee_above_cap` if the late-payment fee
 * exceeds the highest legal fee in its country, `invalid_bank_account_id` if the account is closed or another company's, and for direct debits
 * `direct_debit_only_in_euros` and `direct_debit_needs_account` unless the account has a creditor identifier in force.
 */
export async function requireFittingSettings(
  tx: Database,
  actor: Actor,
  companyId: string,
  {
    paymentMethods,
    latePaymentFeeCents,
    bankAccountId,
    directDebit,
  }: Pick<CollectionSettings, "paymentMethods" | "latePaymentFeeCents" | "bankAccountId" | "directDebit">,
): Promise<void> {
  const { partnerId } = actor;
  const { currency, countryCode } = only(
    await tx
      .select({ currency: companies.currency, countryCode: companies.countryCode })
      .from(companies)
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  const fitting = methodsIn(currency);
  if (paymentMethods.some((method) => !fitting.includes(method))) throw new DomainError("methods_not_in_currency");
  if (latePaymentFeeCents > highestFeeCents(countryCode)) throw new DomainError("fee_above_cap");
  if (bankAccountId !== null && !(await isOpenAccount(tx, partnerId, companyId, bankAccountId))) {
    throw new DomainError("invalid_bank_account_id", "refused");
  }
  if (!directDebit) return;
  if (currency !== "EUR") throw new DomainError("direct_debit_only_in_euros");
  const account = bankAccountId === null ? null : await getBankAccount(tx, actor, bankAccountId);
  if (!account?.current?.creditorIdentifier) throw new DomainError("direct_debit_needs_account");
}

/** Whether the account is open. Locks it, so that nobody closes it at the same time. */
async function isOpenAccount(tx: Database, partnerId: string, companyId: string, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.partnerId, partnerId),
        eq(bankAccounts.companyId, companyId),
        eq(bankAccounts.id, id),
        isNull(bankAccounts.closedAt),
      ),
    )
    .for("share");
  return found.length > 0;
}
