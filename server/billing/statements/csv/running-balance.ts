import type { Place } from "../read-values";
import { StatementRefusal } from "../statement";

interface Balanced {
  amountCents: number;
  balanceCents: number;
}

/** The balance that banks write behind each row, the oldest row first or last. Either way it must follow from the amounts. */
export class RunningBalance {
  private first: Balanced | undefined;
  private last: Balanced | undefined;
  private rises = true;
  private falls = true;
  private hasAll = true;

  /** Throws a `StatementRefusal` where a balance does not follow. Amounts in cents; `balanceCents` null: the row has none, and then none counts. */
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

  /** The balances before and after all rows, in cents; null where there are none. */
  ends(): { openingCents: number | null; closingCents: number | null } {
    // Back and forth by one amount, it cannot be told which way the rows go.
    const isClear = this.first === this.last || this.rises !== this.falls;
    const [oldest, newest] = this.rises ? [this.first, this.last] : [this.last, this.first];
    if (!this.hasAll || !isClear || !oldest || !newest) return { openingCents: null, closingCents: null };
    return { openingCents: oldest.balanceCents - oldest.amountCents, closingCents: newest.balanceCents };
  }
}
