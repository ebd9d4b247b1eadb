/** Order of the numbers of two bank statements. `apart`: numbers are missing between. `unknown`: the numbers do not tell. */
export type NumberOrder = "next" | "apart" | "unknown";

/**
 * Compares two statement numbers: `13/1` and `12/2` come next after `12/1`, `A-8` after `A-7`. Days do not count as numbers, nor do more
 * than five digits without a separator between them, such as a day with a time.
 */
export function orderOfNumbers(before: string, after: string): NumberOrder {
  const [one, other] = [countOf(before), countOf(after)];
  if (!one || !other || one.series !== other.series) return "unknown";
  const [countStep, pageStep] = [other.count - one.count, other.page - one.page];
  const isFirstPageOfNext = countStep === 1 && other.page <= 1;
  const isNextPage = countStep === 0 && pageStep === 1;
  if (isFirstPageOfNext || isNextPage) return "next";
  return countStep > 0 || (countStep === 0 && pageStep > 0) ? "apart" : "unknown";
}

/** Numbers with a page, and numbers that end with a count. */
const COUNTED_WITH_PAGE = /^(\d{1,5})\/(\d{1,3})$/;
const COUNTED = /^(.*\D)?(\d{1,5})$/;
const DAY = /(19|20)\d\d[-./]?[01]\d[-./]?[0-3]\d$/;

function countOf(number: string): { series: string; count: number; page: number } | undefined {
  if (DAY.test(number)) return undefined;
  const [, counted, page] = COUNTED_WITH_PAGE.exec(number) ?? [];
  if (counted && page) return { series: "", count: Number(counted), page: Number(page) };
  const [, series = "", count] = COUNTED.exec(number) ?? [];
  return count ? { series, count: Number(count), page: 1 } : undefined;
}

/** A statement that ended before the next one began, or on the same day. Amounts in cents. */
export interface EndedStatement {
  number: string;
  closingCents: number;
  closingOn: string;
}

/** A statement from a bank's file. */
export interface BegunStatement {
  number: string;
  openingCents: number;
  openingOn: string;
  /** Booking day of the first entry that is new to us. */
  firstBookedOn: string;
  /** Whether some entries are known already, so that the statement overlaps another one. */
  hasKnownEntries: boolean;
}

/**
 * Returns the statement whose closing balance contradicts this one's opening balance: the latest one before it, if this statement follows
 * directly. It follows directly if the bank's numbers are consecutive; without usable numbers, if it begins on the day on which the other
 * ended and has only later entries. Undefined if any of the closing balances equals this opening balance, if a statement between may be
 * missing, or if statements overlap. `ended`: the latest statements that ended by then.
 */
export function contradictedBy(next: BegunStatement, ended: readonly EndedStatement[]): EndedStatement | undefined {
  if (next.hasKnownEntries || ended.some(({ closingCents }) => closingCents === next.openingCents)) return undefined;
  const ordered = ended.map((statement) => ({ statement, order: orderOfNumbers(statement.number, next.number) }));
  const numbered = ordered.find(({ order }) => order === "next");
  if (numbered) return numbered.statement;
  if (ordered.some(({ order }) => order === "apart")) return undefined;
  return ended.find(({ closingOn }) => closingOn === next.openingOn && closingOn < next.firstBookedOn);
}
