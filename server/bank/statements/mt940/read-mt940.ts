import { readCents, requireSum } from "../read-values";
import { type StatementEntry, type StatementHead, type StatementPart, StatementRefusal } from "../statement";
import { chargesIn } from "./charges";
import { type Field, fieldsIn } from "./fields-in";
import { firstDescription, instructedIn } from "./first-description";
import { isIban, isPointer } from "./identifiers";
import { type EntryLine, identifierIn, namedInColumns, readEntryLine, readShortDay } from "./read-entry";
import { readNarrative } from "./read-narrative";

/**
 * Reads MT940 as banks write it: with or without SWIFT's blocks, with several statements and pages in one file. Throws a
 * `StatementRefusal`.
 */
export async function* readMt940(lines: AsyncIterable<string>, latestDay: string): AsyncGenerator<StatementPart> {
  const reader = new Mt940Reader(latestDay);
  for await (const field of fieldsIn(lines)) yield* reader.read(field);
  yield* reader.close();
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

/** An entry whose `:86:` may follow. */
interface OpenEntry {
  field: Field;
  read: EntryLine;
  narratives: string[];
  formerNarratives: string[];
}

class Mt940Reader {
  private statement: OpenStatement | undefined;
  private entry: OpenEntry | undefined;
  /** Number of statements. */
  private seen = 0;

  constructor(private readonly latestDay: string) {}

  *read(field: Field): Generator<StatementPart> {
    const { line, tag, text } = field;
    if (tag !== ":86:") yield* this.takeEntry();
    const isAccount = tag === ":25:" || tag === ":25P:";
    // Some banks leave out `:20:`.
    if (tag === ":20:" || (isAccount && (!this.statement || this.statement.head))) {
      if (this.statement) throw new StatementRefusal("missing", line, ":62F:");
      this.statement = { line, id: "", account: "", head: null, bookedCents: 0, entries: 0 };
    }
    const { statement } = this;
    if (!statement) {
      // After the closing balance, banks may add the available balance and information on the statement as a whole.
      if (this.seen > 0 && [":64:", ":65:", ":86:", ":NS:"].includes(tag)) return;
      throw new StatementRefusal("missing", line, ":20:", tag);
    }
    if (isAccount) statement.account = accountIn(text);
    if (tag === ":28C:" || tag === ":28:") statement.id = text.trim();
    if (tag === ":60F:" || tag === ":60M:") {
      yield this.begin(statement, field);
    }
    if (tag === ":61:") {
      this.requireHead(statement, field);
      this.entry = { field, read: readEntryLine(field, this.latestDay), narratives: [], formerNarratives: [] };
    }
    if (tag === ":86:") {
      this.entry?.narratives.push(text);
      this.entry?.formerNarratives.push(field.former);
    }
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
    if (!entry || !statement?.head) return;
    statement.bookedCents += entry.read.amountCents;
    statement.entries += 1;
    yield { kind: "entry", entry: entryOf(entry, statement.head) };
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

  private requireHead({ head }: OpenStatement, { line }: Field): StatementHead {
    if (!head) throw new StatementRefusal("missing", line, ":60F:");
    return head;
  }

  private end(statement: OpenStatement, field: Field): StatementPart {
    const head = this.requireHead(statement, field);
    const { cents, currency, on } = balanceIn(field, this.latestDay);
    if (currency !== head.currency) throw new StatementRefusal("other_currency", field.line, field.tag, currency);
    requireSum(head.openingCents, statement.bookedCents, cents, { line: field.line, element: field.tag });
    this.statement = undefined;
    return { kind: "end", end: { entries: statement.entries, closingCents: cents, closingOn: on } };
  }
}

function firstWord(text: string): string {
  return text === "" ? "" : (/^\S*/.exec(text)?.[0] ?? "");
}

/**
 * Returns the IBAN, also if a bank code precedes or a currency follows; otherwise the bank's own number, with the bank code if that
 * consists of digits.
 */
function accountIn(text: string): string {
  const [first = ""] = text.trim().split("\n");
  const [whole = "", firstLine = ""] = [text, first].map((each) => each.replace(/\s/g, "").toUpperCase());
  const [wholeWithoutCurrency = "", firstLineWithoutCurrency = ""] = [whole, firstLine].map((each) => each.replace(/[A-Z]{3}$/, ""));
  const candidates = [whole, firstLine, ...whole.split("/"), wholeWithoutCurrency, firstLineWithoutCurrency];
  const [bank = "", number = ""] = whole.split("/");
  return candidates.find((each) => isIban(each)) ?? (/[A-Z]/.test(bank) && number !== "" ? number : whole).slice(0, 35);
}

function entryOf({ field, read, narratives, formerNarratives }: OpenEntry, { account, currency }: StatementHead): StatementEntry {
  const { amountCents, bookedOn, valueOn, isReversal, bankReference, supplement } = read;
  const { name, reference } = namedInColumns(read.reference);
  // A reversal names the parties of the entry that it reverses.
  const narrative = readNarrative(narratives, { account, isCredit: amountCents > 0 !== isReversal });
  const endToEndId = narrative.endToEndId || identifierIn(reference, narratives.join(" "), account);
  const iban = narrative.iban || ([reference, firstWord(supplement)].find((each) => isIban(each) && each !== account) ?? "");
  // Words in place of the reference go into the text.
  const words = endToEndId === "" && /[a-z]{3}/i.test(reference) && !isPointer(reference) && !isIban(reference) ? reference : "";
  return {
    line: field.line,
    bankReference,
    amountCents,
    bookedOn,
    valueOn,
    isBooked: true,
    isReversal,
    text: [supplement.replaceAll("\n", " ").trim(), words].filter(Boolean).join(" "),
    transactions: [
      {
        ...narrative,
        amountCents,
        name: narrative.name || name,
        iban,
        endToEndId,
        instructed: instructedIn(supplement, currency),
        ...chargesIn(read, narrative.text, narratives, currency),
      },
    ],
    isItemized: true,
    keyedBy: firstDescription(field.former, formerNarratives, read, currency),
  };
}

function balanceIn({ line, tag, text }: Field, latestDay: string): Balance {
  const [, sign, day = "", currency = "", amount = ""] = /^([CD])\s*(\d{6})\s*([A-Z]{3})\s*([\d,.]+)\s*$/.exec(text) ?? [];
  if (!sign) throw new StatementRefusal("not_an_amount", line, tag, text.slice(0, 40));
  const cents = readCents(amount, { line, element: tag });
  return { cents: sign === "D" ? -cents : cents, currency, on: readShortDay(day, latestDay, { line, tag }) };
}
