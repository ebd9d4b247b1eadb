import type { Place } from "@/server/bank/statements/read-values";
import { StatementRefusal } from "@/server/bank/statements/statement";

interface Balanced {
  amountCents: number;
  balanceCents: number;
}

/** Checks the balance in each row against the amounts. The oldest row may be first or last. */
export class RunningBalance {
  private first: Balanced | undefined;
  private last: Balanced | undefined;
  private rises = true;
  private falls = true;
  private hasAll = true;

  /**
   * Adds a row. Throws a `StatementRefusal` if its balance does not follow from the amounts. Amounts in cents. A row without a balance has
   * `balanceCents` null; one such row makes all balances of the file count for nothing.
   */
  add(amountCents: number, balanceCents: number | null, { line, element }: Place): void {
    if (balanceCents === null) this.hasAll = false;
    if (!this.hasAll || balanceCents === null) return;
    const { last } = this;
    if (last) {
      this.rises &&= last.balanceCents + amountCents === balanceCents;
      this.falls &&= balanceCents + last.amountCents === last.balanceCents;
      if (!this.rises && !this.falls) throw new StatementRefusal("does_not_add_up", line, element, String(balanceCents / 100));
    }
    this.last = { amountCents, balanceCents };
    this.first ??= this.last;
  }

  /** Returns the balances before and after all rows, in cents; null if there are none. */
  ends(): { openingCents: number | null; closingCents: number | null } {
    // If the rows alternate by one amount, their order cannot be determined.
    const isClear = this.first === this.last || this.rises !== this.falls;
    const [oldest, newest] = this.rises ? [this.first, this.last] : [this.last, this.first];
    if (!this.hasAll || !isClear || !oldest || !newest) return { openingCents: null, closingCents: null };
    return { openingCents: oldest.balanceCents - oldest.amountCents, closingCents: newest.balanceCents };
  }
}
