import { SaxesParser } from "saxes";
import { decodeText } from "./decode-text";
import { type Place, readCents, readDay, readStatementIban, requireSum } from "./read-values";
import { type StatementEntry, type StatementHead, type StatementPart, StatementRefusal, type StatementTransaction } from "./statement";

const MOST_DEEP = 40;
/** Maximum length of one element's text, in characters. */
const LONGEST_TEXT = 20_000;
const MOST_PAYMENTS = 10_000;

const messages = new Map([
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
]);

/**
 * Reads camt.053 and camt.054 of any version, with one statement or several, piece by piece: memory does not grow with the file. Resolves
 * no external entities; entity declarations are an error. Throws a `StatementRefusal`.
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

interface Balance {
  line: number;
  code: string;
  amountCents: number;
  currency: string;
  isDebit: boolean;
  on: string | null;
}

interface OpenStatement {
  line: number;
  id: string;
  iban: string;
  otherAccount: string;
  currency: string;
  balances: Balance[];
  closing: Balance | undefined;
  head: StatementHead | null;
  bookedCents: number;
  entries: number;
}

interface OpenEntry {
  line: number;
  amountCents: number | null;
  currency: string;
  indicator: string;
  status: string;
  isReversal: boolean;
  bookedOn: string;
  valueOn: string;
  bankReference: string;
  text: string[];
  transactions: OpenTransaction[];
}

interface OpenTransaction {
  amounts: { cents: number; currency: string }[];
  indicator: string;
  endToEndId: string;
  references: string[];
  texts: string[];
  debtor: Party;
  creditor: Party;
  returnReason: string;
  instructed: string;
}

interface Party {
  name: string;
  ultimateName: string;
  iban: string;
}

class CamtReader {
  private readonly parser = new SaxesParser({ position: true });
  private readonly path: string[] = [];
  private readonly currencies: string[] = [];
  private text = "";
  private parts: StatementPart[] = [];
  private statement: OpenStatement | undefined;
  private balance: Balance | undefined;
  private entry: OpenEntry | undefined;
  private transaction: OpenTransaction | undefined;
  private seen = 0;

  constructor(private readonly latestDay: string) {
    this.parser.on("error", (error) => this.refuse("malformed", error.message.replace(/^[^:]*:\d+:\d+: /, "").slice(0, 80)));
    this.parser.on("doctype", () => this.refuse("has_a_doctype"));
    this.parser.on("opentag", ({ name, attributes }) => this.open(localName(name), String(attributes.Ccy ?? "")));
    this.parser.on("text", (text) => this.add(text));
    this.parser.on("cdata", (text) => this.add(text));
    this.parser.on("closetag", () => this.shut());
  }

  write(text: string): void {
    this.parser.write(text);
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

  private refuse(reason: StatementRefusal["reason"], found = "", line = this.parser.line): never {
    throw new StatementRefusal(reason, line, this.path.slice(1).join("/") || "file", found);
  }

  private get place(): Place {
    return { line: this.parser.line, element: this.path.slice(1).join("/") };
  }

  private open(name: string, currency: string): void {
    if (this.path.length >= MOST_DEEP) this.refuse("too_deep");
    this.path.push(name);
    this.currencies.push(currency);
    this.text = "";
    const { line } = this.parser;
    if (this.path.length === 2 && name === "BkToCstmrAcctRpt") this.refuse("intraday_report");
    if (this.path.length === 2 && !messages.has(name)) this.refuse("not_a_statement", name.slice(0, 40));
    if (this.path.length === 3 && messages.get(this.path[1] ?? "") === name) this.statement = newStatement(line);
    const where = this.within();
    if (where === "Bal") this.balance = { line, code: "", amountCents: 0, currency: "", isDebit: false, on: null };
    if (where === "Ntry") this.beginEntry(line);
    if (where === "Ntry/NtryDtls/TxDtls" && this.entry) {
      if (this.entry.transactions.length >= MOST_PAYMENTS) this.refuse("too_many_payments", `${MOST_PAYMENTS}`, this.entry.line);
      this.transaction = newTransaction();
      this.entry.transactions.push(this.transaction);
    }
  }

  /** Path within the current statement; empty outside any. */
  private within(): string {
    return this.statement ? this.path.slice(3).join("/") : "";
  }

  private add(text: string): void {
    this.text += text;
    if (this.text.length > LONGEST_TEXT) this.refuse("too_long");
  }

  private shut(): void {
    const where = this.within();
    const text = this.text.trim();
    if (this.statement) this.read(this.statement, where, text);
    if (this.path.length === 3 && this.statement) this.endStatement(this.statement);
    this.path.pop();
    this.currencies.pop();
    this.text = "";
  }

  private read(statement: OpenStatement, where: string, text: string): void {
    if (where.startsWith("Ntry/NtryDtls/TxDtls/")) {
      if (this.transaction) this.readTransaction(this.transaction, where.slice("Ntry/NtryDtls/TxDtls/".length), text);
    } else if (where === "Ntry/NtryDtls/TxDtls") this.transaction = undefined;
    else if (where === "Ntry") this.endEntry(statement);
    else if (where.startsWith("Ntry/")) {
      if (this.entry) this.readEntry(this.entry, where.slice("Ntry/".length), text);
    } else if (where === "Bal") {
      if (this.balance) statement.balances.push(this.balance);
      this.balance = undefined;
    } else if (where.startsWith("Bal/")) {
      if (this.balance) this.readBalance(this.balance, where.slice("Bal/".length), text);
    } else if (where === "Id") statement.id = text;
    else if (where === "Acct/Id/IBAN") statement.iban = readStatementIban(text, this.place);
    else if (where === "Acct/Id/Othr/Id") statement.otherAccount = text;
    else if (where === "Acct/Ccy") statement.currency = text;
  }

  private readBalance(balance: Balance, where: string, text: string): void {
    if (where === "Tp/CdOrPrtry/Cd") balance.code = text;
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

  private beginEntry(line: number): void {
    this.entry = {
      line,
      amountCents: null,
      currency: "",
      indicator: "",
      status: "",
      isReversal: false,
      bookedOn: "",
      valueOn: "",
      bankReference: "",
      text: [],
      transactions: [],
    };
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
    else if (where === "AddtlNtryInf") entry.text.push(text);
  }

  private readTransaction(transaction: OpenTransaction, where: string, text: string): void {
    const currency = this.currencies.at(-1) ?? "";
    switch (where) {
      case "Amt":
        transaction.amounts.unshift({ cents: readCents(text, this.place), currency });
        return;
      case "AmtDtls/TxAmt/Amt":
        transaction.amounts.push({ cents: readCents(text, this.place), currency });
        return;
      case "AmtDtls/InstdAmt/Amt":
        transaction.instructed = `${text} ${currency}`;
        return;
      case "CdtDbtInd":
        transaction.indicator = this.isDebit(text) ? "DBIT" : "CRDT";
        return;
      case "Refs/EndToEndId":
        if (text !== "NOTPROVIDED") transaction.endToEndId = text;
        return;
      case "RmtInf/Strd/CdtrRefInf/Ref":
        transaction.references.push(text);
        return;
      case "RmtInf/Ustrd":
      case "RmtInf/Strd/AddtlRmtInf":
      case "AddtlTxInf":
        transaction.texts.push(text);
        return;
      case "RtrInf/Rsn/Cd":
        transaction.returnReason = text;
        return;
    }
    readParty(transaction, where, text);
  }

  private endEntry(statement: OpenStatement): void {
    const { entry } = this;
    this.entry = undefined;
    if (!entry) return;
    const { line, amountCents, currency, indicator, bookedOn, valueOn } = entry;
    if (amountCents === null) this.refuse("missing", "Amt", line);
    if (indicator === "") this.refuse("missing", "CdtDbtInd", line);
    if (bookedOn === "" && valueOn === "") this.refuse("missing", "BookgDt", line);
    if (!statement.head) this.headOf(statement, currency);
    if (currency !== statement.currency) this.refuse("other_currency", currency.slice(0, 10), line);
    const signed = indicator === "DBIT" ? -amountCents : amountCents;
    const isBooked = entry.status === "" || entry.status === "BOOK";
    if (isBooked) statement.bookedCents += signed;
    statement.entries += 1;
    this.parts.push({ kind: "entry", entry: { ...finished(entry, signed, currency), isBooked } });
  }

  /** `entryCurrency`: currency of the first entry, because notifications may not name the account's. */
  private headOf(statement: OpenStatement, entryCurrency = ""): StatementHead {
    const { line, id, iban, otherAccount, balances } = statement;
    const account = iban || otherAccount;
    if (account === "") this.refuse("missing", "Acct/Id", line);
    const opening = balances.find(({ code }) => code === "OPBD") ?? balances.find(({ code }) => code === "PRCD");
    const closing = balances.findLast(({ code }) => code === "CLBD");
    if (this.path[1] === "BkToCstmrStmt") {
      if (!opening) this.refuse("missing", "Bal OPBD", line);
      if (!closing) this.refuse("missing", "Bal CLBD", line);
    }
    if (statement.currency === "") statement.currency = closing?.currency ?? entryCurrency;
    for (const balance of [opening, closing]) {
      if (balance && balance.currency !== statement.currency) this.refuse("other_currency", balance.currency.slice(0, 10), balance.line);
    }
    statement.head = {
      line,
      family: this.path[1] === "BkToCstmrStmt" ? "camt053" : "camt054",
      id,
      account,
      currency: statement.currency,
      openingCents: opening ? signedCents(opening) : null,
      openingOn: opening?.on ?? null,
    };
    statement.closing = closing;
    this.seen += 1;
    this.parts.push({ kind: "statement", head: statement.head });
    return statement.head;
  }

  private endStatement(statement: OpenStatement): void {
    const head = statement.head ?? this.headOf(statement);
    this.statement = undefined;
    const { closing, entries } = statement;
    const closingCents = closing ? signedCents(closing) : null;
    requireSum(head.openingCents, statement.bookedCents, closingCents, { ...this.place, line: head.line });
    this.parts.push({ kind: "end", end: { entries, closingCents, closingOn: closing?.on ?? null } });
  }
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
    currency: "",
    balances: [],
    closing: undefined,
    head: null,
    bookedCents: 0,
    entries: 0,
  };
}

function newTransaction(): OpenTransaction {
  const party = () => ({ name: "", ultimateName: "", iban: "" });
  return {
    amounts: [],
    indicator: "",
    endToEndId: "",
    references: [],
    texts: [],
    debtor: party(),
    creditor: party(),
    returnReason: "",
    instructed: "",
  };
}

/** Reads a party's name and account. Since version 8 the name is in `Pty`; before, directly in the party. */
function readParty({ debtor, creditor }: OpenTransaction, where: string, text: string): void {
  const [, ultimate, role, rest] = /^RltdPties\/(Ultmt)?(Dbtr|Cdtr)(.*)$/.exec(where) ?? [];
  if (!role) return;
  const party = role === "Dbtr" ? debtor : creditor;
  if (rest === "/Nm" || rest === "/Pty/Nm") party[ultimate ? "ultimateName" : "name"] = text;
  // Not validated, and stored even if wrong: no decision about money depends on the payer's IBAN.
  if (rest === "Acct/Id/IBAN" && !ultimate) party.iban = text.replace(/\s/g, "").toUpperCase();
}

function signedCents({ amountCents, isDebit }: Balance): number {
  return isDebit ? -amountCents : amountCents;
}

function finished(entry: OpenEntry, amountCents: number, currency: string): Omit<StatementEntry, "isBooked"> {
  const { line, isReversal, bookedOn, valueOn, bankReference, text } = entry;
  const only = entry.transactions.length === 1;
  const transactions = entry.transactions.map((open): StatementTransaction => {
    const amount = open.amounts.find((each) => each.currency === currency)?.cents;
    const signed = amount === undefined ? null : (open.indicator || entry.indicator) === "DBIT" ? -amount : amount;
    const other = amountCents < 0 !== isReversal ? open.creditor : open.debtor;
    return {
      amountCents: signed ?? (only ? amountCents : null),
      endToEndId: open.endToEndId,
      references: open.references,
      text: open.texts.join(" "),
      name: other.ultimateName || other.name,
      iban: other.iban,
      returnReason: open.returnReason,
      instructed: open.instructed.endsWith(` ${currency}`) ? "" : open.instructed,
    };
  });
  const sum = transactions.reduce<number | null>(
    (total, { amountCents: each }) => (total === null || each === null ? null : total + each),
    0,
  );
  return {
    line,
    bankReference,
    amountCents,
    bookedOn: bookedOn || valueOn,
    valueOn: valueOn || bookedOn,
    isReversal,
    text: text.join(" "),
    transactions,
    isItemized: transactions.length > 0 && sum === amountCents,
  };
}
