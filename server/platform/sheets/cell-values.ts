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

/** Reads a cell such as `20.11.26`, `11/20/2026`, `2026-11-20` or `20261120`, also with a time, as a day; undefined for anything else. */
export function dayIn(cell: string, order: DayOrder): string | undefined {
  const [text = ""] = cell.trim().split(/[\sT]/);
  const [, year, month, date] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/.exec(text) ?? [];
  if (year) return realDay(`${year}-${month}-${date}`);
  const [, first = "", second = "", yearText = ""] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (first === "") return undefined;
  const [day, monthText] = order === "day_first" ? [first, second] : [second, first];
  return realDay(`${yearText.length === 2 ? "20" : ""}${yearText}-${monthText.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

const realDay = (day: string) => (isDay(day) ? day : undefined);
