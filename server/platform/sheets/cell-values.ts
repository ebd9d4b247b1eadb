import { isDay } from "@/server/domain/formats/calendar";
import type { DayOrder, DecimalMark } from "@/server/domain/formats/cells";

const CURRENCY = /(?:EUR|CHF|GBP|€|£)/g;
const SPACES = /[\s\u00a0\u202f]/g;

/** Reads a cell such as `-1.234,56`, `1'234.50-`, or `€ 12` as integer cents; undefined for anything else. */
export function centsIn(cell: string, decimals: DecimalMark): number | undefined {
  const text = cell.replace(CURRENCY, "").replace(SPACES, "").replace(/[−–]/g, "-").replace(/’/g, "'");
  const [, signBefore = "", whole = "", fraction = "", signAfter = ""] =
    /^([+-]?)(\d+|\d{1,3}(?:[.,']\d{3})+)(?:([.,]\d{0,2}))?([+-]?)$/.exec(text) ?? [];
  const group = decimals === "," ? /[.']/g : /[,']/g;
  const hasTwoSigns = signBefore !== "" && signAfter !== "";
  const hasOtherMark = whole.includes(decimals) || (fraction !== "" && fraction[0] !== decimals);
  if (whole === "" || hasTwoSigns || hasOtherMark) return undefined;
  const cents = Number(whole.replace(group, "")) * 100 + Number(fraction.slice(1).padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return undefined;
  return signBefore === "-" || signAfter === "-" ? -cents : cents;
}

/**
 * Reads a cell such as `20.11.26`, `11/20/2026`, `2026-11-20`, `20261120` or `20 Nov 2026`, also with a time, as a day; undefined for
 * anything else.
 */
export function dayIn(cell: string, order: DayOrder): string | undefined {
  const [text = ""] = cell.trim().split(/[\sT]/);
  const [, year, month, date] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/.exec(text) ?? [];
  if (year) return realDay(`${year}-${month}-${date}`);
  const [, first = "", second = "", yearText = ""] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (first === "") return namedDayIn(cell);
  const [day, monthText] = order === "day_first" ? [first, second] : [second, first];
  return realDay(`${yearText.length === 2 ? "20" : ""}${yearText}-${monthText.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** A day, the name of its month and the year: `20 Nov 2026`, `20-Nov-26`, `20. November 2026`. */
const NAMED_DAY = /^(\d{1,2})\.?[\s-]+(\p{L}{3,9})\.?[\s-]+(\d{4}|\d\d)(?:[\sT]+\d{1,2}:.*)?$/u;

/** Names of the months in the languages that the service supports, without accents. Banks also shorten them to their first letters. */
const MONTHS = [
  "january januar janner janvier gennaio januari",
  "february februar feber fevrier febbraio februari",
  "march marz maerz mrz mars marzo maart mrt",
  "april avril aprile",
  "may mai maggio mei",
  "june juni juin giugno",
  "july juli juillet luglio",
  "august aout agosto augustus",
  "september septembre settembre",
  "october oktober octobre ottobre",
  "november novembre",
  "december dezember decembre dicembre",
].map((names) => names.split(" "));

function namedDayIn(cell: string): string | undefined {
  const [, date = "", word = "", year = ""] = NAMED_DAY.exec(cell.trim()) ?? [];
  const name = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const months = MONTHS.flatMap((names, index) => (word !== "" && names.some((each) => each.startsWith(name)) ? [index + 1] : []));
  // Letters such as `jui`, with which two months begin, are no month.
  const [month, ...more] = months;
  if (month === undefined || more.length > 0) return undefined;
  return realDay(`${year.length === 2 ? "20" : ""}${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`);
}

const realDay = (day: string) => (isDay(day) ? day : undefined);
