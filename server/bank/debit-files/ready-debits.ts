import type { StructuredAddress } from "@/db/schema/debit-files";
import { isPainAddress } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff, debitFileFrom } from "@/server/domain/rules/debit-cut-off";
import type { DebitSequenceType } from "@/server/domain/rules/debit-state";
import { mandateState } from "@/server/domain/rules/mandate-state";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { nameInstalment } from "@/server/domain/words/instalment-words";
import type { DebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import type { DebitBlocker } from "./prepare-debits";
import type { ComingDebit, ComingMandate, ComingPart } from "./read-coming";

/**
 * Reason why a planned debit goes into no file now. Besides those of `prepareDebits`:
 * - `early`: banks take the debit at most 14 days before its day;
 * - `late`: the cut-off has passed;
 * - `earlier_instalment`: it collects an instalment, and an earlier one goes neither into a file with it nor has gone into one: a payment covers
 *   the earlier one first, which would leave this one open without a debit;
 * - `mandate`: the mandate is not valid on the day of collection;
 * - `not_arrived`: the announcement did not reach the customer;
 * - `nothing_owed`: no part of the debit may be collected;
 * - `address`: the account is outside the EEA, and the customer's address has no city or country;
 * - `bic`: the account is outside the EEA, and the BIC of its bank is not known (rulebook EPC016-06, AT-13).
 */
export type FileBlocker =
  | DebitBlocker
  | "early"
  | "late"
  | "earlier_instalment"
  | "mandate"
  | "not_arrived"
  | "nothing_owed"
  | "address"
  | "bic";

/** A planned debit as it would be in a file made now. Amounts in cents. */
export type PossibleDebit = ComingDebit & ({ blocker: FileBlocker } | FileDebit);

/** A debit that can go into a file, with the values that the file states. */
export interface FileDebit {
  blocker: null;
  mandate: ComingMandate;
  sequenceType: DebitSequenceType;
  /** Sum of `collected`, at most what was announced. */
  cents: number;
  /** Parts that may be collected. */
  collected: ComingPart[];
  /** Null: the file contains none. */
  holderAddress: StructuredAddress | null;
  text: string;
}

/**
 * Returns for each planned debit of one account whether a file made `now` can contain it. Expects the debits in the order of their days,
 * because the first debit of a mandate may be marked.
 */
export function readyDebits(debits: readonly ComingDebit[], settings: DebitSettings, now: Date): PossibleDebit[] {
  const usedMandates = new Set(debits.flatMap(({ mandate }) => (mandate?.isUsed ? mandate.id : [])));
  // Once for each day, because a day has many debits.
  const days = new Map([...new Set(debits.map(({ collectOn }) => collectOn))].map((day) => [day, timeBlockerOf(day, settings, now)]));
  const judged = debits.map((debit) => ({ ...debit, ...judge(debit, days.get(debit.collectOn)) }));
  const readyIds = new Set(judged.flatMap(({ id, blocker }) => (blocker === null ? id : [])));
  return judged.map((debit) => {
    if (debit.blocker !== null) return debit;
    if (debit.collected.some(({ earlierIds }) => earlierIds.some((id) => !readyIds.has(id))))
      return { ...debit, blocker: "earlier_instalment" };
    const sequenceType = sequenceTypeOf(debit.mandate, settings, usedMandates.has(debit.mandate.id));
    usedMandates.add(debit.mandate.id);
    return { ...debit, sequenceType };
  });
}

function timeBlockerOf(collectOn: string, settings: DebitSettings, now: Date): "early" | "late" | undefined {
  if (dayAt(now) < debitFileFrom(collectOn)) return "early";
  return now >= debitCutOff(collectOn, settings) ? "late" : undefined;
}

/** Returns the first reason why a debit goes into no file now, or the debit with the values that the file states. Looks at no other debit. */
function judge(debit: ComingDebit, timeBlocker: FileBlocker | undefined): { blocker: FileBlocker } | Omit<FileDebit, "sequenceType"> {
  const { mandate, collectOn, parts } = debit;
  if (debit.isInNamedFile) return { blocker: "bank_has_file" };
  if (timeBlocker) return { blocker: timeBlocker };
  if (!mandate || mandateState(mandate, collectOn) !== "valid") return { blocker: "mandate" };
  const collected = parts.filter(({ isCollectible, owedCents }) => isCollectible && owedCents > 0);
  const [first] = collected;
  const isUnreached = parts.some(({ isRefused }) => isRefused);
  if (!first) return { blocker: isUnreached ? "not_arrived" : "nothing_owed" };
  if (collected.some(({ isAnnounced }) => !isAnnounced)) return { blocker: isUnreached ? "not_arrived" : "not_announced" };
  if (collected.some(({ isInProgress }) => isInProgress)) return { blocker: "payment_in_progress" };
  if (collected.some(({ isAtDesk }) => isAtDesk)) return { blocker: "at_desk" };
  const holderAddress = first.address;
  if (holderAddress && !isPainAddress(holderAddress)) return { blocker: "address" };
  if (holderAddress && mandate.bic === null) return { blocker: "bic" };
  return {
    blocker: null,
    mandate,
    // Even if more is owed by now, no more than was announced is collected.
    cents: collected.reduce((sum, { amountCents, owedCents }) => sum + Math.min(amountCents, owedCents), 0),
    collected,
    holderAddress,
    text: textOf(collected),
  };
}

/**
 * Returns the sequence type. Some banks want the first debit of a mandate marked: until a debit is at the bank or was collected, even if it went
 * back, here or by other software. A first debit that the bank rejected is followed by another first debit (rulebook EPC016-06, AT-21). The
 * last debit is never marked, because nothing says that no other follows.
 */
function sequenceTypeOf(mandate: ComingMandate, settings: DebitSettings, isUsed: boolean): DebitSequenceType {
  if (mandate.sequence === "one_off") return "OOFF";
  const isFirst = !isUsed && (mandate.lastCollectedOn === null || mandate.isFirstRejected);
  return settings.sequence === "FRST_FNAL" && isFirst ? "FRST" : "RCUR";
}

/**
 * Returns the text for the payer: of each part the invoice, the instalment if it is one, in the customer's language, and the customer, because the
 * payer need not be the customer; and at the end, where a long text is cut, the titles that people gave the imports, which say what is paid for.
 */
function textOf(parts: readonly ComingPart[]): string {
  const titles = new Set(parts.flatMap(({ title }) => (isDefaultTitle(title) ? [] : title)));
  const named = parts.map(({ number, name, instalment, locale }) =>
    instalment ? `${number} ${nameInstalment(instalment, locale)}, ${name}` : `${number} ${name}`,
  );
  return [...named, ...titles].join(", ");
}
