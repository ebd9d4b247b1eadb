import { type Place, sumRefusal } from "@/server/bank/statements/read-values";
import { StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { type BalanceWord, balanceWordIn, directionIn } from "./row-words";

/** A balance in a row that is no entry. Amount in cents. */
interface StatedBalance {
  word: BalanceWord;
  cents: number;
  /** Day in the row; undefined: none. */
  on: string | undefined;
  isAbove: boolean;
  place: Place;
}

/** The entries of a file. Amounts in cents; balances null without a running balance in each row. */
interface EntriesRead {
  bookedCents: number;
  firstOn: string;
  lastOn: string;
  openingCents: number | null;
  closingCents: number | null;
}

/** A row. `sideOf`: direction of the amounts in a column: 1 incoming, -1 outgoing, undefined if the column says nothing. */
interface LabelledRow {
  cells: readonly string[];
  line: number;
  sideOf?: (index: number) => 1 | -1 | undefined;
}

const FILTER = /\b(?:filter|suchbegriff|suche|suchkriterien|zoek\p{L}*|search|recherche|ricerca|filtre|filtro)\b/iu;
const ANY_DAY = /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/g;

/**
 * Compares the balances in the rows around the entries with the entries. Uses only balances with a certain meaning: a bank's latest balance may
 * be younger than the last entry, an available one contains a credit line, and a filter leaves entries out.
 */
export class StatedBalances {
  private readonly stated: StatedBalance[] = [];
  private isFiltered = false;
  private hasAnnounced = false;
  /** Rows in the form of entries, with their balances; undefined: not readable. */
  private readonly dated: { row: LabelledRow; stated: StatedBalance | undefined }[] = [];

  constructor(private readonly reading: Pick<CsvLayout, "decimals" | "dayOrder">) {}

  /** Notes a row that is no entry. `isAbove`: it stands before the first entry. */
  add({ cells, line, sideOf }: LabelledRow, isAbove: boolean): void {
    const filled = cells.filter((cell) => cell !== "");
    if (FILTER.test(filled[0] ?? "") && filled.length > 1) this.isFiltered = true;
    const labels = filled.flatMap((cell) => balanceWordIn(cell) ?? []);
    const [word, ...more] = labels;
    if (!word || more.length > 0) return;
    const cents = this.onlyCentsIn(cells, sideOf);
    if (cents === undefined) return;
    const days = new Set((filled.join(" ").match(ANY_DAY) ?? []).flatMap((day) => dayIn(day, this.reading.dayOrder) ?? []));
    const on = days.size === 1 ? [...days][0] : undefined;
    const element = filled.find((cell) => balanceWordIn(cell) !== undefined) ?? "";
    this.stated.push({ word, cents, on, isAbove, place: { line, element: element.replace(/[\s:]+$/, "").slice(0, LONGEST_LABEL) } });
  }

  /** Notes a row with a day and an amount whose only words are a balance's. Unless other balances prove that it is one, it may be an entry. */
  addDated(row: LabelledRow, isAbove: boolean): void {
    const before = this.stated.length;
    this.add(row, isAbove);
    this.dated.push({ row, stated: this.stated[before] });
  }

  /** Notes an announced row: some banks' latest balance contains it. */
  addAnnounced(): void {
    this.hasAnnounced = true;
  }

  /**
   * Throws a `StatementRefusal` with the sum if two balances of one meaning contradict the entries, or with the row if a row that may be
   * money is not proven to be a balance.
   */
  compare({ bookedCents, firstOn, lastOn, openingCents, closingCents }: EntriesRead): void {
    if (this.isFiltered && this.dated.length === 0) return;
    const { opening, closing } = this.pair(firstOn, lastOn);
    if (openingCents !== null && closingCents !== null) {
      // Each row has its balance, so that one stated balance is enough.
      const before = opening ?? this.only(({ word }) => word === "opening");
      const after = closing ?? this.ofLastDay(lastOn);
      if (before && before.cents !== openingCents)
        throw sumRefusal({ openingCents: before.cents, bookedCents, closingCents }, before.place);
      if (after && after.cents !== closingCents) throw sumRefusal({ openingCents, bookedCents, closingCents: after.cents }, after.place);
    } else if (opening && closing && opening.cents + bookedCents !== closing.cents) {
      throw sumRefusal({ openingCents: opening.cents, bookedCents, closingCents: closing.cents }, closing.place);
    }
    const isRunning = openingCents !== null && closingCents !== null;
    this.requireProof(isRunning ? openingCents : opening?.cents, isRunning ? closingCents : closing?.cents);
  }

  /** Throws a `StatementRefusal` for a row in the form of an entry that is not the balance before or after the entries. */
  private requireProof(openingCents: number | undefined, closingCents: number | undefined): void {
    const unproven = this.dated.find(
      ({ stated }) => stated === undefined || stated.cents !== (stated.word === "opening" ? openingCents : closingCents),
    );
    if (!unproven) return;
    const { cells, line } = unproven.row;
    const label = cells.find((cell) => balanceWordIn(cell) !== undefined) ?? "";
    throw new StatementRefusal("not_known", line, "row", label.slice(0, LONGEST_LABEL));
  }

  /** Returns two balances that can only be those before and after the entries; neither if one is missing. */
  private pair(firstOn: string, lastOn: string): { opening?: StatedBalance; closing?: StatedBalance } {
    const opening = this.only(({ word }) => word === "opening");
    const closing = this.only(({ word }) => word === "closing" || (word === "new" && !this.hasAnnounced));
    if (opening) return closing ? { opening, closing } : {};
    // Some banks call the balance before the first entry "last", because it is that of the end of the period before.
    const before =
      this.only(({ word, isAbove }) => word === "last" && isAbove) ??
      this.only(({ word, on }) => word === "plain" && on !== undefined && on < firstOn);
    const after = this.only(({ word, on, isAbove }) => word === "plain" && !isAbove && on !== undefined && on >= lastOn);
    return before && after && !this.hasAnnounced ? { opening: before, closing: after } : {};
  }

  /** Returns a single balance after the last entry: a closing one without a later day, or one of the last entry's day. */
  private ofLastDay(lastOn: string): StatedBalance | undefined {
    const closing = this.only(({ word, on }) => word === "closing" && (on === undefined || on === lastOn));
    return closing ?? this.only(({ word, on }) => word === "plain" && on === lastOn && !this.hasAnnounced);
  }

  /** Returns the only balance of a meaning; undefined if there are none, or two that differ. */
  private only(is: (each: StatedBalance) => boolean): StatedBalance | undefined {
    const found = this.stated.filter(is);
    return new Set(found.map(({ cents }) => cents)).size === 1 ? found[0] : undefined;
  }

  /** Returns the only amount of a row, in its own cell or after the label; undefined if there are none or several. */
  private onlyCentsIn(cells: readonly string[], sideOf?: LabelledRow["sideOf"]): number | undefined {
    const { decimals } = this.reading;
    const found = cells.flatMap((cell, index) => {
      const text = balanceWordIn(cell) === undefined ? cell : (AMOUNT_AT_END.exec(cell.replace(ANY_DAY, " "))?.[0] ?? "");
      const cents = WITH_DECIMALS.test(text) ? centsIn(text.trim(), decimals) : undefined;
      return cents === undefined ? [] : [Math.abs(cents) * (cents < 0 ? -1 : (sideOf?.(index) ?? 1))];
    });
    const [cents, ...more] = new Set(found);
    if (cents === undefined || more.length > 0) return undefined;
    const [direction] = cells.flatMap((cell) => directionIn(cell) ?? []);
    return direction === undefined || cents < 0 ? cents : cents * direction;
  }
}

/** Maximum length of a label in a refusal, in characters. */
const LONGEST_LABEL = 40;
const WITH_DECIMALS = /\d[.,]\d{1,2}(?!\d)/;
/** Matches an amount at the end of a cell, alone but for a currency. */
const AMOUNT_AT_END = /(?<=^|[^\d.,])[-+−–]?\s*\d[\d.,'’\s\u00a0\u202f]*(?:EUR|CHF|GBP|€|£)?\s*$/;
