import { isValidIBAN } from "ibantools";
import { isDay } from "@/server/domain/formats/calendar";
import { readNarrative } from "./read-narrative";
import { isStatementDay, readCents, requireSum } from "./read-values";
import { type StatementEntry, type StatementHead, type StatementPart, StatementRefusal } from "./statement";

/** Maximum length of one field in characters: the standard allows 6 lines of 65, and banks use more. */
const LONGEST_FIELD = 4_000;
const LONGEST_LINE = 2_000;

/** One field, such as `:61:`, with its further lines joined by line breaks. */
interface Field {
  line: number;
  tag: string;
  text: string;
}

/**
 * Reads MT940 as banks write it: with or without SWIFT's blocks, with several statements and pages in one file. Throws a
 * `StatementRefusal`.
 */
export async function* readMt940(lines: AsyncIterable<string>, latestDay: string): AsyncGenerator<StatementPart> {
  const reader = new Mt940Reader(latestDay);
  for await (const field of fieldsIn(lines)) yield* reader.read(field);
  yield* reader.close();
}

/** A line that some banks write above each statement: the bank's name, or `940`. */
const BANK_MARK = /^[A-Z0-9]{3,12}$/;

async function* fieldsIn(lines: AsyncIterable<string>): AsyncGenerator<Field> {
  let line = 0;
  let open: Field | undefined;
  for await (const text of lines) {
    line += 1;
    if (text.length > LONGEST_LINE) throw new StatementRefusal("too_long", line, open?.tag ?? "file");
    // SWIFT's own blocks precede the first field and follow the last.
    const within = text.startsWith("{") ? text.replace(/^.*\{4:/, "") : text;
    const [, tag, rest = ""] = /^:(\d{2}[A-Z]?):(.*)$/.exec(within) ?? [];
    if (tag !== undefined) {
      if (open) yield open;
      open = { line, tag: `:${tag}:`, text: rest };
    } else if (/^(-$|-\}|\{)/.test(text)) {
      if (open) yield open;
      open = undefined;
    } else if (text.trim() === "") {
      // Some banks write empty lines between fields.
    } else if (open) {
      open.text += `\n${text}`;
      if (open.text.length > LONGEST_FIELD) throw new StatementRefusal("too_long", line, open.tag);
    } else if (!BANK_MARK.test(text)) throw new StatementRefusal("not_a_statement", line, "file", text.slice(0, 40));
  }
  if (open) yield open;
}

interface OpenStatement {
  line: number;
  id: string;
  account: string;
  head: StatementHead | null;
  bookedCents: number;
  entries: number;
}

interface Balance {
  cents: number;
  currency: string;
  on: string;
}

class Mt940Reader {
  private statement: OpenStatement | undefined;
  private entry: StatementEntry | undefined;
  private seen = 0;

  constructor(private readonly latestDay: string) {}

  *read(field: Field): Generator<StatementPart> {
    const { line, tag, text } = field;
    if (tag !== ":86:") yield* this.takeEntry();
    if (tag === ":20:") {
      if (this.statement) throw new StatementRefusal("missing", line, ":62F:");
      this.statement = { line, id: "", account: "", head: null, bookedCents: 0, entries: 0 };
    }
    const { statement } = this;
    if (!statement) {
      // After the closing balance, banks may add the available balance and information on the statement as a whole.
      if (this.seen > 0 && [":64:", ":65:", ":86:"].includes(tag)) return;
      throw new StatementRefusal("missing", line, ":20:", tag);
    }
    if (tag === ":25:" || tag === ":25P:") statement.account = accountIn(text);
    if (tag === ":28C:" || tag === ":28:") statement.id = text.trim();
    if (tag === ":60F:" || tag === ":60M:") {
      yield this.begin(statement, field);
    }
    if (tag === ":61:") this.entry = entryIn(field, this.headOf(statement, field), this.latestDay);
    if (tag === ":86:" && this.entry) Object.assign(this.entry, readNarrative(text, this.entry));
    if (tag === ":62F:" || tag === ":62M:") yield this.end(statement, field);
  }

  *close(): Generator<StatementPart> {
    yield* this.takeEntry();
    if (this.statement) throw new StatementRefusal("missing", this.statement.line, ":62F:");
    if (this.seen === 0) throw new StatementRefusal("not_a_statement", 1, "file");
  }

  private *takeEntry(): Generator<StatementPart> {
    const { entry, statement } = this;
    this.entry = undefined;
    if (!entry || !statement) return;
    statement.bookedCents += entry.amountCents;
    statement.entries += 1;
    yield { kind: "entry", entry };
  }

  private begin(statement: OpenStatement, field: Field): StatementPart {
    const { line } = field;
    if (statement.account === "") throw new StatementRefusal("missing", line, ":25:");
    const { cents, currency, on } = balanceIn(field, this.latestDay);
    const { id, account } = statement;
    statement.head = {
      family: "mt940",
      line: statement.line,
      id,
      account,
      currency,
      openingCents: cents,
      openingOn: on,
    };
    this.seen += 1;
    return { kind: "statement", head: statement.head };
  }

  private headOf({ head }: OpenStatement, { line }: Field): StatementHead {
    if (!head) throw new StatementRefusal("missing", line, ":60F:");
    return head;
  }

  private end(statement: OpenStatement, field: Field): StatementPart {
    const head = this.headOf(statement, field);
    const { cents, currency, on } = balanceIn(field, this.latestDay);
    if (currency !== head.currency) throw new StatementRefusal("other_currency", field.line, field.tag, currency);
    requireSum(head.openingCents, statement.bookedCents, cents, { line: field.line, element: field.tag });
    this.statement = undefined;
    return { kind: "end", end: { entries: statement.entries, closingCents: cents, closingOn: on } };
  }
}

/** Returns the IBAN, also if a bank code precedes or a currency follows; otherwise the bank's own number. */
function accountIn(text: string): string {
  const whole = text.trim().replace(/\s/g, "").toUpperCase();
  const candidates = [whole, whole.slice(whole.indexOf("/") + 1), whole.replace(/[A-Z]{3}$/, "")];
  return candidates.find((each) => isValidIBAN(each)) ?? whole.slice(0, 35);
}

function balanceIn({ line, tag, text }: Field, latestDay: string): Balance {
  const [, sign, day = "", currency = "", amount = ""] = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)\s*$/.exec(text) ?? [];
  if (!sign) throw new StatementRefusal("not_an_amount", line, tag, text.slice(0, 40));
  const cents = readCents(amount, { line, element: tag });
  return { cents: sign === "D" ? -cents : cents, currency, on: dayIn(day, latestDay, { line, tag }) };
}

/** `2611251125RC12,50NTRFNONREF//B1`: value date, booking day, credit, debit or reversal, amount, kind, references. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d,.]*)([NFS][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;

function entryIn({ line, tag, text }: Field, { currency }: StatementHead, latestDay: string): StatementEntry {
  const [, value = "", booked, sign = "", , amount = "", , references = "", supplement = ""] = ENTRY.exec(text) ?? [];
  if (sign === "") throw new StatementRefusal("malformed", line, tag, text.slice(0, 40));
  const cents = readCents(amount, { line, element: tag });
  const valueOn = dayIn(value, latestDay, { line, tag });
  // The reversal of a credit is a debit: `RC`.
  const isDebit = sign === "D" || sign === "RC" || sign === "ED";
  const amountCents = isDebit ? -cents : cents;
  const [own = "", bankReference = ""] = references.split("//");
  const endToEndId = own.trim() === "NONREF" ? "" : own.trim();
  return {
    line,
    bankReference: bankReference.trim(),
    amountCents,
    bookedOn: booked ? bookedDay(booked, valueOn, latestDay, { line, tag }) : valueOn,
    valueOn,
    isBooked: true,
    isReversal: sign.startsWith("R"),
    text: supplement.replaceAll("\n", " ").trim(),
    transactions: [
      {
        amountCents,
        endToEndId,
        references: [],
        text: "",
        name: "",
        iban: "",
        returnReason: "",
        instructed: instructedIn(supplement, currency),
      },
    ],
    isItemized: true,
  };
}

/** Reads `/OCMT/USD10,50/`: the amount as sent, in its own currency. */
function instructedIn(supplement: string, currency: string): string {
  const [, of = "", amount = ""] = /\/OCMT\/([A-Z]{3})([\d,]+)/.exec(supplement) ?? [];
  return of === "" || of === currency ? "" : `${amount.replace(",", ".")} ${of}`;
}

function dayIn(text: string, latestDay: string, { line, tag }: Pick<Field, "line" | "tag">): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  if (!isDay(day) || !isStatementDay(day, latestDay)) throw new StatementRefusal("not_a_date", line, tag, text);
  return day;
}

/** Reads a month and a day, in the year that brings them nearest to the value date. */
function bookedDay(text: string, valueOn: string, latestDay: string, at: Pick<Field, "line" | "tag">): string {
  const year = Number(valueOn.slice(0, 4));
  const value = Date.parse(valueOn);
  const days = [year - 1, year, year + 1].map((each) => `${each}-${text.slice(0, 2)}-${text.slice(2)}`);
  const real = days.filter(isDay);
  const [nearest] = real.sort((one, other) => Math.abs(Date.parse(one) - value) - Math.abs(Date.parse(other) - value));
  if (!nearest || !isStatementDay(nearest, latestDay)) throw new StatementRefusal("not_a_date", at.line, at.tag, text);
  return nearest;
}
