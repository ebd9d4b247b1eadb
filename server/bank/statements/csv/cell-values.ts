import { isDay } from "@/server/bank/statements/read-values";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";

const CURRENCY = /(?:EUR|CHF|GBP|€|£)/g;
const SPACES = /[\s\u00a0\u202f]/g;

/** Reads a cell such as `-1.234,56`, `1'234.50-`, or `€ 12` as integer cents; undefined for anything else. */
export function centsIn(cell: string, decimals: CsvLayout["decimals"]): number | undefined {
  const text = cell.replace(CURRENCY, "").replace(SPACES, "").replace(/[−–]/g, "-").replace(/’/g, "'");
  const [, before = "", whole = "", fraction = "", after = ""] =
    /^([+-]?)(\d+|\d{1,3}(?:[.,']\d{3})+)(?:([.,]\d{0,2}))?([+-]?)$/.exec(text) ?? [];
  const group = decimals === "," ? /[.']/g : /[,']/g;
  if (whole === "" || (before !== "" && after !== "") || whole.includes(decimals) || (fraction !== "" && fraction[0] !== decimals))
    return undefined;
  const cents = Number(whole.replace(group, "")) * 100 + Number(fraction.slice(1).padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return undefined;
  return before === "-" || after === "-" ? -cents : cents;
}

/** Reads a cell such as `20.11.26`, `11/20/2026`, `2026-11-20` or `20261120`, also with a time, as a day; undefined for anything else. */
export function dayIn(cell: string, order: CsvLayout["dayOrder"]): string | undefined {
  const [text = ""] = cell.trim().split(/[\sT]/);
  const [, year, month, date] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/.exec(text) ?? [];
  if (year) return realDay(`${year}-${month}-${date}`);
  const [, first = "", second = "", yearText = ""] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(text) ?? [];
  if (first === "") return undefined;
  const [day, monthText] = order === "day_first" ? [first, second] : [second, first];
  return realDay(`${yearText.length === 2 ? "20" : ""}${yearText}-${monthText.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

const realDay = (day: string) => (isDay(day) ? day : undefined);

/** Reads a direction. 1: incoming; -1: outgoing; undefined: neither. */
export function directionIn(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toUpperCase().replace(/\.$/, "");
  if (CREDIT_WORDS.includes(word)) return 1;
  return DEBIT_WORDS.includes(word) ? -1 : undefined;
}

const CREDIT_WORDS = ["C", "CR", "CRDT", "CREDIT", "H", "HABEN", "GUTSCHRIFT", "BIJ", "CRÉDIT", "AVERE", "ENTRATA", "+"];
const DEBIT_WORDS = ["D", "DR", "DBIT", "DEBIT", "S", "SOLL", "LASTSCHRIFT", "AF", "DÉBIT", "DARE", "USCITA", "-"];

/**
 * Reads a row's state from the words that banks use, in the languages we support. `left_out`: the row was never carried out, or is only
 * announced and will be listed again when booked. Undefined for an unknown word.
 */
export function stateIn(cell: string): "booked" | "left_out" | undefined {
  if (cell.trim() === "") return "booked";
  if (LEFT_OUT.test(cell)) return "left_out";
  return BOOKED.test(cell) ? "booked" : undefined;
}

const LEFT_OUT =
  /vorgemerkt|ausstehend|nicht|storniert|abgelehnt|pending|not |declined|failed|reverted|cancell?ed|rejected|en attente|à venir|refusé|annulé|non |in attesa|rifiutat|annullat|gereserveerd|in behandeling|niet|geweigerd|geannuleerd/i;
const BOOKED =
  /gebucht|ausgeführt|abgeschlossen|booked|posted|completed|cleared|settled|executed|comptabilisé|exécuté|effectué|contabilizzat|eseguit|geboekt|verwerkt|uitgevoerd/i;
