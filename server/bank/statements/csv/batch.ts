import { type StatementEntry, StatementRefusal, type StatementTransaction } from "@/server/bank/statements/statement";

/** Maximum number of payments of one batch; no bank's file has more. */
const MOST_PAYMENTS = 10_000;
/** Length in characters above which no more text is added. Banks write less. */
const LONGEST_TEXT = 4_000;

/** An entry, with the rows below it that list its payments. */
export class Batch {
  private readonly payments: StatementTransaction[] = [];
  private readonly rows: { line: number; cells: string[] }[] = [];
  private sumCents: number | undefined = 0;

  constructor(private entry: StatementEntry) {}

  /** Adds the text of a row below: to the last payment, or to the entry itself. */
  addText(text: string): void {
    const payment = this.payments.pop();
    if (payment) this.payments.push(withText(payment, text));
    else this.entry = { ...this.entry, transactions: this.entry.transactions.map((each) => withText(each, text)) };
  }

  /** Adds a row. The payment's amount is undefined if it cannot be read. Throws a `StatementRefusal` after 10,000 payments. */
  add(payment: StatementTransaction, cents: number | undefined, line: number, cells: string[]): void {
    this.payments.push({ ...payment, amountCents: cents ?? 0 });
    this.rows.push({ line, cells });
    this.sumCents = cents === undefined || this.sumCents === undefined ? undefined : this.sumCents + cents;
    if (this.payments.length > MOST_PAYMENTS) throw new StatementRefusal("too_many_payments", line, "row");
  }

  /** Returns the entry with its payments if they add up to it; otherwise the entry as a single payment, and the rows as left out. */
  end(): { entry: StatementEntry; leftOut: { line: number; cells: string[] }[] } {
    const { entry, payments, rows, sumCents } = this;
    if (payments.length === 0) return { entry, leftOut: [] };
    // Banks write the payments of an outgoing batch with or without a minus.
    const sign = [1, -1].find((each) => sumCents === each * entry.amountCents);
    if (sign === undefined) return { entry, leftOut: rows };
    const creditors = entry.transactions[0]?.creditorIdentifiers ?? [];
    const transactions = payments.map((payment) => ({
      ...payment,
      amountCents: (payment.amountCents ?? 0) * sign,
      ...(creditors.length > 0 && { creditorIdentifiers: [...creditors, ...(payment.creditorIdentifiers ?? [])] }),
    }));
    return { entry: { ...entry, text: entry.transactions[0]?.text ?? "", transactions }, leftOut: [] };
  }
}

function withText(payment: StatementTransaction, text: string): StatementTransaction {
  return payment.text.length > LONGEST_TEXT ? payment : { ...payment, text: `${payment.text} ${text}`.trim() };
}
