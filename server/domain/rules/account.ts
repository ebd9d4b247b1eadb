import { categoryOf, type LineType, lineKinds } from "./line-types";

/** Sums of an invoice's lines, in cents: billed + fees − paid − credited = outstanding. */
export interface Account {
  billedCents: number;
  feesCents: number;
  /** Payments minus chargebacks. */
  paidCents: number;
  creditedCents: number;
  /** Below 0, the customer is owed a refund. */
  outstandingCents: number;
  /** Fees minus the payment lines that pay fees. */
  outstandingFeesCents: number;
}

export interface AccountLine {
  type: LineType;
  amountCents: number;
}

export function accountOf(lines: readonly AccountLine[]): Account {
  const sumWhere = (belongs: (type: LineType) => boolean) => sumOf(lines.filter(({ type }) => belongs(type)));
  const feesCents = sumWhere((type) => categoryOf(type) === "fee");
  return {
    billedCents: sumWhere((type) => categoryOf(type) === "billed"),
    feesCents,
    // `0 -` instead of a unary minus, because −0 would be shown as "−0.00".
    paidCents: 0 - sumWhere((type) => categoryOf(type) === "payment" || categoryOf(type) === "chargeback"),
    creditedCents: 0 - sumWhere((type) => categoryOf(type) === "credit"),
    outstandingCents: sumOf(lines),
    outstandingFeesCents: feesCents + sumWhere((type) => lineKinds[type].paysFee === true),
  };
}

/** A line, with the payment that it records or takes back, if there is one. */
export interface LineOfPayment extends AccountLine {
  paymentId: string | null;
}

/**
 * Returns the lines without payments that were taken back and without their chargebacks. The sum stays the same, and fees that such a
 * payment had paid count as unpaid. Refund lines have no `paymentId` and stay.
 */
export function withoutTakenBack<Line extends AccountLine & Partial<LineOfPayment>>(lines: readonly Line[]): Line[] {
  const takenBack = new Set(lines.flatMap(({ type, paymentId }) => (paymentId && categoryOf(type) === "chargeback" ? [paymentId] : [])));
  return lines.filter(({ paymentId }) => !paymentId || !takenBack.has(paymentId));
}

/** Returns the sum of the lines, in cents. */
export function sumOf(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((total, { amountCents }) => total + amountCents, 0);
}
