import { addDays, dayAt, laterDay } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import { holdsOn } from "@/server/domain/rules/holds";
import { type FeePayer, feeTermsOf, GRACE_DAYS } from "@/server/domain/rules/late-fee-rules";
import { categoryOf } from "@/server/domain/rules/line-types";
import type { ClaimOfMail, CollectedInvoice, FeeBearer, SentMessage, SharedFee } from "./collected-invoice";
import { countedCents } from "./counted-claim";
import { dueOnOf, type FeeAhead, feeAhead, hasLateFee, isCollected, isToldOfFee, namedFee, plan } from "./plan";
import { dayAfterReturn, isReturnedLately } from "./returned-payment";
import { takenIn } from "./taken-in";

// Invoices of one payer that one reminder asks for share one late-payment fee (decision 0152). It stands on the first of them.

/** An invoice of a payer. */
export interface PayersInvoice extends FeeBearer {
  /** Our number, which grows in recorded order. */
  invoiceNumber: number;
}

/** An invoice that a reminder asks for. */
export interface AskedInvoice extends PayersInvoice {
  /** The reminder that asks, if it is the invoice's own; null if it is that of another invoice. */
  reminder: Pick<SentMessage, "kind" | "round"> | null;
}

/** An invoice whose fee stands on another one from this reminder on. */
export interface Share {
  invoiceId: string;
  onInvoiceId: string;
  /** Whether its amount counts towards the fee's maximum. */
  isCounted: boolean;
}

/** Fees that a reminder names, and the invoices that share these. */
export interface FeesOfReminder {
  /** Fees to come that the reminder names, by the invoice that each stands on. At most one is new. */
  ahead: Map<string, FeeAhead>;
  shares: Share[];
}

/**
 * Returns the payer whose terms a reminder for these invoices states: the first in recorded order for whom the law prescribes terms, or the payer of
 * `own`, the reminder's invoice. Payers for whom a fee was named or charged go before others, so that no second fee is named under another law.
 */
export function payerOfTerms(own: PayersInvoice, others: readonly PayersInvoice[]): FeePayer {
  const withTerms = [own, ...others].sort(byNumber).filter(({ collected }) => feeTermsOf(collected.payer) !== null);
  const first = withTerms.find(bearsFee) ?? withTerms[0];
  return (first ?? own).collected.payer;
}

/** Returns the invoices of which a reminder with this payer's terms can name a late-payment fee: those with the same terms or none. */
export function underTermsOf<Invoice extends PayersInvoice>(payer: FeePayer, invoices: readonly Invoice[]): Invoice[] {
  return invoices.filter(({ collected }) => [null, feeTermsOf(payer)].includes(feeTermsOf(collected.payer)));
}

/**
 * Returns the fees that a reminder names when it is sent now. `apart`: the payer's invoices that the reminder does not ask for.
 * - Invoices for which an earlier fee stands (`standsFor`) share that one.
 * - For the others, if there are any, the reminder names one fee, on the first invoice whose own reminder it is.
 * - An invoice whose fee stands elsewhere never gets a fee of its own, even if the other is never charged.
 */
export function feesOfReminder(asked: readonly AskedInvoice[], apart: readonly PayersInvoice[], now: Date): FeesOfReminder {
  const inOrder = asked.toSorted(byNumber);
  const bearers = [...inOrder, ...apart].sort(byNumber);
  const ahead = new Map(
    inOrder.filter(bearsFee).flatMap((each) => {
      const fee = each.reminder ? feeAhead(each.collected, each.reminder, now) : namedFee(each.collected, now);
      return fee ? [[each.id, fee] as const] : [];
    }),
  );
  const free = inOrder.filter(isFree).map((each) => ({ each, place: bearers.find((bearer) => standsFor(bearer, each, now)) }));
  const shares = free.flatMap(({ each, place }) => (place ? [{ invoiceId: each.id, onInvoiceId: place.id, isCounted: false }] : []));
  const unplaced = free.flatMap(({ each, place }) => (place ? [] : [each]));
  const first = unplaced.find(({ reminder, collected }) => reminder && collected.hasEmail);
  const others = unplaced.filter((each) => each !== first);
  const fee = first?.reminder && feeAhead(withOthers(first, others), first.reminder, now);
  if (!first || !fee) return { ahead, shares };
  return {
    ahead: ahead.set(first.id, fee),
    shares: [...shares, ...others.map(({ id }) => ({ invoiceId: id, onInvoiceId: first.id, isCounted: true }))],
  };
}

/**
 * Returns the fee that an invoice will share with its payer's other open invoices, as `expectedShare`. If laws prescribe different terms for them,
 * one reminder states only the terms of the first payer (`payerOfTerms`), and an invoice under other terms gets no fee.
 */
export function expectedFee(invoice: PayersInvoice, others: readonly PayersInvoice[], now: Date): SharedFee | null {
  const payer = payerOfTerms(
    invoice,
    others.filter((each) => isOwed(each.collected) || standsFor(each, invoice, now)),
  );
  if (underTermsOf(payer, [invoice]).length === 0 && isFree(invoice)) return { isElsewhere: true, bearer: null };
  return expectedShare(invoice, underTermsOf(payer, others), now);
}

/**
 * Returns the fee that an invoice will share with its payer's other open invoices, unless something changes before the next reminder. Null
 * if the invoice will have a fee of its own, or has one.
 */
function expectedShare(invoice: PayersInvoice, others: readonly PayersInvoice[], now: Date): SharedFee | null {
  const { collected } = invoice;
  if (!isFree(invoice)) return collected.sharedFee;
  const own = nextReminder(invoice, now)?.day;
  if (own === undefined) return null;
  const bearers = others.filter(bearsFee).sort(byNumber);
  const placeOf = (each: PayersInvoice) => bearers.find((bearer) => standsFor(bearer, each, now));
  const bearer = placeOf(invoice);
  if (bearer) return { isElsewhere: true, bearer };

  // The fee will stand on the invoice that is reminded first, for all that this reminder asks for.
  const otherFree = others.filter((each) => isFree(each) && isOwed(each.collected) && !placeOf(each));
  const free = [invoice, ...otherFree].flatMap((each) => {
    const next = nextReminder(each, now);
    return next ? [{ each, ...next }] : [];
  });
  const togetherWith = (first: (typeof free)[number]) =>
    [invoice, ...otherFree]
      .filter((each) => each !== first.each && isAskedOn(each, first.day) && takesPart(each, first, now))
      .filter(({ collected }) => dueOnOf({ ...collected, hasEmail: true }, now) < first.day);
  const first = free
    .sort((one, other) => one.day.localeCompare(other.day) || byNumber(one.each, other.each))
    .find((each) => [each.each, ...togetherWith(each)].some(({ collected }) => countedCents(collected.lines, undefined) > 0));
  if (!first) return null;
  const onFirst = withOthers(first.each, togetherWith(first));
  if (first.each === invoice) return onFirst.sharedFee;
  return isAskedOn(first.each, own) ? { isElsewhere: true, bearer: { ...first.each, collected: onFirst } } : null;
}

const byNumber = (one: PayersInvoice, other: PayersInvoice) => one.invoiceNumber - other.invoiceNumber;

/** Whether a fee was named or charged on the invoice itself. */
function bearsFee({ collected }: PayersInvoice): boolean {
  return !collected.sharedFee?.isElsewhere && (isToldOfFee(collected) || hasLateFee(collected.lines));
}

/**
 * Whether the fee on the bearer stands for another invoice of the payer as well, which then gets no fee of its own (decision 0163). The fee does
 * - for all invoices while anything is owed on the bearer, also while nobody is asked for it;
 * - afterwards, for each invoice that was owed and overdue when the fee was named or charged.
 */
export function standsFor(bearer: PayersInvoice, invoice: PayersInvoice, now: Date): boolean {
  if (bearer.id === invoice.id || !bearsFee(bearer)) return false;
  const { messages, lines } = bearer.collected;
  const named = messages.flatMap(({ fate, graceUntil, at }) =>
    // A reminder may leave days after `at`, when it was queued. The days of grace before the last free day begin when the reminder leaves.
    fate === "left" && graceUntil !== null ? [laterDay(dayAt(at), addDays(graceUntil, -GRACE_DAYS))] : [],
  );
  const charged = lines.flatMap(({ type, date }) => (type === "LATE-PAYMENT-FEE-LINE" ? [dayAt(date)] : []));
  return isOwed(bearer.collected) || [...named, ...charged].some((day) => wasOverdueOn(invoice.collected, day, now));
}

const isOwed = ({ retractedAt, lines }: CollectedInvoice) => !retractedAt && sumOf(lines) > 0;

/** Whether an amount was owed at the end of a day, by the days of payments and credits, and the due day was over. */
function wasOverdueOn(collected: CollectedInvoice, day: string, now: Date): boolean {
  const until = collected.lines.filter(({ type, date }) => categoryOf(type) === "billed" || dayAt(date) <= day);
  return dueOnOf({ ...collected, hasEmail: true }, now) < day && sumOf(until) > 0;
}

/** Whether no fee was named for the invoice, on itself or elsewhere. */
function isFree(invoice: PayersInvoice): boolean {
  return !invoice.collected.sharedFee?.isElsewhere && !bearsFee(invoice);
}

const isHeldOn = ({ hold }: CollectedInvoice, day: string) => hold !== null && holdsOn(hold, day);

/** Whether an amount of the invoice is demanded on a day. */
function isAskedOn({ collected }: PayersInvoice, day: string): boolean {
  return claimOf(collected) !== undefined && !isHeldOn(collected, day) && !isReturnedLately(collected, day);
}

interface NextReminder {
  kind: MessageKind;
  at: Date;
  day: string;
}

/** Returns the invoice's own reminder that is being sent, or the next one; undefined if there is none. */
function nextReminder({ collected }: PayersInvoice, now: Date): NextReminder | undefined {
  const going = collected.messages.find(({ kind, fate }) => isReminder(kind) && fate === "going");
  const next = going ?? plan(collected, now).find((item) => "round" in item && isReminder(item.kind));
  return next && "round" in next ? { kind: next.kind, at: next.at, day: dayAt(next.at) } : undefined;
}

/** Whether another invoice's coming reminder will also ask for this one, whose own reminder comes on the same day or is brought forward. */
function takesPart(invoice: PayersInvoice, { kind, day, at }: NextReminder, now: Date): boolean {
  const own = nextReminder(invoice, now);
  const isSameDay = own?.kind === kind && own.day === day;
  return isSameDay || takenIn({ ...invoice.collected, hasEmail: true }, kind, at) !== undefined;
}

/** Returns the invoice with a fee over its own amount, the amounts that count towards the fee already, and those of others. */
function withOthers({ collected }: PayersInvoice, others: readonly PayersInvoice[]): CollectedInvoice {
  const before = collected.sharedFee?.isElsewhere === false ? collected.sharedFee.others : [];
  const claims = [...before, ...others.flatMap((each) => claimOf(each.collected) ?? [])];
  return claims.length > 0 ? { ...collected, sharedFee: { isElsewhere: false, others: claims } } : collected;
}

/**
 * Returns the amount that the payer is asked for, also if the invoice has no address of its own; undefined if nothing is asked for. Its amount is
 * the one that counts towards the fee (`countedCents`). `namedAt`: when a reminder named the fee.
 */
export function claimOf({ payer, lines, hold, ...collected }: CollectedInvoice, namedAt?: Date): ClaimOfMail | undefined {
  if (!isCollected({ ...collected, payer, lines, hold, hasEmail: true })) return undefined;
  return {
    payer,
    owedCents: countedCents(lines, namedAt),
    hold,
    returnedUntil: dayAfterReturn({ ...collected, lines }) ?? null,
  };
}

/**
 * Returns the rest of an amount that a reminder counted. The rest is 0 if nothing is asked for any more, or the invoice has left the household; its
 * payer's maximum still applies, so that the fee never exceeds the one that was named.
 */
export function remainderOf(collected: CollectedInvoice, isOfHousehold = true, namedAt?: Date): ClaimOfMail {
  const claim = isOfHousehold ? claimOf(collected, namedAt) : undefined;
  return claim ?? { payer: collected.payer, owedCents: 0, hold: null, returnedUntil: null };
}
