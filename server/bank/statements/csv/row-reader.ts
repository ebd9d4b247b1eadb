import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { ibansIn } from "@/server/bank/parties/ibans-in-text";
import { partyInText } from "@/server/bank/parties/party-in-text";
import { isStatementDay } from "@/server/bank/statements/read-values";
import {
  type StatementEntry,
  type StatementHead,
  type StatementPart,
  type StatementReason,
  StatementRefusal,
  type StatementTransaction,
} from "@/server/bank/statements/statement";
import { creditorIdentifierAt, isCreditorColumn } from "@/server/domain/banking/creditor-identifiers-in-text";
import type { CsvLayout, CsvQuestion, CsvRole } from "@/server/domain/banking/csv-layout";
import { isReturnKind } from "@/server/domain/banking/entry-kinds";
import { addLeftOut, type LeftOutRows } from "@/server/domain/banking/left-out-rows";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { amountIn, DebitSigns } from "./amount-in";
import { Batch } from "./batch";
import { isCommunication } from "./column-names";
import { CutRows, refusalOfRows } from "./cut-rows";
import { DayBalance } from "./day-balance";
import type { FoundSheet } from "./find-sheet";
import { currencyInRow, findNamedCurrency } from "./named-currency";
import { Notes } from "./notes";
import { otherSide, PartyColumns, type Side } from "./party-columns";
import { beginsWithLabel, returnReasonIn, sampleOf, saysRefused, stateIn, unknownStatesIn } from "./row-words";
import { RunningBalance } from "./running-balance";
import { StatedBalances } from "./stated-balances";
import { type RowKind, tellRow } from "./tell-row";

/** Maximum number of rows with more text below one row. Banks write less. */
const MOST_MORE_TEXT = 200;
const MONEY_ROLES: readonly CsvRole[] = ["amount", "came", "went", "detail", "balance", "balance_before"];

/** Converts rows to entries, one after the other, and leaves out rows that are no entries. */
export class RowReader {
  private head: StatementHead | undefined;
  private batch: Batch | undefined;
  /** Rows with text only below the last entry. If another row of the table follows, they are the entry's text; otherwise perhaps a footer. */
  private moreText: { cells: string[]; line: number }[] = [];
  /** Largest number of rows with text only between two rows of the table. Below the last row, the rows after that many are a footer. */
  private mostMoreText = 0;
  private entries = 0;
  private firstOn = "";
  private lastOn = "";
  /** Number of rows left out since the last entry. */
  private leftOutSinceEntry = 0;
  private readonly leftOut: LeftOutRows = { count: 0, samples: [] };
  private readonly notes = new Notes();
  private readonly balance = new RunningBalance();
  private readonly dayBalance = new DayBalance();
  private readonly stated: StatedBalances;
  private bookedCents = 0;
  private readonly signs = new DebitSigns();
  private readonly columnOf: Map<CsvRole, number>;
  /** Columns with creditor identifiers: recognised by their names, because layouts that people confirmed earlier have no role for them. */
  private readonly creditorColumns: number[];
  /** Columns of text with the payer's words, and with other words. */
  private readonly communications: number[];
  private readonly otherTexts: number[];
  private readonly ultimateNames: number[];
  private readonly hasReferenceOfPayer: boolean;
  private readonly parties: PartyColumns;
  private readonly width: number;
  private readonly cut: CutRows;

  constructor(
    private readonly sheet: FoundSheet,
    private readonly layout: CsvLayout,
    private readonly question: CsvQuestion,
    private readonly latestDay: string,
  ) {
    this.columnOf = new Map(layout.roles.map((role, index) => [role, index]));
    this.creditorColumns = sheet.columns.flatMap(({ name }, index) => (isCreditorColumn(name) ? [index] : []));
    const texts = layout.roles.flatMap((role, index) => (role === "text" ? [index] : []));
    const isOfPayer = (index: number) => isCommunication(sheet.columns[index]?.name ?? "");
    this.communications = texts.filter(isOfPayer);
    this.otherTexts = texts.filter((index) => !isOfPayer(index));
    this.ultimateNames = layout.roles.flatMap((role, index) => (role === "ultimate_name" ? [index] : []));
    this.hasReferenceOfPayer = isOfPayer(this.columnOf.get("reference") ?? -1);
    this.parties = new PartyColumns(sheet, layout);
    this.width = layout.roles.length;
    this.cut = new CutRows(this.width);
    this.stated = new StatedBalances(layout);
    for (const row of sheet.above) this.stated.add(row, true);
  }

  /** Reads a row. `written`: the cells with the single quotes around them, which stay in the row's key. */
  *read(written: string[], line: number, cells: string[]): Generator<StatementPart> {
    if (cells.every((cell) => cell === "")) return;
    // Ignores delimiters after the last column.
    const fits = cells.length >= this.width && cells.slice(this.width).every((cell) => cell === "");
    const kind = this.kindOf(cells, fits);
    // A file with a cut row is refused, so only further cut rows are of interest.
    if (!this.cut.isEmpty && kind !== "cut") return;
    switch (kind) {
      case "entry":
        yield* this.readEntry(cells, line, written);
        return;
      case "detail":
        this.addMoreText();
        if (this.batch) this.batch.add(this.paymentIn(cells), centsIn(this.cell(cells, "detail"), this.layout.decimals), line, cells);
        else this.leaveOut(cells, line);
        return;
      case "dated_balance":
        this.stated.addDated({ cells, line, sideOf: (index) => this.sideOf(index) }, this.entries === 0);
        this.leaveOut(cells, line, kind);
        return;
      case "left_out":
        if (this.batch && fits && this.isMoreText(cells)) {
          this.moreText.push({ cells, line });
          return;
        }
        if (this.stateWordIn(cells) !== "") this.stated.addAnnounced();
        else this.stated.add({ cells, line, sideOf: (index) => this.sideOf(index) }, this.entries === 0);
        this.leaveOut(cells, line, kind, this.stateWordIn(cells));
        return;
      case "no_day":
        // Only a running balance can prove that a row without a day is no money.
        this.balance.doubt(this.refusalOf(cells, line, fits), this.centsWithoutDay(cells));
        this.leaveOut(cells, line);
        return;
      case "no_amount":
        throw new StatementRefusal("not_an_amount", line, this.nameOf(this.columnOf.has("amount") ? "amount" : "came"), "");
      case "cut":
        this.cut.add(line, cells.length);
    }
  }

  *end(): Generator<StatementPart> {
    this.cut.end();
    const footer = this.moreText.splice(this.mostMoreText);
    this.addMoreText();
    yield* this.endBatch();
    for (const { cells, line } of footer) this.leaveOut(cells, line);
    const { entries, firstOn, lastOn, leftOut } = this;
    if (!this.head) throw new StatementRefusal("not_a_statement", this.sheet.before + 1, "row");
    const running = this.balance.openingAndClosing();
    const { openingCents, closingCents } = running.closingCents === null ? this.dayBalance.openingAndClosing() : running;
    this.stated.compare({ bookedCents: this.bookedCents, firstOn, lastOn, openingCents, closingCents });
    const opening = { openingCents, openingOn: firstOn };
    yield { kind: "end", end: { entries, closingOn: lastOn, closingCents, opening, ...(leftOut.count > 0 && { leftOut }) } };
  }

  private kindOf(cells: string[], fits: boolean) {
    const dayText = this.cell(cells, "day");
    const dayColumn = this.columnOf.get("day");
    const amounts = (["amount", "came", "went"] as const).map((role) => this.cell(cells, role)).filter((cell) => cell !== "");
    return tellRow({
      cells,
      state: stateIn(this.cell(cells, "state"), this.layout.states),
      fits,
      dayText,
      hasDay: dayIn(dayText, this.layout.dayOrder) !== undefined,
      amounts,
      isZero: amounts.every((cell) => centsIn(cell, this.layout.decimals) === 0),
      hasOwnBalance: this.hasOwnBalance(cells, amounts),
      hasParty: this.hasParty(cells),
      detail: this.cell(cells, "detail"),
      others: cells.filter((_, index) => index !== dayColumn && !MONEY_ROLES.includes(this.layout.roles[index] ?? "ignored")),
    });
  }

  /** Whether a row has a balance that differs from its amount. In a row of a balance, both are the same, perhaps with different signs. */
  private hasOwnBalance(cells: string[], amounts: readonly string[]): boolean {
    const balance = centsIn(this.cell(cells, "balance") || this.cell(cells, "balance_before"), this.layout.decimals);
    const filled = amounts.map((cell) => Math.abs(centsIn(cell, this.layout.decimals) ?? 0)).filter((cents) => cents !== 0);
    return balance !== undefined && !filled.includes(Math.abs(balance));
  }

  /** Whether a row has the account of another party, or a name that is no label of a balance. */
  private hasParty(cells: string[]): boolean {
    const own = this.accountIn(cells) || this.head?.account || this.sheet.account;
    const hasOther = ibansIn(this.cell(cells, "iban")).some((iban) => iban !== own);
    const isName = (cell: string, index: number) => this.layout.roles[index] === "name" && /\p{L}/u.test(cell) && !beginsWithLabel(cell);
    return hasOther || cells.some(isName);
  }

  private *readEntry(cells: string[], line: number, written: string[]): Generator<StatementPart> {
    const state = this.cell(cells, "state");
    if (!stateIn(state, this.layout.states)) {
      // A person explains all such words of the first rows at once.
      const words = this.sheet.rows.map((row) => row[this.columnOf.get("state") ?? -1] ?? "");
      this.question.unknownStates = unknownStatesIn([...words, state], this.layout.states);
      throw this.refused("not_known", line, "state", state);
    }
    const amountCents = amountIn(cells, line, { layout: this.layout, columnOf: this.columnOf, sheet: this.sheet, signs: this.signs });
    if (amountCents === undefined) return this.leaveOut(cells, line);
    const row = { sheet: this.sheet.key, cells: written.slice(0, this.width) };
    const entry = { ...this.entryIn(cells, line, amountCents), row };
    this.addMoreText();
    yield* this.endBatch();
    if (!this.head) {
      this.head = this.headFor(cells, line, entry.bookedOn);
      yield { kind: "statement", head: this.head };
    }
    this.checkSame(this.head, cells, line);
    const balanceCents = this.balanceAfter(cells, line, amountCents);
    const place = { line, element: this.nameOf(this.columnOf.has("balance") ? "balance" : "balance_before") };
    this.balance.add({ amountCents, balanceCents, on: entry.bookedOn }, place);
    this.dayBalance.add({ amountCents, balanceCents });
    this.entries += 1;
    this.bookedCents += amountCents;
    this.leftOutSinceEntry = 0;
    this.notes.addEntry();
    if (this.firstOn === "" || entry.bookedOn < this.firstOn) this.firstOn = entry.bookedOn;
    if (entry.bookedOn > this.lastOn) this.lastOn = entry.bookedOn;
    this.batch = new Batch(this.withPartyInText(entry, cells));
  }

  /** Returns the balance after an entry, in cents; null if the row has none. */
  private balanceAfter(cells: string[], line: number, amountCents: number): number | null {
    const [after, before] = [this.cell(cells, "balance"), this.cell(cells, "balance_before")];
    if (after !== "") return this.cents(after, line, "balance");
    return before === "" ? null : this.cents(before, line, "balance_before") + amountCents;
  }

  private *endBatch(): Generator<StatementPart> {
    if (!this.batch) return;
    const { entry, leftOut } = this.batch.end();
    this.batch = undefined;
    for (const { line, cells } of leftOut) this.leaveOut(cells, line);
    yield { kind: "entry", entry };
  }

  /** Adds the text of rows below an entry to it. */
  private addMoreText(): void {
    this.mostMoreText = Math.max(this.mostMoreText, this.moreText.length);
    for (const { cells } of this.moreText) this.batch?.addText(this.textIn(cells, ""));
    this.moreText = [];
  }

  /** Whether a row directly below an entry contains only more of the entry's text. A row with another account may begin another table. */
  private isMoreText(cells: string[]): boolean {
    const filled = cells.flatMap((cell, index) => (cell === "" ? [] : [{ cell, role: this.layout.roles[index] }]));
    return (
      this.leftOutSinceEntry === 0 &&
      this.moreText.length < MOST_MORE_TEXT &&
      filled.every(
        ({ cell, role }) => role === "text" && !beginsWithLabel(cell) && stateIn(cell) !== "left_out" && ibansIn(cell).length === 0,
      )
    );
  }

  /** Returns the word by which the bank says that a row is no booking; empty if there is none. */
  private stateWordIn(cells: string[]): string {
    const [state, day] = [this.cell(cells, "state"), this.cell(cells, "day")];
    if (stateIn(state, this.layout.states) === "left_out") return state;
    return stateIn(day) === "left_out" ? day : "";
  }

  /**
   * Leaves out a row that is no entry, shown with the bank's word for its state first. `kind`: undefined for a row that may be part of a
   * payment. Throws a `StatementRefusal` if the table of another account may begin there.
   */
  private leaveOut(cells: string[], line: number, kind?: RowKind, state = ""): void {
    const own = this.head?.account || this.sheet.account;
    const isHeading = this.sheet.columns.every(({ name }, index) => name === (cells[index] ?? ""));
    // In a full row, another IBAN is the payer's or the payee's; in a row with few cells, it may be the title of another table.
    const hasFewCells = cells.length < this.width || cells.filter((cell) => cell !== "").length <= 2;
    const otherIbans = hasFewCells ? cells.flatMap(ibansIn).filter((iban) => iban !== own) : [];
    const refusal = new StatementRefusal("one_account_each", line, "row", otherIbans[0] ?? "");
    if (otherIbans.length > 0 || (isHeading && this.leftOutSinceEntry > 0)) throw refusal;
    // A heading directly below an entry may begin the next page of the same table. Only running balances that continue prove that.
    if (isHeading && this.entries > 0) this.balance.doubt(refusal, undefined);
    this.leftOutSinceEntry += 1;
    const facts = { hasDay: dayIn(this.cell(cells, "day"), this.layout.dayOrder) !== undefined, hasParty: this.hasParty(cells) };
    const isNote = this.notes.addLeftOut(cells, this.layout.roles, { kind: state === "" ? kind : undefined, ...facts });
    addLeftOut(this.leftOut, { line, text: sampleOf(state, cells), isNote, isRefused: saysRefused(state, this.layout.states) });
  }

  /** Returns the direction of amounts in a column: 1 incoming, -1 outgoing; undefined if the column says nothing. */
  private sideOf(index: number): 1 | -1 | undefined {
    const role = this.layout.roles[index];
    if (role === "came") return 1;
    return role === "went" ? -1 : undefined;
  }

  /** Returns the amount of a row without a day, as it stands in the column of amounts; undefined if it cannot be read. */
  private centsWithoutDay(cells: string[]): number | undefined {
    return centsIn(this.cell(cells, "amount") || this.cell(cells, "came") || this.cell(cells, "went"), this.layout.decimals);
  }

  /** Returns the refusal of a row that has an amount, but no day. */
  private refusalOf(cells: string[], line: number, fits: boolean): StatementRefusal {
    if (!fits) return refusalOfRows({ width: this.width, rows: [{ line, columns: cells.length }], hasMore: false });
    return this.refused("not_a_date", line, "day", this.cell(cells, "day"));
  }

  private headFor(cells: string[], line: number, day: string): StatementHead {
    const inRow = this.accountIn(cells);
    const accountLine = inRow === "" ? this.sheet.accountLine : 0;
    const accountColumn = this.sheet.columns[this.columnOf.get("account") ?? -1]?.name;
    const namedCurrency = findNamedCurrency(this.sheet, this.layout, { cells, line });
    const named = { ...(accountColumn && { accountColumn }), ...(namedCurrency && { namedCurrency }), ...(accountLine && { accountLine }) };
    const [account, currency] = [inRow || this.sheet.account, currencyInRow(cells, this.sheet, this.layout)];
    return { family: "csv", id: "", openingCents: null, line, account, currency, openingOn: day, question: this.question, ...named };
  }

  private accountIn(cells: string[]): string {
    const written = this.cell(cells, "account");
    const iban = electronicFormatIBAN(written) ?? "";
    return isValidIBAN(iban) ? iban : written.slice(0, 35);
  }

  private checkSame(head: StatementHead, cells: string[], line: number): void {
    const account = this.accountIn(cells) || this.sheet.account;
    if (account !== head.account) throw new StatementRefusal("one_account_each", line, this.nameOf("account"), account);
    const currency = currencyInRow(cells, this.sheet, this.layout);
    if (currency !== head.currency) throw new StatementRefusal("other_currency", line, this.nameOf("currency"), currency);
  }

  private entryIn(cells: string[], line: number, amountCents: number): StatementEntry {
    const bookedOn = this.day(cells, "day", line);
    const isReversal = isReturnKind(this.cell(cells, "kind"));
    // For money that came back, some banks name the parties of the first payment, and others exchange them.
    const other = isReversal ? undefined : otherSide(amountCents);
    return {
      line,
      bankReference: "",
      amountCents,
      bookedOn,
      valueOn: this.cell(cells, "value_day") === "" ? bookedOn : this.day(cells, "value_day", line),
      isBooked: true,
      isReversal,
      text: "",
      transactions: [{ ...this.paymentIn(cells, other), amountCents, returnReason: returnReasonIn(this.cell(cells, "reason")) }],
      isItemized: true,
    };
  }

  /** Adds the other party that the bank names within its text, if the row has no name of its own. The text stays whole. */
  private withPartyInText(entry: StatementEntry, cells: string[]): StatementEntry {
    const [payment, ...others] = entry.transactions;
    if (payment?.name !== "") return entry;
    const own = this.ownIn(cells);
    const texts = this.otherTexts.map((index) => cells[index] ?? "");
    const { name, iban } = partyInText(texts, (each) => this.parties.isOwn(each, { own }));
    return { ...entry, transactions: [{ ...payment, name, iban: payment.iban || iban }, ...others] };
  }

  private paymentIn(cells: string[], side?: Side): StatementTransaction {
    const context = { side, own: this.ownIn(cells) };
    const reference = this.cell(cells, "reference");
    const creditorIdentifiers = this.creditorColumns
      .map((column) => creditorIdentifierAt(cells[column] ?? ""))
      .filter((each) => each !== "");
    return {
      amountCents: null,
      endToEndId: this.cell(cells, "end_to_end_id").replace(/^NOTPROVIDED$/i, ""),
      references: reference === "" ? [] : [reference],
      text: this.textIn(cells, reference),
      name: this.parties.nameIn(cells, context),
      iban: this.parties.ibanIn(cells, context),
      returnReason: "",
      instructed: "",
      ...(creditorIdentifiers.length > 0 && { creditorIdentifiers }),
    };
  }

  private ownIn(cells: string[]): string {
    return this.accountIn(cells) || this.sheet.account;
  }

  private cents(cell: string, line: number, role: CsvRole): number {
    const cents = centsIn(cell, this.layout.decimals);
    if (cents === undefined) throw this.refused("not_an_amount", line, role, cell);
    return cents;
  }

  private day(cells: string[], role: CsvRole, line: number): string {
    const cell = this.cell(cells, role);
    const day = dayIn(cell, this.layout.dayOrder);
    if (day === undefined || !isStatementDay(day, this.latestDay)) throw this.refused("not_a_date", line, role, cell);
    return day;
  }

  private cell(cells: string[], role: CsvRole): string {
    return cells[this.columnOf.get(role) ?? -1] ?? "";
  }

  /** Returns the payer's words before the bank's, because lists cut off the end. */
  private textIn(cells: string[], reference: string): string {
    const texts = [...this.communications, ...this.otherTexts].map((index) => cells[index] ?? "");
    // The name of the column of references may say that it contains the payer's communication.
    const communication = this.hasReferenceOfPayer && !texts.some((text) => text.includes(reference)) ? [reference] : [];
    // If one person pays for another, the text also names that other person, as people would write it themselves.
    const names = this.ultimateNames.map((index) => cells[index] ?? "");
    return [...communication, ...texts, ...names].filter((text) => text !== "").join(" ");
  }

  private refused(reason: StatementReason, line: number, role: CsvRole, found: string): StatementRefusal {
    return new StatementRefusal(reason, line, this.nameOf(role), found.slice(0, 40));
  }

  private nameOf(role: CsvRole): string {
    return this.sheet.columns[this.columnOf.get(role) ?? -1]?.name || role;
  }
}
