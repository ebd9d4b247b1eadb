import { type Place, sumRefusal } from "@/server/bank/statements/read-values";
import type { StatementRefusal } from "@/server/bank/statements/statement";

interface Balanced {
  amountCents: number;
  balanceCents: number;
  /** Booking day. */
  on: string;
}

/** Checks the balance in each row against the amounts. The oldest row may be first or last. */
export class RunningBalance {
  private first: Balanced | undefined;
  private last: Balanced | undefined;
  /** Whether the balances still allow that the oldest row is first. */
  private isOldestFirst = true;
  /** Whether the balances still allow that the newest row is first. */
  private isNewestFirst = true;
  /** Whether all rows so far have a balance. */
  private hasAll = true;
  /** Refusal of a row that may be money; undefined once a later row's balance proves that it is none. */
  private doubted: StatementRefusal | undefined;
  /** Amounts of all doubted rows since the last balance. If two cancel each other out, the next balance proves nothing. */
  private doubtedCents: number[] = [];

  /**
   * Adds a row. Throws a `StatementRefusal` with the two balances if its balance does not follow from the amounts. `balanceCents`: null if the
   * row has no balance; from the first row without one, balances are ignored, and the file has no opening and closing balance.
   */
  add({ amountCents, balanceCents, on }: Omit<Balanced, "balanceCents"> & { balanceCents: number | null }, place: Place): void {
    if (balanceCents === null) this.hasAll = false;
    if (this.doubted && !(this.hasAll && this.last)) throw this.doubted;
    if (!this.hasAll || balanceCents === null) return;
    const { last } = this;
    const row = { amountCents, balanceCents, on };
    if (last) {
      // Whether this row is later than the one above: by the order of the rows before or, if that is open, by the days.
      const isLater = this.isOldestFirst && !(this.isNewestFirst && on < last.on);
      this.isOldestFirst &&= last.balanceCents + amountCents === balanceCents;
      this.isNewestFirst &&= balanceCents + last.amountCents === last.balanceCents;
      if (!this.isOldestFirst && !this.isNewestFirst)
        throw this.doubted ?? (isLater ? refusalBetween(last, row, place) : refusalBetween(row, last, place));
    }
    this.doubted = undefined;
    this.doubtedCents = [];
    this.last = row;
    this.first ??= this.last;
  }

  /**
   * Notes a row that may be money, between rows with balances. Its refusal is thrown, now or later, unless the balances prove that the row is no
   * money. `cents`: the row's amount; undefined if it cannot be read.
   */
  doubt(refusal: StatementRefusal, cents: number | undefined): void {
    if (!this.hasAll || !this.last) throw refusal;
    this.doubted ??= refusal;
    if (cents !== undefined && this.doubtedCents.includes(-cents)) throw this.doubted;
    if (cents !== undefined) this.doubtedCents.push(cents);
  }

  /**
   * Returns the balances before and after all rows, in cents; null if a row has no balance or the order of rows is unknown. Throws the refusal
   * of a row at the end that may be money.
   */
  openingAndClosing(): { openingCents: number | null; closingCents: number | null } {
    if (this.doubted) throw this.doubted;
    // The order is unknown if the amounts fit both orders, as in +5, -5, +5.
    const isClear = this.first === this.last || this.isOldestFirst !== this.isNewestFirst;
    const [oldest, newest] = this.isOldestFirst ? [this.first, this.last] : [this.last, this.first];
    if (!this.hasAll || !isClear || !oldest || !newest) return { openingCents: null, closingCents: null };
    return { openingCents: oldest.balanceCents - oldest.amountCents, closingCents: newest.balanceCents };
  }
}

/** Returns the refusal of two neighbouring rows whose balances contradict the later one's amount. */
function refusalBetween(earlier: Balanced, later: Balanced, place: Place): StatementRefusal {
  return sumRefusal({ openingCents: earlier.balanceCents, bookedCents: later.amountCents, closingCents: later.balanceCents }, place);
}
