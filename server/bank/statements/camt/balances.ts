import { type Place, sumRefusal } from "../read-values";

/** A balance of a statement, in cents. `isDebit`: the account is overdrawn. */
export interface Balance {
  line: number;
  /** Code of ISO 20022, such as `OPBD`. */
  code: string;
  /** Code of a page's balance, such as `OIBD`; empty if there is none. */
  subCode: string;
  amountCents: number;
  currency: string;
  isDebit: boolean;
  on: string | null;
}

export function newBalance(line: number): Balance {
  return { line, code: "", subCode: "", amountCents: 0, currency: "", isDebit: false, on: null };
}

export function signedCents({ amountCents, isDebit }: Balance): number {
  return isDebit ? -amountCents : amountCents;
}

/** The balances between which a statement's entries lie, as far as the bank states them. */
export interface StatementBalances {
  opening: Balance | undefined;
  closing: Balance | undefined;
  /**
   * Whether these are available balances, which may contain a credit line. The entries are checked against them, but they are not shown as
   * the account's balance.
   */
  areAvailable: boolean;
  /** Balances of later value days. */
  forward: Balance[];
}

/**
 * Finds the balances of a statement, or of one of its pages, which interim balances (`ITBD`) open and close. Available balances count only
 * if there are no others.
 */
export function balancesOfStatement(all: readonly Balance[], currency: string): StatementBalances {
  const balances = inCurrency(all, currency);
  const isInterim = ({ code }: Balance) => code === "ITBD";
  const opensPage = booked(balances).opening ?? earliest(balances, (each) => isInterim(each) && each.subCode === "OIBD");
  const closesPage = booked(balances).closing ?? latest(balances, (each) => isInterim(each) && each.subCode === "CIBD");
  // Some banks do not tell a page's interim balances apart: the first opens the page, the last closes it.
  const opening = opensPage ?? earliest(balances, (each) => isInterim(each) && each.subCode !== "CIBD");
  const closing = closesPage ?? latest(balances, (each) => isInterim(each) && each.subCode !== "OIBD" && each !== opening);
  if (opening || closing) return { opening, closing, areAvailable: false, forward: forwardOf(balances) };
  const openingAvailable = earliest(balances, ({ code }) => code === "OPAV");
  const closingAvailable = latest(balances, ({ code }) => code === "CLAV");
  return { opening: openingAvailable, closing: closingAvailable, areAvailable: true, forward: forwardOf(balances) };
}

/**
 * Finds the balances of an intraday report or a notification, which usually has none, or only the opening one. A balance without the other one
 * is left out.
 */
export function balancesOfReport(all: readonly Balance[], currency: string): StatementBalances {
  const balances = inCurrency(all, currency);
  const { opening, closing } = booked(balances);
  const areBoth = opening !== undefined && closing !== undefined;
  return { ...(areBoth ? { opening, closing } : none), areAvailable: false, forward: forwardOf(balances) };
}

const none = { opening: undefined, closing: undefined };

/** Returns the balances in the account's currency; if there are none, all. */
function inCurrency(all: readonly Balance[], currency: string): readonly Balance[] {
  const found = all.filter((balance) => balance.currency === currency);
  return found.length > 0 ? found : all;
}

/** Returns the booked balances. The closing balance of the statement before (`PRCD`) counts as the opening one. */
function booked(balances: readonly Balance[]): Pick<StatementBalances, "opening" | "closing"> {
  const opening = earliest(balances, ({ code }) => code === "OPBD") ?? earliest(balances, ({ code }) => code === "PRCD");
  return { opening, closing: latest(balances, ({ code }) => code === "CLBD") };
}

const forwardOf = (balances: readonly Balance[]) => balances.filter(({ code }) => code === "FWAV");

/** Returns the fitting balance of the earliest day. A statement over several days may state a balance for every day, in either order. */
function earliest(balances: readonly Balance[], isFitting: (balance: Balance) => boolean): Balance | undefined {
  const fitting = balances.filter(isFitting);
  const [day] = daysOf(fitting);
  return fitting.find(({ on }) => on === (day ?? null)) ?? fitting[0];
}

/** Returns the fitting balance of the latest day. */
function latest(balances: readonly Balance[], isFitting: (balance: Balance) => boolean): Balance | undefined {
  const fitting = balances.filter(isFitting);
  const day = daysOf(fitting).at(-1);
  return fitting.findLast(({ on }) => on === (day ?? null)) ?? fitting.at(-1);
}

const daysOf = (balances: readonly Balance[]) => balances.flatMap(({ on }) => on ?? []).sort();

/**
 * Sums of a statement's booked entries. Some banks leave entries with a value date after the closing day out of the closing balance, and
 * state them in forward balances.
 */
export class BookedSum {
  private cents = 0;
  /** Sums of entries with a value date after the closing day, by value date. */
  private readonly later = new Map<string, number>();
  private areLaterNamed = true;

  /** `isNamed`: whether the bank's reference identifies the entry. */
  add(cents: number, valueOn: string, closingOn: string | null | undefined, isNamed: boolean): void {
    this.cents += cents;
    if (!closingOn || valueOn <= closingOn) return;
    this.later.set(valueOn, (this.later.get(valueOn) ?? 0) + cents);
    this.areLaterNamed &&= isNamed;
  }

  /**
   * Returns the sum of the entries that the closing balance leaves out for their later value dates, usually 0. Checks nothing if the bank
   * does not state both balances. Throws a `StatementRefusal` if the entries do not lead from the opening to the closing balance.
   */
  requireBetween({ opening, closing, forward }: StatementBalances, place: Place): number {
    if (!opening || !closing) return 0;
    const [openingCents, closingCents] = [signedCents(opening), signedCents(closing)];
    const leftOutCents = openingCents + this.cents - closingCents;
    if (leftOutCents === 0) return 0;
    // The next statement may list these entries again, so each needs a reference by which it is recognised.
    const isForward =
      this.areLaterNamed &&
      forward.length > 0 &&
      leftOutCents === this.laterUntil(null) &&
      forward.every((balance) => signedCents(balance) === closingCents + this.laterUntil(balance.on));
    if (isForward) return leftOutCents;
    throw sumRefusal({ openingCents, bookedCents: this.cents, closingCents }, place);
  }

  /** Returns the sum of the entries with a value date after the closing day, up to this day; null: all. */
  private laterUntil(day: string | null): number {
    return [...this.later].reduce((sum, [valueOn, cents]) => (day === null || valueOn <= day ? sum + cents : sum), 0);
  }
}
