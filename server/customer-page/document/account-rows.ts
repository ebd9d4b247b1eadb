import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { sumOf } from "@/server/domain/rules/account";
import { categoryOf } from "@/server/domain/rules/line-types";
import { type Say, wordingOf } from "./reading";

/** A row of an invoice's account, as its customer reads it. */
export interface AccountRow {
  words: string;
  date: Date;
  amountCents: number;
}

/**
 * Returns the rows of an invoice's account: what was billed, as the company ordered it, and then what happened, by date. A payment is one row,
 * although its part for fees is a line of its own.
 */
export function accountRows(invoice: InvoiceRecord, say: Say): AccountRow[] {
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
  return [...billed, ...events].map(({ words, date, amountCents }) => ({ words, date, amountCents }));
}
