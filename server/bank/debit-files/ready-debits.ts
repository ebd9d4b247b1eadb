import type { StructuredAddress } from "@/db/schema/debit-files";
import { isInEea, isPainAddress } from "@/server/domain/banking/pain-elements";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import type { DebitSequenceType } from "@/server/domain/rules/debit-state";
import { mandateState } from "@/server/domain/rules/mandate-state";
import type { DebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import type { ComingDebit, ComingMandate, ComingPart } from "./read-coming";

/**
 * Reason why a planned debit goes into no file now. `late`: the bank must have had it by now. `mandate`: its mandate is not valid on the day
 * of collection. `in_progress`: a payment of one of its invoices is in progress. `at_desk`: a payment at the desk is probably for one of them. `address`: the account is outside the EEA, and the customer's address has no city or country. `nothing_owed`:
 * nothing of it is owed any longer.
 */
export type DebitBlocker = "late" | "mandate" | "in_progress" | "at_desk" | "address" | "nothing_owed";

/** A planned debit as it would be in a file made now. Amounts in cents. */
export type PossibleDebit = ComingDebit & ({ blocker: DebitBlocker } | ReadyDebit);

/** A debit that can go into a file, with the values that the file states. */
export interface ReadyDebit {
  blocker: null;
  mandate: ComingMandate;
  sequenceType: DebitSequenceType;
  /** Sum of the parts, at most the announced one. */
  cents: number;
  /** Parts that are still owed, each with what is left of it. */
  collected: { part: ComingPart; cents: number }[];
  /** Parts that are no longer owed, or may not be collected now. */
  dropped: ComingPart[];
  /** Null: the file contains none. */
  holderAddress: StructuredAddress | null;
  text: string;
}

/**
 * Returns for each planned debit of one account whether a file made `now` can contain it. The debits are in the order of their days, because
 * the first one of a mandate may be marked.
 */
export function readyDebits(debits: readonly ComingDebit[], settings: DebitSettings, now: Date): PossibleDebit[] {
  const usedMandates = new Set(debits.flatMap(({ mandate }) => (mandate?.isUsed ? mandate.id : [])));
  return debits.map((debit) => {
    const ready = judge(debit, settings, now, usedMandates);
    if (ready.blocker === null) usedMandates.add(ready.mandate.id);
    return { ...debit, ...ready };
  });
}

function judge(
  debit: ComingDebit,
  settings: DebitSettings,
  now: Date,
  usedMandates: ReadonlySet<string>,
): { blocker: DebitBlocker } | ReadyDebit {
  const { mandate, collectOn, parts } = debit;
  if (now >= debitCutOff(collectOn, settings)) return { blocker: "late" };
  if (!mandate || mandateState(mandate, collectOn) !== "valid") return { blocker: "mandate" };
  if (parts.some(({ isInProgress }) => isInProgress)) return { blocker: "in_progress" };
  if (parts.some(({ isAtDesk }) => isAtDesk)) return { blocker: "at_desk" };
  const collectible = parts.filter(({ isCollectible, owedCents }) => isCollectible && owedCents > 0);
  const [first] = collectible;
  if (!first) return { blocker: "nothing_owed" };
  const holderAddress = isInEea(mandate.iban) ? null : first.address;
  if (holderAddress && !isPainAddress(holderAddress)) return { blocker: "address" };
  // More may be owed by now than was announced: never more than that is collected.
  const collected = collectible.map((part) => ({ part, cents: Math.min(part.amountCents, part.owedCents) }));
  return {
    blocker: null,
    mandate,
    sequenceType: sequenceTypeOf(mandate, settings, usedMandates.has(mandate.id)),
    cents: collected.reduce((sum, { cents }) => sum + cents, 0),
    collected,
    dropped: parts.filter((part) => !collectible.includes(part)),
    holderAddress,
    text: textOf(collectible),
  };
}

/**
 * Returns the sequence type. Where an account's bank wants the first debit of a mandate marked, only a mandate that was never used has one.
 * The last one is not marked, because nothing says that no other follows.
 */
function sequenceTypeOf({ sequence, lastCollectedOn }: ComingMandate, settings: DebitSettings, isUsed: boolean): DebitSequenceType {
  if (sequence === "one_off") return "OOFF";
  return settings.sequence === "FRST_FNAL" && !isUsed && lastCollectedOn === null ? "FRST" : "RCUR";
}

/** Returns the text for the payer: invoice and customer of each part, because the payer need not be the customer. */
function textOf(parts: readonly ComingPart[]): string {
  return parts.map(({ number, name }) => `${number} ${name}`).join(", ");
}
