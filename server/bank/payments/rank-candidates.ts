import { addressHint } from "./address-in-payment";
import { type AmountReason, amountReasons, lessOrMore } from "./amount-reason";
import { weighAgainstFitting } from "./contradicted";
import { payersIn } from "./group-by-payer";
import { hasAll, hasFirst, hasLastName, isNamedBetter, type NameFound, namedIn, nameHint } from "./named-better";
import { isUndecided } from "./namesakes";
import { type Inexact, inexactOf, type NumberReason, numberReasons } from "./number-reasons";
import { partsInOrder } from "./parts-in-order";
import type { PossibleInvoice } from "./possible-invoice";
import type { ReadPayment } from "./read-payment";
import { setsOf } from "./sums-to";

/** Reasons for a candidate, or against booking it without review; each is worded in the reader's language. */
export type MatchReason =
  | NumberReason
  | AmountReason
  | "amount_of_several"
  | "household"
  | "name"
  | "last_name"
  | "known_payer"
  | "direct_debit_account"
  | "email"
  | "address"
  | "other_name"
  | "nothing_outstanding"
  | "retracted"
  | "other_currency";

/** The part of a payment that would be booked on an invoice. */
export interface CandidatePart {
  invoice: PossibleInvoice;
  amountCents: number;
}

interface Candidate {
  parts: CandidatePart[];
  score: number;
  reasons: MatchReason[];
  /** Part of the customer's name that the payment contains; undefined for several invoices. */
  named?: NameFound;
  /** Points that put the candidate in order, but prove nothing. */
  hint?: number;
}

export interface RankedPayment {
  /** Best first. */
  candidates: Candidate[];
  /**
   * Grounds for booking the best candidate without review:
   * - `reference`: references with right check digits name its invoices, each has an outstanding amount, and no other invoice fits amount and
   *   payer better (`weighAgainstFitting`). A surplus is owed back.
   * - `clear`: the amount is right, two more facts match, and no other candidate comes near. Books only if the company allows it.
   */
  certainty: "reference" | "clear" | "none";
  /** Whether the best candidates have the same score, but are for different customers. */
  isUndecided: boolean;
  /** Invoices that could be booked without review if other amounts were outstanding. */
  bookable: PossibleInvoice[];
}

/** Points for each reason. */
export const WEIGHT: Record<MatchReason, number> = {
  reference: 1_000,
  our_number: 500,
  partner_number: 400,
  partner_number_separated: 350,
  belgian_number: 260,
  number_swapped: 260,
  number_wrong: 240,
  number_missing: 230,
  number_added: 230,
  amount: 200,
  amount_of_several: 180,
  household: 0,
  // Decides between equal candidates, and makes none probable.
  half: 9,
  less: 0,
  more: -60,
  name: 150,
  last_name: 90,
  known_payer: 250,
  direct_debit_account: 250,
  email: 200,
  // `addressHint` adds points for it.
  address: 0,
  other_name: -200,
  nothing_outstanding: -300,
  retracted: -350,
  other_currency: -400,
};

/**
 * Minimum score at which the best candidate counts as probable and holds its invoices. An account that pays for the customer, a number, or the
 * name together with the amount reaches this score. Below it, as with the name alone, the payer may be a stranger.
 */
const PROBABLE = 250;

/** Minimum lead in score over the next candidate, for the best one to be clear. */
const LEAD = 300;
/** Maximum number of candidates that are returned. */
const MOST_CANDIDATES = 8;
/** Points deducted for each combined invoice to which nothing but its amount points. */
const UNPOINTED_PENALTY = 40;

interface RankedMoney {
  amountCents: number;
  currency: string;
  iban: string;
  /** Original amount if the payer sent another currency, which the bank then converted; otherwise empty. */
  instructed: string;
  mayBeDuplicate: boolean;
}

/**
 * Returns the ids of the invoices that a payment probably pays: those of the best candidate, and of others with the same score. Paid and
 * retracted invoices are left out, because nothing is demanded for them anyway.
 */
export function probablyPaid({ candidates: [first, ...others] }: RankedPayment): string[] {
  if (!first || first.score < PROBABLE) return [];
  const parts = [first, ...others.filter(({ score }) => score === first.score)].flatMap((candidate) => candidate.parts);
  const owing = parts.filter(({ invoice: { outstandingCents, retractedAt } }) => outstandingCents > 0 && retractedAt === null);
  return [...new Set(owing.map(({ invoice }) => invoice.id))].sort();
}

/** Ranks the invoices that a payment may be for, and determines whether the best candidate may be booked without review. */
export function rankCandidates(money: RankedMoney, written: ReadPayment, found: readonly PossibleInvoice[]): RankedPayment {
  // `setsOf` returns only the first few sets, so the order of the invoices decides which are offered.
  const possible = found.toSorted((one, other) => one.invoiceNumber - other.invoiceNumber);
  const payment = withBelgianReferences(written, possible);
  const inexact = inexactOf(payment, possible);
  const single = possible.map((invoice) => candidateOf(money, payment, inexact, invoice));
  const byReferences = [...householdOf(money, payment, possible), ...overpaidOf(money, payment, possible)];
  // Each set of invoices is offered once. A household's set may be a single invoice, if the one that the reference names owes nothing.
  const referencedKeys = new Set(byReferences.map(keyOf));
  const offered = [...single, ...combinationsOf(money, single)];
  const others = referencedKeys.size === 0 ? offered : offered.filter((each) => !referencedKeys.has(keyOf(each)));
  const rankByReferences = (candidate: Candidate) => (referencedKeys.has(keyOf(candidate)) ? 1 : 0);
  const weighed = weighAgainstFitting([...byReferences, ...others]);
  const candidates = weighed.candidates
    .filter(({ score }) => score > 0)
    .sort(
      (one, other) => other.score - one.score || rankByReferences(other) - rankByReferences(one) || (keyOf(one) < keyOf(other) ? -1 : 1),
    );
  const certainty = weighed.isContradicted ? "none" : certaintyOf(money, payment, candidates);
  return {
    candidates: candidates.slice(0, MOST_CANDIDATES),
    certainty,
    isUndecided: isUndecided(candidates),
    bookable: bookableOf(single),
  };
}

/** Returns the invoices to which a number, an account or an e-mail address points, and others that may be paid together with them. */
function bookableOf(single: readonly Candidate[]): PossibleInvoice[] {
  const proven = new Set(single.filter(({ reasons }) => reasons.some((reason) => NAMED.has(reason) || OF_PAYER.has(reason))));
  const groups = payersIn(single).filter((group) => group.some((candidate) => proven.has(candidate)));
  return [...new Set([...proven, ...groups.flat()])].flatMap(({ parts }) => parts.map(({ invoice }) => invoice));
}

/** Counts twelve digits with right check digits as a reference if they are the number of a Belgian company's invoice. */
function withBelgianReferences(payment: ReadPayment, possible: readonly PossibleInvoice[]): ReadPayment {
  const belgian = possible.filter(({ isBelgian, invoiceNumber }) => isBelgian && payment.belgian.includes(invoiceNumber));
  return { ...payment, referenced: [...new Set([...payment.referenced, ...belgian.map(({ invoiceNumber }) => invoiceNumber)])] };
}

/**
 * Returns the candidate for the household of the only invoice that a reference names. Money beyond that invoice goes to the others in the order
 * of their numbers, the same payer's first. A surplus beyond all of them is booked on the named invoice, to be given back. If the named invoice
 * owes nothing, the payment may be a repetition; the household is then a candidate only if the payment equals the sum of the other invoices.
 */
function householdOf(
  { amountCents, currency, iban }: RankedMoney,
  payment: ReadPayment,
  possible: readonly PossibleInvoice[],
): Candidate[] {
  const [number, ...more] = payment.referenced;
  const named = possible.find(({ invoiceNumber }) => invoiceNumber === number);
  if (!named?.householdId || more.length > 0) return [];
  const members = possible
    .filter((invoice) => invoice.householdId === named.householdId && isPayable(invoice, currency))
    .sort((one, other) => placeOf(one, named) - placeOf(other, named) || one.invoiceNumber - other.invoiceNumber);
  const sumCents = sumOf(members);
  // The named invoice comes first, unless nothing can be paid on it.
  const isForHousehold = members[0] === named ? amountCents > named.outstandingCents && members.length > 1 : amountCents === sumCents;
  if (!isForHousehold) return [];
  const ofOnePayerCents = sumOf(members.filter((invoice) => isOfSamePayer(invoice, named)));
  const isWholeSum = amountCents === sumCents || amountCents === ofOnePayerCents;
  const howMuch = isWholeSum ? "amount_of_several" : lessOrMore(amountCents, sumCents);
  const reasons: MatchReason[] = ["reference", "household", ...payerReasons(payment, named, iban), howMuch];
  return [{ parts: partsInOrder(amountCents, members), reasons, score: scoreFor(payment, reasons, named) }];
}

/**
 * Returns the candidate for several invoices that are each named by reference, if more was paid than they owe. Each invoice is paid, and
 * the surplus is booked on the first, to be given back.
 */
function overpaidOf({ amountCents, currency, iban }: RankedMoney, payment: ReadPayment, possible: readonly PossibleInvoice[]): Candidate[] {
  const named = payment.referenced.flatMap((number) => possible.find(({ invoiceNumber }) => invoiceNumber === number) ?? []);
  const [first] = named;
  const areAllPayable = named.length === payment.referenced.length && named.every((invoice) => isPayable(invoice, currency));
  const sumCents = sumOf(named);
  if (!first || named.length < 2 || !areAllPayable || amountCents <= sumCents) return [];
  const reasons: MatchReason[] = ["reference", ...payerReasons(payment, first, iban), "more"];
  return [{ parts: partsInOrder(amountCents, named), reasons, score: scoreFor(payment, reasons, first) }];
}

function sumOf(invoices: readonly PossibleInvoice[]): number {
  return invoices.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
}

/** Returns the place in the order in which a household's invoices are paid: the named one, the same payer's, then those of others. */
function placeOf(invoice: PossibleInvoice, named: PossibleInvoice): number {
  if (invoice === named) return 0;
  return isOfSamePayer(invoice, named) ? 1 : 2;
}

/** Whether two invoices of a household count as one payer's: staff joined both to it, or neither. */
function isOfSamePayer(invoice: PossibleInvoice, named: PossibleInvoice): boolean {
  return invoice.isJoinedByHand === named.isJoinedByHand;
}

function candidateOf(
  { amountCents, currency, iban }: RankedMoney,
  payment: ReadPayment,
  inexact: Inexact,
  invoice: PossibleInvoice,
): Candidate {
  const { outstandingCents, retractedAt } = invoice;
  const reasons: MatchReason[] = [...numberReasons(payment, inexact, invoice), ...payerReasons(payment, invoice, iban)];
  // A bare number may be another customer's, by a slip or by chance.
  const isByNumber = reasons.some((reason) => BARE_NUMBER.has(reason));
  if (isByNumber && reasons.length === 1 && payment.hasName) reasons.push("other_name");
  if (invoice.currency !== currency) reasons.push("other_currency");
  else if (retractedAt) reasons.push("retracted");
  else if (outstandingCents <= 0) reasons.push("nothing_outstanding");
  else reasons.push(...amountReasons(amountCents, invoice));
  const named = namedIn(payment, reasons, invoice);
  const hint = hintFor(payment, reasons, invoice, named);
  const score = reasons.some(pointsAtIt) ? scoreOf(reasons) + hint : 0;
  return { parts: [{ invoice, amountCents }], score, reasons, named, hint };
}

function scoreFor(payment: ReadPayment, reasons: readonly MatchReason[], invoice: PossibleInvoice): number {
  return scoreOf(reasons) + hintFor(payment, reasons, invoice, namedIn(payment, reasons, invoice));
}

/** Returns the points for first names, an initial and the address, which distinguish customers of one name. */
function hintFor(payment: ReadPayment, reasons: readonly MatchReason[], { address }: PossibleInvoice, named: NameFound): number {
  return nameHint(named) + (reasons.includes("address") ? addressHint(payment, address) : 0);
}

/** Whether the reason distinguishes this invoice from others. An amount alone does not: many invoices share it. */
function pointsAtIt(reason: MatchReason): boolean {
  return WEIGHT[reason] > 0 && reason !== "amount" && reason !== "half";
}

function scoreOf(reasons: readonly MatchReason[]): number {
  return reasons.reduce((sum, reason) => sum + WEIGHT[reason], 0);
}

function payerReasons(payment: ReadPayment, invoice: PossibleInvoice, iban: string): MatchReason[] {
  const { words, emails } = payment;
  const reasons: MatchReason[] = [];
  if (invoice.isKnownPayer) reasons.push("known_payer");
  else if (iban !== "" && invoice.directDebitIban === iban) reasons.push("direct_debit_account");
  if (invoice.email !== "" && emails.includes(invoice.email)) reasons.push("email");
  if (hasAll(words, invoice.organization) || (hasLastName(words, invoice.lastName) && hasFirst(words, invoice.firstName)))
    reasons.push("name");
  else if (hasLastName(words, invoice.lastName)) reasons.push("last_name");
  // An address alone may be that of others at the same place.
  if (reasons.length > 0 && addressHint(payment, invoice.address) > 0) reasons.push("address");
  return reasons;
}

/**
 * Returns candidates of several invoices paid together: all invoices that the payment names, and the sets of one payer's invoices whose
 * amounts add up to the payment (`setsOf`).
 */
function combinationsOf(money: RankedMoney, single: readonly Candidate[]): Candidate[] {
  const owing = single.filter(({ parts: [part] }) => part && isPayable(part.invoice, money.currency));
  const named = owing.filter(({ reasons }) => reasons.some((reason) => NAMED_OR_SEPARATED.has(reason)));
  const sums = [named, ...payersIn(owing)].flatMap((group) => setsOf(money.amountCents, group, outstandingOf));
  const combined = sums.flatMap(combine);
  return [...new Map(combined.map((each) => [keyOf(each), each])).values()];
}

function outstandingOf({ parts: [part] }: Candidate): number {
  return part?.invoice.outstandingCents ?? 0;
}

/** Returns the key of the invoices that a candidate books. */
function keyOf({ parts }: Pick<Candidate, "parts">): string {
  const [part] = parts;
  if (part && parts.length === 1) return part.invoice.id;
  return parts
    .map(({ invoice }) => invoice.id)
    .sort()
    .join();
}

/** Combines candidates of single invoices into one. Reasons are pooled; each invoice to which none of them points lowers the score. */
function combine(members: readonly Candidate[]): Candidate[] {
  const reasons = [...new Set(members.flatMap((member) => member.reasons))].filter((reason) => !OF_ONE_AMOUNT.has(reason));
  if (reasons.length === 0) return [];
  const pointed = members.map((member) => member.reasons.filter(pointsAtIt));
  const unpointed = pointed.filter((pointing) => pointing.length === 0).length;
  const best = Math.max(...pointed.map(scoreOf));
  return [
    {
      parts: members.flatMap(({ parts }) => parts.map(({ invoice }) => ({ invoice, amountCents: invoice.outstandingCents }))),
      reasons: [...reasons, "amount_of_several"],
      score: best + WEIGHT.amount_of_several - UNPOINTED_PENALTY * unpointed,
    },
  ];
}

/** Comparisons of the payment with a single invoice's amount. */
const OF_ONE_AMOUNT = new Set<MatchReason>(["half", "less", "more", "amount"]);

/** Exact numbers by which a payment names an invoice. Not `belgian_number`, which may be chance. */
const NAMED = new Set<MatchReason>(["reference", "our_number", "partner_number"]);
/** Numbers by which invoices are combined: also those that only a person may book. */
const NAMED_OR_SEPARATED = new Set<MatchReason>([...NAMED, "partner_number_separated"]);
/** Numbers without a slip that are no reference. */
const BARE_NUMBER = new Set<MatchReason>(["our_number", "partner_number", "partner_number_separated", "belgian_number"]);
/** Facts other than the name by which the payer is the customer's. */
const OF_PAYER = new Set<MatchReason>(["known_payer", "direct_debit_account", "email"]);

function isPayable({ outstandingCents, retractedAt, currency }: PossibleInvoice, wanted: string): boolean {
  return outstandingCents > 0 && retractedAt === null && currency === wanted;
}

/** Returns the grounds for booking the best candidate without review (`certainty`). */
function certaintyOf(money: RankedMoney, { referenced }: ReadPayment, candidates: readonly Candidate[]): RankedPayment["certainty"] {
  const [best, second] = candidates;
  // A person decides about a payment that may have been booked before or was converted from another currency.
  if (!best || money.amountCents <= 0 || money.mayBeDuplicate || money.instructed !== "") return "none";
  if (best.parts.some(({ invoice }) => !isPayable(invoice, money.currency))) return "none";
  const toPay = best.parts.map(({ invoice }) => invoice.invoiceNumber);
  const isReferenced =
    best.reasons.includes("household") || (toPay.length === referenced.length && toPay.every((number) => referenced.includes(number)));
  if (referenced.length > 0) return isReferenced ? "reference" : "none";
  const hasAmount = best.reasons.includes("amount") || best.reasons.includes("amount_of_several");
  // Digits with other separators may be something else.
  const hasNumber = best.reasons.some((reason) => NAMED.has(reason)) && !best.reasons.includes("partner_number_separated");
  const hasPayer = best.reasons.some((reason) => OF_PAYER.has(reason));
  const hasName = best.reasons.some((reason) => reason === "name" || reason === "last_name");
  const hasTwoFacts = [hasNumber, hasPayer, hasName].filter(Boolean).length >= 2;
  const { named, hint = 0 } = best;
  // First names and addresses put candidates in order, but the lead does not count them.
  const lead = best.score - hint - (second?.score ?? 0);
  // The number or the name may be meant for another candidate that also owes the amount, and that the payment names better.
  const mayBeSlip =
    !hasPayer && named && candidates.some((other) => other.reasons.includes("amount") && other.named && isNamedBetter(other.named, named));
  return hasAmount && hasTwoFacts && lead >= LEAD && !mayBeSlip ? "clear" : "none";
}
