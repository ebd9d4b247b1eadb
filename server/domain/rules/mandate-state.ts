import { addMonths } from "@/server/domain/formats/calendar";

/** Schemes of SEPA direct debit: Core for everybody, Business to Business for organisations only. */
export const mandateSchemes = ["CORE", "B2B"] as const;

/** Whether the payer agreed to any number of debits or to a single one. */
export const mandateSequences = ["recurrent", "one_off"] as const;

/** Where the payer gave the mandate: on paper, or on their page of the service. */
export const mandateSources = ["paper", "page"] as const;

/**
 * Recorded ends:
 * - `withdrawn`: the payer withdrew the mandate.
 * - `collected`: a one-off mandate was used.
 * - `returned`: a bank's return ended the mandate.
 * - `replaced`: the mandate had expired when the payer gave another one.
 */
export const mandateEnds = ["withdrawn", "collected", "returned", "replaced"] as const;
export type MandateEnd = (typeof mandateEnds)[number];

/** Sources of another account of a mandate: the payer on their page, staff (also a partner's system), or the bank by a code. */
export const amendmentSources = ["page", "staff", "bank"] as const;
export type AmendmentSource = (typeof amendmentSources)[number];

export const mandateStates = ["valid", "withdrawn", "expired", "ended", "used"] as const;
export type MandateState = (typeof mandateStates)[number];

/** Months after which an unused mandate expires: rulebook of SEPA Core direct debits, EPC016-06 (decision 0170). */
export const MANDATE_MONTHS = 36;

/** Months before the expiry in which the portal warns of it: a collection in time renews the mandate. */
export const MANDATE_WARNING_MONTHS = 3;

/** Longest reference of a mandate, in characters. */
export const MANDATE_REFERENCE_LENGTH = 35;

/** Days by which a mandate expires. */
export interface MandateDays {
  signedOn: string;
  /** Day of the last debit that the bank was given, also of one that was rejected or returned; null: never used. */
  lastCollectedOn: string | null;
}

/**
 * Returns the day from which the mandate is expired: 36 months after the last collection; if it was never used, after the signature. Same as
 * `mandateExpiresOn` (server/billing/mandates/valid-mandate.ts).
 */
export function mandateExpiresOn({ signedOn, lastCollectedOn }: MandateDays): string {
  return addMonths(lastCollectedOn ?? signedOn, MANDATE_MONTHS);
}

/** Returns the state of a mandate on a day. */
export function mandateState({ endedReason, ...days }: MandateDays & { endedReason: MandateEnd | null }, today: string): MandateState {
  if (endedReason) return stateOfEnd[endedReason];
  return today < mandateExpiresOn(days) ? "valid" : "expired";
}

/**
 * Whether a mandate is valid on a day, and expires within `MANDATE_WARNING_MONTHS`. Same as `whereMandateExpiring`
 * (server/billing/mandates/valid-mandate.ts).
 */
export function isMandateExpiring(mandate: MandateDays & { endedReason: MandateEnd | null }, today: string): boolean {
  const warnedFrom = addMonths(mandate.lastCollectedOn ?? mandate.signedOn, MANDATE_MONTHS - MANDATE_WARNING_MONTHS);
  return warnedFrom <= today && mandateState(mandate, today) === "valid";
}

const stateOfEnd: Record<MandateEnd, MandateState> = { withdrawn: "withdrawn", collected: "used", returned: "ended", replaced: "expired" };

/**
 * Whether the text can be a mandate's reference: up to 35 of SEPA's characters, without a slash at either end or two in a row. Other
 * characters would be replaced in the file, and the bank would see another reference than the one that was signed.
 */
export function isMandateReference(text: string): boolean {
  return (
    text.length <= MANDATE_REFERENCE_LENGTH && /^[A-Za-z0-9+?/:().,' -]+$/.test(text) && !/^\/|\/\/|\/$/.test(text) && text.trim() === text
  );
}

/** Returns the key by which references are compared: banks do not tell capitals from small letters. */
export function mandateReferenceKey(reference: string): string {
  return reference.toUpperCase();
}
