/** Least number of digits of a number that is written with separators, and of one that is written without. Shorter ones occur by chance. */
const LEAST_SEPARATED = 6;
const LEAST_WHOLE = 7;
const MOST_DIGITS = 14;
/** Maximum number of words that make up one number. */
const MOST_WORDS = 4;

/** Separators that companies use within their numbers, and none. */
const SEPARATORS = ["-", "/", ".", " ", "_", ""];

const NUMERAL = /^\d+(?:[-–./_]\d+)*$/u;

/**
 * Returns the numbers of digits in one text that may be a company's own number with other separators than the company's, as written: `2027 116`,
 * `2027/116` or `2027116` for 2027-116. A number is one whole word, or several whole words in a row. Dates and amounts are left out.
 */
export function separatedNumbersIn(text: string): string[] {
  const words = text.split(/\s+/u).map(asWord);
  const found = words.flatMap((_, first) =>
    Array.from({ length: MOST_WORDS }, (_, more) => words.slice(first, first + more + 1))
      .filter((run, more) => run.length === more + 1 && isRun(run))
      .map((run) => run.map(({ numeral }) => numeral).join(" ")),
  );
  return [...new Set(found.filter(mayBeNumber))];
}

/** A word of a text, without signs around it. */
interface Word {
  /** Digits with separators; empty if the word has anything else. */
  numeral: string;
  /** Whether signs or an abbreviation, such as `Nr.`, stood before it: then no number goes on from the word before. */
  isBegin: boolean;
  /** Whether signs stood after it: then no number goes on into the next word. */
  isEnd: boolean;
}

function asWord(written: string): Word {
  const bare = written.replace(/[.,;:!?*)\]>"'“”„«»]+$/u, "");
  const inner = bare.replace(/^(?:[.,;:*([<#"'“”„«»]|\p{L}+[.:#])+/u, "");
  return { numeral: NUMERAL.test(inner) ? inner : "", isBegin: inner !== bare, isEnd: bare !== written };
}

function isRun(words: readonly Word[]): boolean {
  return words.every(
    ({ numeral, isBegin, isEnd }, index) =>
      numeral !== "" && !isDateOrAmount(numeral) && (index === 0 || !isBegin) && (index === words.length - 1 || !isEnd),
  );
}

function mayBeNumber(written: string): boolean {
  const groups = groupsOf(written);
  const { length } = groups.join("");
  const least = groups.length > 1 ? LEAST_SEPARATED : LEAST_WHOLE;
  return length >= least && length <= MOST_DIGITS && !isDateOrAmount(written);
}

function isDateOrAmount(written: string): boolean {
  return isDate(groupsOf(written)) || /\.\d\d$/.test(written);
}

/** Whether groups of digits may be a date: 3.4.2026, 03/04/26, 2026-04-03, or eight digits such as 20260403 or 03042026. */
function isDate(groups: readonly string[]): boolean {
  const [whole = "", ...more] = groups;
  if (more.length === 0 && whole.length === 8) return isDate(cut(whole, 4, 6)) || isDate(cut(whole, 2, 4));
  const [one, two, three] = groups.map(Number);
  const shape = groups.map(({ length }) => length).join("");
  if (/^[12][12][24]$/.test(shape)) return isDay(one, two) || isDay(two, one);
  return /^4[12][12]$/.test(shape) && isDay(three, two);
}

function cut(digits: string, first: number, second: number): string[] {
  return [digits.slice(0, first), digits.slice(first, second), digits.slice(second)];
}

function isDay(day = 0, month = 0): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/**
 * Returns spellings of a number with other separators, by which a company's number can be looked up: the same groups with each separator; for
 * digits without separators, one separator at each place.
 */
export function spellingsWithSeparators(written: string): string[] {
  const groups = groupsOf(written);
  const [digits = "", ...more] = groups;
  const spellings =
    more.length > 0
      ? SEPARATORS.map((separator) => groups.join(separator))
      : [...digits.slice(1)].flatMap((_, at) => SEPARATORS.map((each) => digits.slice(0, at + 1) + each + digits.slice(at + 1)));
  return [...new Set(spellings)].filter((each) => each !== written);
}

/** Returns a number without its separators, in lower case. Two numbers are the same apart from separators if this is equal. */
export function withoutSeparators(number: string): string {
  return number.toLowerCase().replace(/[-–./_\s]+/gu, "");
}

function groupsOf(written: string): string[] {
  return written.split(/\D+/u);
}
