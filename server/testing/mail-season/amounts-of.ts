import { dayAt } from "@/server/domain/formats/calendar";
import type { Looked } from "./look";

// Amounts of an invoice that its mails may name, from its lines alone, in cents.

/** Returns the amounts billed after the due day, in cents. */
export function addedTo({ books, collection }: Looked): number[] {
  return books.lines.flatMap(({ type, date, amountCents }) =>
    /^INVOICE/.test(type) && dayAt(date) > (collection.due_on ?? "") ? [amountCents] : [],
  );
}

/** Returns the amounts owed without the late-payment fee, in cents: first with the amounts billed after the due day, then without them. */
export function withoutLater(looked: Looked): number[] {
  const withoutFee = looked.books.totalCents - unpaidFeeOf(looked);
  return [withoutFee, withoutFee - addedTo(looked).reduce((sum, cents) => sum + cents, 0)];
}

/** Returns the amounts billed, paid and credited, in cents, if anything was paid or credited; otherwise none. */
export function partsOf(looked: Looked): number[] {
  const [billed, paid, credited] = paymentsOf(looked);
  return paid > 0 || credited > 0 ? [billed, paid, credited].filter((cents) => cents > 0) : [];
}

/** Returns the late-payment fees charged, paid or not, in cents, if anything was paid or credited; otherwise none. */
export function feesBefore(looked: Looked): number[] {
  const isFee = ({ type }: (typeof looked.books.lines)[number]) => type === "LATE-PAYMENT-FEE-LINE";
  return partsOf(looked).length > 0 ? looked.books.lines.filter(isFee).map(({ amountCents }) => amountCents) : [];
}

/** Returns the amounts billed, paid without chargebacks, and credited, in cents. */
export function paymentsOf({ books }: Looked): [billed: number, paid: number, credited: number] {
  const sumOf = (types: RegExp) => books.lines.reduce((sum, { type, amountCents }) => (types.test(type) ? sum + amountCents : sum), 0);
  return [sumOf(/^INVOICE/), 0 - sumOf(/PAYMENT-LINE$|^CHARGEBACK-LINE/), 0 - sumOf(/^CREDIT/)];
}

/** Returns the part of the fee that is charged and not taken back, in cents. */
export function unpaidFeeOf({ books }: Looked, fee: "LATE-PAYMENT-FEE" | "CHARGEBACK-FEE" = "LATE-PAYMENT-FEE"): number {
  const ofFee = books.lines.filter(({ type }) => type.startsWith(fee));
  return Math.max(
    0,
    ofFee.reduce((cents, { amountCents }) => cents + amountCents, 0),
  );
}
