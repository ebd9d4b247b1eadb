import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankAccounts } from "@/db/schema/bank-accounts";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { highestInstalments, lastDayOfPeriod } from "@/server/domain/rules/instalment-rules";
import { highestFeeCents } from "@/server/domain/rules/late-fee-rules";
import { methodsIn } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { whereMayDebit } from "@/server/tenancy/partners/where-may-debit";

/**
 * Checks collection settings against company and partner. Throws
 * - `methods_not_in_currency` if one of the payment methods does not support the company's currency;
 * - `fee_above_cap` if the late-payment fee exceeds the highest legal fee in the company's country;
 * - `invalid_bank_account_id` if the account is closed or another company's;
 * - `instalments_only_in_sandboxes` for instalments of other partners (decision 0182);
 * - `instalments_above_law` if no payer in the company's country may be offered so many parts, or charged the fee for them;
 * - `instalments_period_too_long` if the period, which begins today without a first day, is longer than twelve months;
 * - `promises_only_in_sandboxes` for promises of a day to pay to other partners (decision 0197);
 * - `direct_debit_only_in_sandboxes` if direct debits are turned on and the partner may not collect by them (decision 0192);
 * - `direct_debit_only_in_euros` for direct debits in another currency;
 * - `direct_debit_needs_account` for direct debits, unless the account has a creditor identifier in force.
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
    promiseDays,
    ...instalments
  }: Pick<
    CollectionSettings,
    "paymentMethods" | "latePaymentFeeCents" | "bankAccountId" | "directDebit" | "promiseDays" | InstalmentSetting
  >,
  stored: Pick<CollectionSettings, "directDebit">,
): Promise<void> {
  const { partnerId } = actor;
  const { currency, countryCode, isSandbox, mayDebit } = only(
    await tx
      .select({ currency: companies.currency, countryCode: companies.countryCode, isSandbox: partners.isSandbox, mayDebit: whereMayDebit })
      .from(companies)
      .innerJoin(partners, eq(partners.id, companies.partnerId))
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  const fitting = methodsIn(currency);
  if (paymentMethods.some((method) => !fitting.includes(method))) throw new DomainError("methods_not_in_currency");
  if (latePaymentFeeCents > highestFeeCents(countryCode)) throw new DomainError("fee_above_cap");
  if (bankAccountId !== null && !(await isOpenAccount(tx, partnerId, companyId, bankAccountId))) {
    throw new DomainError("invalid_bank_account_id", "refused");
  }
  if (instalments.instalmentsFromCents !== null) {
    requireFittingInstalments(instalments, { countryCode, isSandbox, today: dayAt(clock.now(actor)) });
  }
  if (promiseDays !== null && !isSandbox) throw new DomainError("promises_only_in_sandboxes");
  if (!directDebit) return;
  if (!mayDebit && !stored.directDebit) throw new DomainError("direct_debit_only_in_sandboxes");
  if (currency !== "EUR") throw new DomainError("direct_debit_only_in_euros");
  const account = bankAccountId === null ? null : await getBankAccount(tx, actor, bankAccountId);
  if (!account?.current?.creditorIdentifier) throw new DomainError("direct_debit_needs_account");
}

type InstalmentSetting =
  | "instalmentsFromCents"
  | "instalmentsMostParts"
  | "instalmentsFeeCents"
  | "instalmentsPeriodBeginsOn"
  | "instalmentsPeriodEndsOn";

function requireFittingInstalments(
  settings: Pick<CollectionSettings, InstalmentSetting>,
  { countryCode, isSandbox, today }: { countryCode: string; isSandbox: boolean; today: string },
): void {
  if (!isSandbox) throw new DomainError("instalments_only_in_sandboxes");
  const { parts, feeCents } = highestInstalments(countryCode);
  if (settings.instalmentsMostParts > parts || settings.instalmentsFeeCents > feeCents) throw new DomainError("instalments_above_law");
  const { instalmentsPeriodBeginsOn: beginsOn, instalmentsPeriodEndsOn: endsOn } = settings;
  // Without a first day, the period begins with the transmission, which is today at the earliest.
  if (endsOn !== null && endsOn > lastDayOfPeriod(beginsOn ?? today)) throw new DomainError("instalments_period_too_long");
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
