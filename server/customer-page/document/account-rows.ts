import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { CustomerInvoice, TransferInTime } from "@/server/customer-page/describe-for-customer";
import { sumOf } from "@/server/domain/rules/account";
import { categoryOf } from "@/server/domain/rules/line-types";
import { feeLawOf, type Reading, wordingOf } from "./reading";

/** A row of an invoice's account, as its customer reads it. */
export interface AccountRow {
  words: string;
  /** Until when a transfer takes the fee off again; empty for other rows. */
  note: string;
  date: Date;
  amountCents: number;
}

/**
 * Returns the rows of an invoice's account: the billed lines in the company's order, and then the events by date. A payment is one row,
 * although its part for fees is a line of its own. A late-payment fee has a note while a transfer in time still takes it off again.
 */
export function accountRows(
  { invoice, relief }: Pick<CustomerInvoice, "invoice" | "relief">,
  reading: Pick<Reading, "say" | "money" | "day">,
): AccountRow[] {
  const { say } = reading;
  const { lines, paymentOfLine } = invoice;
  const payments = Map.groupBy(lines, ({ id, type }) => (categoryOf(type) === "payment" && paymentOfLine[id]?.id) || id);
  const rows = [...payments.values()].flatMap((parts) => {
    const named = parts.find(({ type }) => type === "PAYMENT-LINE") ?? parts.find(({ paymentMethod }) => paymentMethod) ?? parts[0];
    return named ? [{ words: wordingOf(named, invoice, say), date: named.date, amountCents: sumOf(parts), type: named.type }] : [];
  });
  const isAsBilled = ({ type }: (typeof rows)[number]) => categoryOf(type) === "billed" || categoryOf(type) === "credit";
  const firstEvent = rows.findIndex((row) => !isAsBilled(row));
  const billed = firstEvent === -1 ? rows : rows.slice(0, firstEvent);
  const events = rows.slice(billed.length).sort((one, other) => one.date.getTime() - other.date.getTime());
  const fee = rows.findLast(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  return [...billed, ...events].map((row) => {
    const { words, date, amountCents } = row;
    return { words, note: relief && row === fee ? sayTransferInTime(invoice, relief, reading) : "", date, amountCents };
  });
}

/** Says until when a transfer takes the charged fee off again, in the words of the mail with the fee. */
function sayTransferInTime(
  invoice: InvoiceRecord,
  { amountCents, arrival }: TransferInTime,
  { say, money, day }: Pick<Reading, "say" | "money" | "day">,
): string {
  const sum = amountCents === null ? "none" : money(amountCents);
  return say("lines.feeFallsAway", { sum, day: day(arrival, "whole"), law: feeLawOf(invoice) });
}
