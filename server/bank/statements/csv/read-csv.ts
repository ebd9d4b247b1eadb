import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { isStatementDay } from "@/server/bank/statements/read-values";
import { type StatementEntry, type StatementHead, type StatementPart, StatementRefusal } from "@/server/bank/statements/statement";
import { type CsvLayout, type CsvQuestion, type CsvRole, type CsvSheet, faultOf } from "@/server/domain/banking/csv-layout";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { separatedBy } from "@/server/platform/sheets/records";
import { type FoundSheet, findSheet } from "./find-sheet";
import { guessLayout } from "./guess-layout";
import { directionIn, stateIn } from "./row-words";
import { RunningBalance } from "./running-balance";

/** Finds the confirmed layout of a kind of CSV file. */
export type CsvLayouts = (sheet: CsvSheet) => Promise<CsvLayout | undefined>;

/** The first row must be among this many lines. */
const FIRST_LINES = 60;
const LONGEST_ROW = 16_000;

/**
 * Reads a bank's CSV file by its layout. Account and currency are empty if the file does not name them. Throws a `StatementRefusal` with
 * the question about the columns for a person; `unknown_columns` without a layout.
 */
export async function* readCsv(lines: AsyncIterable<string>, layouts: CsvLayouts, latestDay: string): AsyncGenerator<StatementPart> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await take(iterator, FIRST_LINES);
  const found = findSheet(first);
  if (!found) throw new StatementRefusal("not_a_statement", 1, "file", first[0]?.slice(0, 40));
  const sheet: CsvSheet = { key: found.key, columns: found.columns };
  const kept = await layouts(sheet);
  const layout = kept ?? guessLayout(found, found.rows);
  const question: CsvQuestion = { sheet, layout, accounts: [] };
  try {
    if (!kept || faultOf(kept))
      throw new StatementRefusal(
        "unknown_columns",
        found.before + 1,
        "columns",
        found.columns
          .map(({ name }) => name)
          .join(", ")
          .slice(0, 80),
      );
    yield* readRows(found, new RowReader(found, layout, question, latestDay), rest(first.slice(found.before), iterator));
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error;
    throw new StatementRefusal(error.reason, error.line, error.element, error.found, question);
  }
}

async function take(iterator: AsyncIterator<string>, most: number): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < most) {
    const { value, done } = await iterator.next();
    if (done) break;
    lines.push(value);
  }
  return lines;
}

async function* rest(first: string[], iterator: AsyncIterator<string>): AsyncGenerator<string> {
  for (const line of first) yield `${line}\n`;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield `${next.value}\n`;
}

async function* readRows(
  { delimiter, before }: FoundSheet,
  reader: RowReader,
  lines: AsyncIterable<string>,
): AsyncGenerator<StatementPart> {
  const parser = parse({ ...separatedBy(delimiter), info: true, max_record_size: LONGEST_ROW });
  // The callback is empty because the parser reports errors itself.
  pipeline(Readable.from(lines), parser, () => {});
  try {
    for await (const { record, info } of parser) yield* reader.read(record, before + info.lines);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementRefusal(
      error.code === "CSV_MAX_RECORD_SIZE" ? "too_long" : "malformed",
      before + Number(error.lines ?? 1),
      "row",
      error.code,
    );
  }
  yield reader.end();
}

/** Converts rows to entries, one after the other. */
class RowReader {
  private head: StatementHead | undefined;
  private entries = 0;
  private firstOn = "";
  private lastOn = "";
  private readonly balance = new RunningBalance();
  private readonly columnOf: Map<CsvRole, number>;

  constructor(
    private readonly sheet: FoundSheet,
    private readonly layout: CsvLayout,
    private readonly question: CsvQuestion,
    private readonly latestDay: string,
  ) {
    this.columnOf = new Map(layout.roles.map((role, index) => [role, index]));
  }

  *read(cells: string[], line: number): Generator<StatementPart> {
    if (cells.every((cell) => cell === "")) return;
    const width = this.layout.roles.length;
    // Ignores delimiters after the last column.
    if (cells.length < width || cells.slice(width).some((cell) => cell !== ""))
      throw new StatementRefusal("malformed", line, "row", `${cells.length} / ${width}`);
    const said = this.cell(cells, "state");
    const state = stateIn(said);
    if (!state) throw new StatementRefusal("not_known", line, this.nameOf("state"), said.slice(0, 40));
    if (state === "left_out") return;
    const entry = this.entryIn(cells, line);
    if (!this.head) {
      this.head = this.headFor(cells, line, entry.bookedOn);
      yield { kind: "statement", head: this.head };
    }
    this.checkSame(this.head, cells, line);
    const balance = this.cell(cells, "balance");
    this.balance.add(entry.amountCents, balance === "" ? null : this.cents(balance, line, "balance"), {
      line,
      element: this.nameOf("balance"),
    });
    this.entries += 1;
    if (this.firstOn === "" || entry.bookedOn < this.firstOn) this.firstOn = entry.bookedOn;
    if (entry.bookedOn > this.lastOn) this.lastOn = entry.bookedOn;
    yield { kind: "entry", entry };
  }

  end(): StatementPart {
    const { entries, firstOn, lastOn } = this;
    if (!this.head) throw new StatementRefusal("not_a_statement", this.sheet.before + 1, "row");
    const { openingCents, closingCents } = this.balance.openingAndClosing();
    return { kind: "end", end: { entries, closingOn: lastOn, closingCents, opening: { openingCents, openingOn: firstOn } } };
  }

  private headFor(cells: string[], line: number, day: string): StatementHead {
    const account = this.accountIn(cells) || this.sheet.account;
    const currency = this.currencyIn(cells);
    return { family: "csv", line, id: "", account, currency, openingCents: null, openingOn: day, question: this.question };
  }

  private accountIn(cells: string[]): string {
    const said = this.cell(cells, "account");
    const iban = electronicFormatIBAN(said) ?? "";
    return isValidIBAN(iban) ? iban : said.slice(0, 35);
  }

  /** Returns the currency from its column, otherwise from the amount's cell or column name. */
  private currencyIn(cells: string[]): string {
    const said = this.cell(cells, "currency").toUpperCase();
    if (said !== "") return said.slice(0, 3);
    const near = this.layout.roles.flatMap((role, index) =>
      role === "amount" || role === "came" || role === "went" ? [cells[index] ?? "", this.sheet.columns[index]?.name ?? ""] : [],
    );
    const [mark] = /EUR|CHF|GBP|€|£/.exec(near.join(" ")) ?? [];
    return mark === "€" ? "EUR" : mark === "£" ? "GBP" : (mark ?? "");
  }

  private checkSame(head: StatementHead, cells: string[], line: number): void {
    const account = this.accountIn(cells) || this.sheet.account;
    if (account !== head.account) throw new StatementRefusal("one_account_each", line, this.nameOf("account"), account);
    const currency = this.currencyIn(cells);
    if (currency !== head.currency) throw new StatementRefusal("other_currency", line, this.nameOf("currency"), currency);
  }

  private entryIn(cells: string[], line: number): StatementEntry {
    const bookedOn = this.day(cells, "day", line);
    const amountCents = this.amountIn(cells, line);
    const text = this.joined(cells, "text");
    const reference = this.cell(cells, "reference");
    const iban = this.cell(cells, "iban");
    return {
      line,
      bankReference: "",
      amountCents,
      bookedOn,
      valueOn: this.cell(cells, "value_day") === "" ? bookedOn : this.day(cells, "value_day", line),
      isBooked: true,
      isReversal: false,
      text: "",
      transactions: [
        {
          amountCents,
          endToEndId: this.cell(cells, "end_to_end_id").replace(/^NOTPROVIDED$/i, ""),
          references: reference === "" ? [] : [reference],
          text,
          name: this.joined(cells, "name"),
          iban: electronicFormatIBAN(iban) ?? "",
          returnReason: "",
          instructed: "",
        },
      ],
      isItemized: true,
      row: { sheet: this.sheet.key, cells: cells.slice(0, this.layout.roles.length) },
    };
  }

  private amountIn(cells: string[], line: number): number {
    if (!this.columnOf.has("amount")) return this.amountOfTwo(cells, line);
    const cents = this.cents(this.cell(cells, "amount"), line, "amount");
    if (!this.columnOf.has("direction")) return cents;
    const word = this.cell(cells, "direction");
    const direction = directionIn(word);
    if (direction === undefined) throw new StatementRefusal("not_known", line, this.nameOf("direction"), word.slice(0, 40));
    return Math.abs(cents) * direction;
  }

  /** Returns the amount from separate columns for incoming and outgoing money. Banks leave one of them empty, or write 0. */
  private amountOfTwo(cells: string[], line: number): number {
    const [came, went] = (["came", "went"] as const).map((role) => {
      const cell = this.cell(cells, role);
      return cell === "" ? 0 : Math.abs(this.cents(cell, line, role));
    });
    if (!came === !went)
      throw new StatementRefusal(
        "not_an_amount",
        line,
        this.nameOf("came"),
        `${this.cell(cells, "came")} / ${this.cell(cells, "went")}`.slice(0, 40),
      );
    return (came ?? 0) - (went ?? 0);
  }

  private cents(cell: string, line: number, role: CsvRole): number {
    const cents = centsIn(cell, this.layout.decimals);
    if (cents === undefined) throw new StatementRefusal("not_an_amount", line, this.nameOf(role), cell.slice(0, 40));
    return cents;
  }

  private day(cells: string[], role: CsvRole, line: number): string {
    const cell = this.cell(cells, role);
    const day = dayIn(cell, this.layout.dayOrder);
    if (day === undefined || !isStatementDay(day, this.latestDay))
      throw new StatementRefusal("not_a_date", line, this.nameOf(role), cell.slice(0, 40));
    return day;
  }

  private cell(cells: string[], role: CsvRole): string {
    return cells[this.columnOf.get(role) ?? -1] ?? "";
  }

  private joined(cells: string[], role: CsvRole): string {
    return cells.filter((cell, index) => this.layout.roles[index] === role && cell !== "").join(" ");
  }

  private nameOf(role: CsvRole): string {
    return this.sheet.columns[this.columnOf.get(role) ?? -1]?.name || role;
  }
}
