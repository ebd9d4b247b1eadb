import { SaxesParser } from "saxes";
import { decodeText } from "../decode-text";
import { identifiesEntry } from "../entry-key";
import { isReport, ReportReader } from "../pain/report-reader";
import { type Place, readCents, readDay, readStatementIban } from "../read-values";
import { type StatementFamily, type StatementHead, type StatementPart, StatementRefusal } from "../statement";
import {
  type Balance,
  BookedSum,
  balancesOfReport,
  balancesOfStatement,
  newBalance,
  type StatementBalances,
  signedCents,
} from "./balances";
import { finishedEntry, newEntry, newTransaction, type OpenEntry, type OpenTransaction, readTransaction } from "./entry";

/** Maximum depth of elements. */
const MOST_DEEP = 40;
/** Maximum length of one element's text, in characters. */
const LONGEST_TEXT = 20_000;
/** Maximum number of payments of one entry. */
const MOST_PAYMENTS = 10_000;

/** Messages by name, each with the element of one statement. In version 1, the names of messages end with `V01`. */
const messages = new Map<string, { family: StatementFamily; part: string }>([
  ["BkToCstmrStmt", { family: "camt053", part: "Stmt" }],
  ["BkToCstmrDbtCdtNtfctn", { family: "camt054", part: "Ntfctn" }],
  ["BkToCstmrAcctRpt", { family: "camt052", part: "Rpt" }],
]);

/**
 * Reads camt.052, camt.053 and camt.054 of any version, in an envelope or not, with one statement or several, piece by piece: memory does
 * not grow with the file. Also reads reports about files of payments (pain.002). Resolves no external entities; entity declarations are an
 * error. Throws a `StatementRefusal`.
 */
export async function* readCamt(chunks: AsyncIterable<Uint8Array>, latestDay: string): AsyncGenerator<StatementPart> {
  const reader = new CamtReader(latestDay);
  for await (const text of decodeText(chunks)) {
    reader.write(text);
    yield* reader.take();
  }
  reader.close();
  yield* reader.take();
}

interface OpenStatement {
  line: number;
  id: string;
  iban: string;
  otherAccount: string;
  ownerName: string;
  currency: string;
  allBalances: Balance[];
  /** Opening and closing balances around the entries; undefined until the head is complete. */
  balances: StatementBalances | undefined;
  /** Null until the head is complete. */
  head: StatementHead | null;
  sum: BookedSum;
  entries: number;
}

class CamtReader {
  private readonly parser = new SaxesParser({ position: true });
  /** Names of the open elements. */
  private readonly path: string[] = [];
  /** Path of each open element within the current statement; empty outside any. */
  private readonly places: string[] = [];
  private readonly paths = new Paths();
  /** Attribute `Ccy` of each open element; empty if it has none. */
  private readonly currencies: string[] = [];
  /** The current message, and how deep its element is. */
  private message: { family: StatementFamily; part: string; depth: number } | undefined;
  /** The current report about a file of payments, and how deep its element is. */
  private report: { reader: ReportReader; depth: number } | undefined;
  private text = "";
  private parts: StatementPart[] = [];
  private statement: OpenStatement | undefined;
  private balance: Balance | undefined;
  private entry: OpenEntry | undefined;
  private transaction: OpenTransaction | undefined;
  /** Number of statements and reports. */
  private seen = 0;
  private hasBegun = false;
  /** Number of lines before the XML begins, which the parser does not count. */
  private linesBefore = 0;

  constructor(private readonly latestDay: string) {
    this.parser.on("error", (error) => this.refuse("malformed", error.message.replace(/^[^:]*:\d+:\d+: /, "").slice(0, 80)));
    this.parser.on("doctype", () => this.refuse("has_a_doctype"));
    this.parser.on("opentag", ({ name, attributes }) => this.open(localName(name), String(attributes.Ccy ?? "")));
    this.parser.on("text", (text) => this.add(text));
    this.parser.on("cdata", (text) => this.add(text));
    this.parser.on("closetag", () => this.shut());
  }

  write(text: string): void {
    if (this.hasBegun) {
      this.parser.write(text);
      return;
    }
    // XML may not begin with white space; some banks' files do.
    const trimmed = text.trimStart();
    this.linesBefore += text.slice(0, text.length - trimmed.length).split("\n").length - 1;
    this.hasBegun = trimmed !== "";
    if (this.hasBegun) this.parser.write(trimmed);
  }

  close(): void {
    this.parser.close();
    if (this.seen === 0) this.refuse("not_a_statement");
  }

  take(): StatementPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  private refuse(reason: StatementRefusal["reason"], found = "", line = this.line): never {
    throw new StatementRefusal(reason, line, this.element || "file", found);
  }

  private get line(): number {
    return this.parser.line + this.linesBefore;
  }

  /** Path of the current element, from the message or, outside any, below the root. */
  private get element(): string {
    const depth = this.message?.depth ?? this.report?.depth;
    return this.path.slice(depth === undefined ? 1 : depth - 1).join("/");
  }

  private get place(): Place {
    return { line: this.line, element: this.element };
  }

  private open(name: string, currency: string): void {
    if (this.path.length >= MOST_DEEP) this.refuse("too_deep");
    const parent = this.path.at(-1);
    this.path.push(name);
    this.currencies.push(currency);
    this.text = "";
    const where = this.statement ? this.paths.below(this.places.at(-1) ?? "", name) : "";
    this.places.push(where);
    if (this.report) {
      this.report.reader.open(this.path.slice(this.report.depth).join("/"), this.line);
      return;
    }
    if (!this.message) {
      const message = messages.get(name.replace(/V0\d$/, ""));
      if (message) this.message = { ...message, depth: this.path.length };
      else if (isReport(name)) this.report = { reader: new ReportReader(this.line, this.latestDay), depth: this.path.length };
      else if (parent === "Document") this.refuse("not_a_statement", name.slice(0, 40));
      return;
    }
    const { line } = this;
    if (this.path.length === this.message.depth + 1 && name === this.message.part) this.statement = newStatement(line);
    if (where === "Bal") this.balance = newBalance(line);
    if (where === "Ntry") this.entry = newEntry(line);
    if (where === "Ntry/NtryDtls/TxDtls" && this.entry) {
      if (this.entry.transactions.length >= MOST_PAYMENTS) this.refuse("too_many_payments", `${MOST_PAYMENTS}`, this.entry.line);
      this.transaction = newTransaction();
      this.entry.transactions.push(this.transaction);
    }
  }

  private add(text: string): void {
    this.text += text;
    if (this.text.length > LONGEST_TEXT) this.refuse("too_long");
  }

  private shut(): void {
    const { message, statement } = this;
    const text = this.text.trim();
    if (message && statement) this.read(statement, this.places.at(-1) ?? "", text);
    if (message && statement && this.path.length === message.depth + 1) this.endStatement(statement);
    if (message && this.path.length === message.depth) this.message = undefined;
    if (this.report) this.readReport(this.report, text);
    this.path.pop();
    this.places.pop();
    this.currencies.pop();
    this.text = "";
  }

  private readReport({ reader, depth }: { reader: ReportReader; depth: number }, text: string): void {
    if (this.path.length > depth) {
      reader.read(this.path.slice(depth).join("/"), text, this.place);
      return;
    }
    this.report = undefined;
    this.seen += 1;
    this.parts.push({ kind: "report", report: reader.finish() });
  }

  private read(statement: OpenStatement, where: string, text: string): void {
    if (where.startsWith("Ntry/NtryDtls/TxDtls/")) {
      if (this.transaction) this.readTransaction(this.transaction, where.slice("Ntry/NtryDtls/TxDtls/".length), text);
    } else if (where === "Ntry/NtryDtls/TxDtls") this.transaction = undefined;
    else if (where === "Ntry") this.endEntry(statement);
    else if (where.startsWith("Ntry/")) {
      if (this.entry) this.readEntry(this.entry, where.slice("Ntry/".length), text);
    } else if (where === "Bal") {
      if (this.balance) statement.allBalances.push(this.balance);
      this.balance = undefined;
    } else if (where.startsWith("Bal/")) {
      if (this.balance) this.readBalance(this.balance, where.slice("Bal/".length), text);
    } else if (where === "Id") statement.id = text;
    else if (where === "Acct/Id/IBAN") statement.iban = readStatementIban(text, this.place);
    else if (where === "Acct/Id/Othr/Id" || where === "Acct/Id/PrtryAcct/Id") statement.otherAccount = text;
    else if (where === "Acct/Ccy") statement.currency = text;
    else if (where === "Acct/Ownr/Nm" || where === "Acct/Ownr/Pty/Nm") statement.ownerName = text;
  }

  private readBalance(balance: Balance, where: string, text: string): void {
    if (where === "Tp/CdOrPrtry/Cd" || where === "Tp/Cd") balance.code = text;
    else if (where === "Tp/SubTp/Cd") balance.subCode = text;
    else if (where === "Amt") {
      balance.amountCents = readCents(text, this.place);
      balance.currency = this.currencies.at(-1) ?? "";
    } else if (where === "CdtDbtInd") balance.isDebit = this.isDebit(text);
    else if (where === "Dt/Dt" || where === "Dt/DtTm") balance.on = readDay(text, this.latestDay, this.place);
  }

  private isDebit(text: string): boolean {
    if (text !== "DBIT" && text !== "CRDT") this.refuse("not_known", text.slice(0, 40));
    return text === "DBIT";
  }

  private readEntry(entry: OpenEntry, where: string, text: string): void {
    if (where === "Amt") {
      entry.amountCents = readCents(text, this.place);
      entry.currency = this.currencies.at(-1) ?? "";
    } else if (where === "CdtDbtInd") entry.indicator = this.isDebit(text) ? "DBIT" : "CRDT";
    else if (where === "RvslInd") entry.isReversal = text === "true" || text === "1";
    else if (where === "Sts/Cd" || (where === "Sts" && text !== "")) entry.status = text;
    else if (where === "BookgDt/Dt" || where === "BookgDt/DtTm") entry.bookedOn = readDay(text, this.latestDay, this.place);
    else if (where === "ValDt/Dt" || where === "ValDt/DtTm") entry.valueOn = readDay(text, this.latestDay, this.place);
    else if (where === "AcctSvcrRef") entry.bankReference = text;
    else if (where === "NtryDtls/Btch/MsgId" || where === "NtryDtls/Btch/PmtInfId") entry.fileIds.push(text);
    else if (where === "AddtlNtryInf") entry.text.push(text);
  }

  private readTransaction(transaction: OpenTransaction, where: string, text: string): void {
    if (where === "CdtDbtInd") transaction.indicator = this.isDebit(text) ? "DBIT" : "CRDT";
    else readTransaction(transaction, where, text, this.currencies.at(-1) ?? "", () => this.place);
  }

  private endEntry(statement: OpenStatement): void {
    const { entry } = this;
    this.entry = undefined;
    if (!entry) return;
    const { line, amountCents, currency, indicator, status } = entry;
    if (amountCents === null) this.refuse("missing", "Amt", line);
    if (indicator === "") this.refuse("missing", "CdtDbtInd", line);
    if (!statement.head) this.completeHead(statement, currency);
    if (currency !== statement.currency) this.refuse("other_currency", currency.slice(0, 10), line);
    // An entry without a day gets the closing day. Without a closing day, its own would be uncertain, and it could count twice.
    const day = entry.bookedOn || entry.valueOn || (statement.balances?.closing?.on ?? "");
    if (day === "") this.refuse("missing", "BookgDt", line);
    const signed = indicator === "DBIT" ? -amountCents : amountCents;
    // An intraday report also contains announced entries: there, an entry without a status is not booked.
    const isBooked = status === "BOOK" || (status === "" && this.message?.family !== "camt052");
    const own = { account: statement.iban || statement.otherAccount, ownerName: statement.ownerName };
    const finished = finishedEntry(entry, signed, { own, day });
    if (isBooked) statement.sum.add(signed, finished.valueOn, statement.balances?.closing?.on, identifiesEntry(finished.bankReference));
    statement.entries += 1;
    this.parts.push({ kind: "entry", entry: { ...finished, isBooked } });
  }

  /**
   * Adds the head to the parts, once all of its elements are read. `entryCurrency`: currency of the first entry, because notifications may
   * not name the account's.
   */
  private completeHead(statement: OpenStatement, entryCurrency = ""): StatementHead {
    const { line, id, iban, otherAccount, allBalances, currency } = statement;
    const family = this.message?.family ?? "camt053";
    const account = iban || otherAccount;
    if (account === "") this.refuse("missing", "Acct/Id", line);
    const balances = family === "camt053" ? balancesOfStatement(allBalances, currency) : balancesOfReport(allBalances, currency);
    const { opening, closing, areAvailable } = balances;
    if (family === "camt053") {
      if (!opening) this.refuse("missing", "Bal OPBD", line);
      if (!closing) this.refuse("missing", "Bal CLBD", line);
    }
    if (statement.currency === "") statement.currency = closing?.currency ?? entryCurrency;
    for (const balance of [opening, closing]) {
      if (balance && balance.currency !== statement.currency) this.refuse("other_currency", balance.currency.slice(0, 10), balance.line);
    }
    const accountOpening = areAvailable ? undefined : opening;
    statement.head = {
      line,
      family,
      id,
      account,
      currency: statement.currency,
      openingCents: accountOpening ? signedCents(accountOpening) : null,
      openingOn: accountOpening?.on ?? null,
    };
    statement.balances = balances;
    this.seen += 1;
    this.parts.push({ kind: "statement", head: statement.head });
    return statement.head;
  }

  private endStatement(statement: OpenStatement): void {
    const head = statement.head ?? this.completeHead(statement);
    this.statement = undefined;
    const { balances, sum, entries } = statement;
    const forwardCents = balances ? sum.requireBetween(balances, { ...this.place, line: head.line }) : 0;
    const accountClosing = balances?.areAvailable ? undefined : balances?.closing;
    const end = { entries, closingCents: accountClosing ? signedCents(accountClosing) : null, closingOn: accountClosing?.on ?? null };
    this.parts.push({ kind: "end", end: forwardCents === 0 ? end : { ...end, forwardCents } });
  }
}

/** Maximum number of different paths that are kept. Messages of banks have some 100. */
const MOST_PATHS = 1_000;

/** Paths within a statement, each joined once. */
class Paths {
  private readonly known = new Map<string, Map<string, string>>();
  private count = 0;

  /** Returns the path of an element within another. */
  below(parent: string, name: string): string {
    const siblings = this.known.get(parent);
    const known = siblings?.get(name);
    if (known !== undefined) return known;
    const path = joinPath(parent, name);
    if (this.count >= MOST_PATHS) return path;
    this.count += 1;
    if (siblings) siblings.set(name, path);
    else this.known.set(parent, new Map([[name, path]]));
    return path;
  }
}

function joinPath(parent: string, name: string): string {
  if (parent === "") return name;
  // Version 1 has no `NtryDtls` around payments.
  return parent === "Ntry" && name.startsWith("TxDtls") ? `Ntry/NtryDtls/${name}` : `${parent}/${name}`;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function newStatement(line: number): OpenStatement {
  return {
    line,
    id: "",
    iban: "",
    otherAccount: "",
    ownerName: "",
    currency: "",
    allBalances: [],
    balances: undefined,
    head: null,
    sum: new BookedSum(),
    entries: 0,
  };
}
