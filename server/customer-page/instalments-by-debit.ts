import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { type DebitPart, isMandateValid, noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { type DividedClaim, type NoParts, type OfferedPlan, offerParts } from "@/server/domain/rules/instalment-parts";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { asSystem, type Customer } from "./find-customer";

/** Instalments that are collected by direct debit, and what the announcement of their debits must say. */
export interface InstalmentsByDebit {
  mandateId: string;
  bankAccountId: string;
  /** In whose name the payer's account is. */
  holder: string;
  /** Last four characters of the payer's IBAN. */
  ibanEnd: string;
  mandateReference: string;
  creditorIdentifier: string;
  /** The planned debit of the whole amount, which they replace; null: none. */
  instead: DebitPart | null;
  /** Each part is due on the day on which its debit is collected. */
  plans: OfferedPlan[];
}

/** Returns the planned debit of the whole amount, which is in no file now; null without one. Instalments replace none that `wasInFile`. */
export function wholeDebitOf({ debit }: Pick<CollectedRow, "debit">): DebitPart | null {
  return debit?.part?.status === "scheduled" && debit.part.instalment === null ? debit.part : null;
}

/**
 * Returns the plans whose parts can be collected by direct debit, on days of TARGET that leave the days of notice; otherwise why there are none.
 * Null if the import, the account or the payer's mandate does not allow debits, as a mandate for one debit only does not.
 */
export async function offerByDebit(
  db: Database,
  actor: Customer,
  { settings, debit }: CollectedRow,
  claim: DividedClaim,
): Promise<InstalmentsByDebit | NoParts | null> {
  const { bankAccountId } = settings;
  if (!settings.directDebit || bankAccountId === null) return null;
  if (!debit?.mandate || debit.mandate.isOneOff || debit.leadDays === null) return null;
  const { mandate, leadDays } = debit;
  const days = { dueOn: claim.firstOn, today: claim.agreedOn, noticeDays: noticeDaysOf(settings, debit), leadDays };
  const offered = offerParts({ ...claim, firstOn: collectionDay(days), payDay: (day) => bankDayFrom(day, "target") });
  if (typeof offered === "string") return offered;
  const plans = offered.filter(({ parts }) => isMandateValid(mandate, parts.at(-1)?.dueOn ?? ""));
  const [[payer], { current, closedAt }] = await Promise.all([
    db
      .select({ holder: mandates.holder, iban: mandates.iban, reference: mandates.reference })
      .from(mandates)
      .where(and(eq(mandates.partnerId, actor.partnerId), eq(mandates.id, mandate.id))),
    getBankAccount(db, asSystem(actor), bankAccountId),
  ]);
  if (!payer || closedAt || !current?.creditorIdentifier) return null;
  if (plans.length === 0) return null;
  return {
    mandateId: mandate.id,
    bankAccountId,
    plans,
    instead: wholeDebitOf({ debit }),
    holder: payer.holder,
    ibanEnd: payer.iban.slice(-4),
    mandateReference: payer.reference,
    creditorIdentifier: current.creditorIdentifier,
  };
}
