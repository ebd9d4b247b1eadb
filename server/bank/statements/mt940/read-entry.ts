import { isDay } from "@/server/domain/formats/calendar";
import { withoutFebruary30 } from "../february-days";
import { isStatementDay, readCents } from "../read-values";
import { StatementRefusal } from "../statement";
import type { Field } from "./fields-in";
import { isIban, isLikelyIdentifier, isPointer } from "./identifiers";

/** A `:61:`. Amount in cents; positive: incoming. */
export interface EntryLine {
  amountCents: number;
  valueOn: string;
  bookedOn: string;
  isReversal: boolean;
  bankReference: string;
  /** The payer's reference, or what banks write in its place. Empty if it only points to `:86:`. */
  reference: string;
  /** Whether the bank calls the entry a returned payment: kind `NRTI`. */
  isReturned: boolean;
  /** Further lines, as written. */
  supplement: string;
}

/**
 * `2611251125RC12,50NTRFNONREF//B1`: value date, booking day, credit, debit or reversal, amount, kind, references. The booking day may be
 * four blanks, and banks divide the line before and after the amount.
 */
const ENTRY = /^(\d{6})(\d{4}| {4})?\s*(R?[CD]|E[CD])([A-Z])?\s*(\d[\d,.]*|,\d+)([\s\S]*)$/;

/** Reads `:61:`. Throws a `StatementRefusal`. */
export function readEntryLine({ line, tag, text }: Field, latestDay: string): EntryLine {
  const [, value = "", booked = "", sign = "", , amount = "", rest = ""] = ENTRY.exec(text) ?? [];
  const kindAndReferences = sign === "" ? undefined : readKind(rest);
  if (!kindAndReferences) throw new StatementRefusal("malformed", line, tag, text.slice(0, 40));
  const cents = readCents(amount.replace(/^,/, "0,"), { line, element: tag });
  const valueOn = readShortDay(value, latestDay, { line, tag });
  // The reversal of a credit is a debit: `RC`.
  const isDebit = sign === "D" || sign === "RC" || sign === "ED";
  return {
    amountCents: isDebit ? -cents : cents,
    valueOn,
    bookedOn: booked.trim() === "" ? valueOn : bookedDay(booked, valueOn, latestDay, { line, tag }),
    isReversal: sign.startsWith("R"),
    ...kindAndReferences,
  };
}

/** Three letters or digits after `N`, `F` or `S`, padded with blanks. */
const KIND = /^[NFS](?:[A-Z0-9]{3}|[A-Z0-9]{2} |[A-Z0-9] {2}| {3})/;

/** Reads what follows the amount. Undefined if it is neither a kind nor a reference. */
function readKind(rest: string): Pick<EntryLine, "bankReference" | "reference" | "isReturned" | "supplement"> | undefined {
  // A line break before the kind divides the line; before anything else, further lines follow.
  const whole = /^\s*\n/.test(rest) && !KIND.test(rest.trimStart()) ? rest : rest.trimStart();
  const [first = "", ...further] = whole.split("\n");
  const kind = kindOf(first);
  if (kind === undefined) return undefined;
  const [reference = "", ...bank] = first.slice(kind.length).split("//");
  return {
    bankReference: bank[0]?.trim() ?? "",
    reference: kind.startsWith("F") && ORDER_TYPE.test(reference.trim()) ? "" : reference.trim(),
    isReturned: kind === "NRTI",
    supplement: further.join("\n"),
  };
}

/** PostFinance's kind of order, such as `01916`. */
const ORDER_TYPE = /^\d{5}$/;

function kindOf(first: string): string | undefined {
  if (/^\s*(?:\/\/|$)/.test(first) || isPointer(first.split("//")[0] ?? "")) return "";
  if (/^[NFS][A-Z0-9]{0,2}$/.test(first)) return first;
  // Dutch banks write two letters and the payer's account: `NOVNL09INGB0009100010`.
  const [, short = "", account = ""] = /^([NFS][A-Z]{2})([A-Z]{2}\d{2}[A-Z0-9]+)/.exec(first) ?? [];
  return isIban(account) ? short : KIND.exec(first)?.[0];
}

/** Reads the name from a reference in columns, such as `NONREF          A JANSEN`, or with an account number in place of `NONREF`. */
export function namedInColumns(reference: string): { name: string; reference: string } {
  if (!reference.includes("  ")) return { name: "", reference };
  const [, own = "", name = ""] = /^(P?\d{9,10}|[A-Z]{2}\d{2}[A-Z0-9]+|NONREF|EREF|PREF|MARF) {2,}(\S.*)$/.exec(reference) ?? [];
  return name === "" ? { name: "", reference } : { name: name.trim(), reference: isIban(own) ? own : "" };
}

/** Returns the payer's identifier. Empty for a placeholder, the statement's account, and an account that the narrative begins with. */
export function identifierIn(reference: string, narrative: string, account: string): string {
  const isAccount =
    /^P?\d{7,10}$/.test(reference) && (account.endsWith(reference) || new RegExp(`^0*${reference}\\b`).test(narrative.trimStart()));
  return isLikelyIdentifier(reference) && !isAccount ? reference : "";
}

/** Reads `261125`. Throws a `StatementRefusal`. */
export function readShortDay(text: string, latestDay: string, { line, tag }: Pick<Field, "line" | "tag">): string {
  const day = withoutFebruary30(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);
  if (!isDay(day) || !isStatementDay(day, latestDay)) throw new StatementRefusal("not_a_date", line, tag, text);
  return day;
}

/** Reads a month and a day, in the year that brings them nearest to the value date. */
function bookedDay(text: string, valueOn: string, latestDay: string, at: Pick<Field, "line" | "tag">): string {
  if (text === valueOn.slice(5, 7) + valueOn.slice(8)) return valueOn;
  const year = Number(valueOn.slice(0, 4));
  const value = Date.parse(valueOn);
  const days = [year - 1, year, year + 1].map((each) => withoutFebruary30(`${each}-${text.slice(0, 2)}-${text.slice(2)}`));
  const real = days.filter(isDay);
  const [nearest] = real.sort((one, other) => Math.abs(Date.parse(one) - value) - Math.abs(Date.parse(other) - value));
  if (!nearest || !isStatementDay(nearest, latestDay)) throw new StatementRefusal("not_a_date", at.line, at.tag, text);
  return nearest;
}
