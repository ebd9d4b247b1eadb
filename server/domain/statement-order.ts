/** How the numbers of two bank statements stand to each other. Unknown where the bank does not count, or counts otherwise. */
export type NumberOrder = "next" | "apart" | "unknown";

/** `13/1` and `12/2` come next after `12/1`, `A-8` after `A-7`. Days and times are no numbers. */
export function orderOfNumbers(before: string, after: string): NumberOrder {
  const [one, other] = [countOf(before), countOf(after)];
  if (!one || !other || one.series !== other.series) return "unknown";
  const [counts, pages] = [other.count - one.count, other.page - one.page];
  if ((counts === 1 && other.page <= 1) || (counts === 0 && pages === 1)) return "next";
  return counts > 0 || (counts === 0 && pages > 0) ? "apart" : "unknown";
}

/** One that the bank has made for each page, and one that ends with a count. */
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

/** A statement that ended when the next one began, or before. Amounts in cents. */
export interface EndedStatement {
  number: string;
  closingCents: number;
  closingOn: string;
}

/** One that a bank's file brought. */
export interface BegunStatement {
  number: string;
  openingCents: number;
  openingOn: string;
  /** The day of its first entry that had not come before. */
  firstBookedOn: string;
  /** Whether any of its entries had come before: it overlaps another statement. */
  hasKnownEntries: boolean;
}

/**
 * The closing balance that a statement contradicts: of the latest that had ended when it began, where it follows directly and begins with another balance.
 * Undefined where it continues one of them, where a statement between may be missing, and where the two overlap.
 *
 * It follows directly when the bank's numbers say so. Where they say nothing, it begins on the day on which the other ended, and all its entries are later.
 */
export function contradictedBy(next: BegunStatement, ended: readonly EndedStatement[]): EndedStatement | undefined {
  if (next.hasKnownEntries || ended.some(({ closingCents }) => closingCents === next.openingCents)) return undefined;
  const ordered = ended.map((statement) => ({ statement, order: orderOfNumbers(statement.number, next.number) }));
  const numbered = ordered.find(({ order }) => order === "next");
  if (numbered) return numbered.statement;
  if (ordered.some(({ order }) => order === "apart")) return undefined;
  return ended.find(({ closingOn }) => closingOn === next.openingOn && closingOn < next.firstBookedOn);
}
