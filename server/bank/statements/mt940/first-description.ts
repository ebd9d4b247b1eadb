import { isDay } from "@/server/domain/formats/calendar";
import { identifiesEntry } from "../entry-key";
import type { EntryDescription, StatementTransaction } from "../statement";
import type { EntryLine } from "./read-entry";

/**
 * Describes an entry as the first version of this reader did. Keys of stored entries derive from this description, so it never changes: an
 * entry that comes again after the reading has improved must be recognised, or it would count twice (decision 0140). An entry that the
 * first version refused is described by its text as it is. Of an entry that the bank's reference names, only the day matters; undefined if
 * that is the same.
 */
export function firstDescription(
  text: string,
  narratives: readonly string[],
  read: EntryLine,
  currency: string,
): EntryDescription | undefined {
  const [, value, booked, references = "", supplement = ""] = ENTRY.exec(text) ?? [];
  const bookedOn = value && dayOf(value) === read.valueOn ? bookedDay(booked, read) : undefined;
  if (identifiesEntry(read.bankReference)) return bookedOn === undefined || bookedOn === read.bookedOn ? undefined : { bookedOn };
  if (bookedOn === undefined) return { text: [text, ...narratives].join("\n"), transactions: [] };
  const [own = ""] = references.split("//");
  let transaction: StatementTransaction = {
    amountCents: read.amountCents,
    endToEndId: own.trim() === "NONREF" ? "" : own.trim(),
    references: [],
    text: "",
    name: "",
    iban: "",
    returnReason: "",
    instructed: instructedIn(supplement, currency),
  };
  for (const narrative of narratives) transaction = { ...transaction, ...narrativeOf(narrative.split("\n{")[0] ?? "") };
  return { bookedOn, text: supplement.replaceAll("\n", " ").trim(), transactions: [transaction] };
}

const ENTRY = /^(\d{6})(\d{4})?(?:R?[CD]|E[CD])(?:[A-Z])?(?:\d[\d,.]*)(?:[NFS][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;

function dayOf(value: string): string {
  return `20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}`;
}

/**
 * Returns the booking day as the first version read it: for 29 February, the nearest one that exists, which could be of another year.
 * Undefined for 30 February, which it refused.
 */
function bookedDay(booked: string | undefined, { valueOn, bookedOn }: EntryLine): string | undefined {
  if (booked !== "0229" && booked !== "0230") return bookedOn;
  const year = Number(valueOn.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueOn));
  const days = [year - 1, year, year + 1].map((each) => `${each}-${booked.slice(0, 2)}-${booked.slice(2)}`).filter(isDay);
  return days.sort((one, other) => distance(one) - distance(other))[0];
}

/** Reads `/OCMT/USD10,50/`: the amount as sent, in its own currency. */
export function instructedIn(supplement: string, currency: string): string {
  const [, of = "", amount = ""] = /\/OCMT\/([A-Z]{3})([\d,]+)/.exec(supplement) ?? [];
  return of === "" || of === currency ? "" : `${amount.replace(",", ".")} ${of}`;
}

function narrativeOf(text: string): Narrative {
  return germanParts(text) ?? taggedParts(text) ?? { text: text.replaceAll("\n", " ").trim() };
}

type Narrative = Partial<StatementTransaction>;

/** Reads `166?00GUTSCHRIFT?20EREF+E-1?21SVWZ+RF78...?31DE02...?32ADA?33BRANDSMA?34004`. */
function germanParts(text: string): Narrative | undefined {
  const joined = text.replaceAll("\n", "");
  const [, , separator] = /^(\d{3})([^0-9A-Za-z\s])\d{2}/.exec(joined) ?? [];
  if (!separator) return undefined;
  const parts = joined
    .slice(3)
    .split(separator)
    .flatMap((part): [number, string][] => (/^\d{2}/.test(part) ? [[Number(part.slice(0, 2)), part.slice(2)]] : []));
  const textOf = (wanted: (number: number) => boolean, between = "") =>
    parts.flatMap(([number, part]) => (wanted(number) ? [part] : [])).join(between);
  const purpose = textOf((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63));
  const named = namedParts(purpose);
  return {
    text: (named.get("SVWZ") ?? (named.size > 0 ? "" : purpose)).trim(),
    name: textOf((number) => number === 32 || number === 33).trim(),
    iban: textOf((number) => number === 31).trim(),
    ...known("endToEndId", named.get("EREF")),
    ...known("returnReason", named.get("RTRN")),
  };
}

/** Reads `EREF+…KREF+…SVWZ+…`, in any order. */
function namedParts(purpose: string): Map<string, string> {
  const parts = purpose.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|RTRN|IBAN|BIC)\+/);
  const named = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2) named.set(parts[at] ?? "", parts[at + 1]?.trim() ?? "");
  return named;
}

const TAGS =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|CNTP|MARF|CSID|ORDP|BENM|ADDR|ISDT|RTRN|PURP|TYPE|SVCL|ULTD|ULTC|CHGS|TRCD|PREF|IREF|UCRD|UDTR)\//;

/** Reads `/TRTP/SEPA OVERBOEKING/IBAN/NL02…/NAME/A BRANDSMA/REMI/…/EREF/…`; a line may end anywhere. */
function taggedParts(text: string): Narrative | undefined {
  const joined = text.replaceAll("\n", "");
  if (!joined.startsWith("/") || !TAGS.test(joined)) return undefined;
  const parts = joined.split(TAGS);
  const named = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2) if (!named.has(parts[at] ?? "")) named.set(parts[at] ?? "", parts[at + 1] ?? "");
  const [counterIban = "", , counterName = ""] = (named.get("CNTP") ?? "").split("/");
  const remittance = remittanceIn(named.get("REMI") ?? "");
  return {
    ...remittance,
    name: clean(named.get("NAME") ?? counterName),
    iban: clean(named.get("IBAN") ?? counterIban),
    ...known("endToEndId", clean(named.get("EREF") ?? "")),
    ...known("returnReason", clean(named.get("RTRN") ?? "")),
  };
}

/** Reads `USTD//text/` or `STRD/CUR/RF78…/`, or text as it is. */
function remittanceIn(text: string): Pick<StatementTransaction, "text" | "references"> {
  const [, structured] = /^STRD\/[A-Z]{3}\/([^/]+)/.exec(text) ?? [];
  if (structured) return { text: "", references: [structured.trim()] };
  return { text: clean(text.replace(/^USTD\/\//, "")), references: [] };
}

function clean(text: string): string {
  return text.replace(/\/+$/, "").trim();
}

/** Returns the fact unless it is empty or a placeholder, which must never replace a known value. */
function known(name: "endToEndId" | "returnReason", text: string | undefined): Narrative {
  return text && text !== "NOTPROVIDED" ? { [name]: text } : {};
}
