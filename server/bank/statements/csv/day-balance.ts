interface Row {
  amountCents: number;
  /** Null: the row has no balance. */
  balanceCents: number | null;
}

/**
 * Reads balances that stand only in some rows, as of banks that write one balance for each day, in its last entry. Trusts only balances that the
 * amounts prove: at least two that follow from each other in one of the two orders of rows, and not in the other.
 */
export class DayBalance {
  private first: Sums | undefined;
  private last: Sums | undefined;
  private count = 0;
  private isOldestFirst = true;
  private isNewestFirst = true;
  private sumCents = 0;

  add({ amountCents, balanceCents }: Row): void {
    const beforeCents = this.sumCents;
    this.sumCents += amountCents;
    if (balanceCents === null) return;
    const { last } = this;
    const row = { balanceCents, beforeCents, afterCents: this.sumCents };
    if (last) {
      this.isOldestFirst &&= last.balanceCents + row.afterCents - last.afterCents === balanceCents;
      this.isNewestFirst &&= balanceCents + row.beforeCents - last.beforeCents === last.balanceCents;
    }
    this.first ??= row;
    this.last = row;
    this.count += 1;
  }

  /** Returns the balances before and after all rows, in cents; null where nothing proves them. */
  openingAndClosing(): { openingCents: number | null; closingCents: number | null } {
    const { first, last } = this;
    const isProven = this.count >= LEAST_BALANCES && this.isOldestFirst !== this.isNewestFirst;
    if (!first || !last || !isProven) return { openingCents: null, closingCents: null };
    if (this.isOldestFirst) {
      const openingCents = first.balanceCents - first.afterCents;
      return { openingCents, closingCents: openingCents + this.sumCents };
    }
    const closingCents = first.balanceCents + first.beforeCents;
    return { openingCents: closingCents - this.sumCents, closingCents };
  }
}

/** A balance, with the sums of all amounts before its row (`beforeCents`) and including its row (`afterCents`). */
interface Sums {
  balanceCents: number;
  beforeCents: number;
  afterCents: number;
}

/** Minimum number of balances that prove each other. */
const LEAST_BALANCES = 2;
