import type { BankReport } from "@/server/bank/refund-files/bank-report";
import type { CsvQuestion, OfferedAccount } from "@/server/domain/banking/csv-layout";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";

/** The kind of file. */
export type StatementFamily = "camt052" | "camt053" | "camt054" | "mt940" | "csv";

/** Reasons for refusing a statement file. */
export type StatementReason =
  | "not_a_statement"
  | "unknown_encoding"
  | "not_in_its_encoding"
  | "malformed"
  | "has_a_doctype"
  | "too_deep"
  | "too_long"
  | "unpacks_too_large"
  | "packed_too_tightly"
  | "too_many_payments"
  | "not_readable"
  | "missing"
  | "not_an_amount"
  | "not_a_date"
  | "not_an_iban"
  | "not_known"
  | "other_currency"
  | "does_not_add_up"
  | "unknown_account"
  | "account_waits"
  | "unknown_refund_file"
  | "too_many_reports"
  | "several_accounts"
  | "one_account_each"
  | "unknown_columns"
  | "which_account"
  | "not_in_currency_of_account"
  | "doubtful_account";

/** Balances and booked amounts that do not add up, in cents: of a whole statement, or of one row with a running balance. */
export interface RefusedSum {
  openingCents: number;
  bookedCents: number;
  closingCents: number;
}

/** Rows of a table with another number of columns than its others. */
export interface RefusedRows {
  /** Number of columns of the other rows. */
  width: number;
  rows: { line: number; columns: number }[];
  hasMore: boolean;
}

/** Facts about a refusal besides its place, where they are known. */
interface RefusalDetails {
  /** Question to a person about a CSV file's columns. */
  question?: CsvQuestion | undefined;
  sum?: RefusedSum | undefined;
  /** The account's currencies, separated by commas, if the file names another one. */
  accountCurrency?: string | undefined;
  /** The account that the file names, if it cannot be used yet. */
  waiting?: OfferedAccount | undefined;
  rows?: RefusedRows | undefined;
}

/** A refused file, with the place of its error. */
export class StatementRefusal extends Error {
  readonly question?: RefusalDetails["question"];
  readonly sum?: RefusalDetails["sum"];
  readonly accountCurrency?: RefusalDetails["accountCurrency"];
  readonly waiting?: RefusalDetails["waiting"];
  readonly rows?: RefusalDetails["rows"];

  constructor(
    readonly reason: StatementReason,
    /** Line number, from 1. */
    readonly line: number,
    /** Path of the element, such as `Stmt/Ntry/Amt`, or another name of the place. */
    readonly element: string,
    /** The text found there, shortened. */
    readonly found = "",
    details: RefusalDetails = {},
  ) {
    super(`line ${line}, ${element}: ${reason}${found && ` (${found})`}`);
    this.name = "StatementRefusal";
    this.question = details.question;
    this.sum = details.sum;
    this.accountCurrency = details.accountCurrency;
    this.waiting = details.waiting;
    this.rows = details.rows;
  }

  /** Returns the refusal with a place around its own, such as the name of a file in an archive. */
  inside(place: string): StatementRefusal {
    const { reason, line, element, found, question, sum, accountCurrency, waiting, rows } = this;
    return new StatementRefusal(reason, line, `${place} ${element}`, found, { question, sum, accountCurrency, waiting, rows });
  }
}

/** A bank's statement of an account over a period, without its entries. Amounts in cents, days such as `2026-11-20`. */
export interface StatementHead {
  line: number;
  family: StatementFamily;
  /** The bank's number of the statement; empty if there is none. */
  id: string;
  /** IBAN, or the bank's own number for an account without one. A CSV file may name neither account nor currency; both are then empty. */
  account: string;
  /** CSV only: the name of the column with the account. Absent: the file has none. */
  accountColumn?: string;
  /** CSV only: the line above the table that names the account. Absent: none does. */
  accountLine?: number;
  currency: string;
  /** Null if the bank does not state both booked balances, as in most files of camt.054 and camt.052. Null in CSV: see `StatementEnd`. */
  openingCents: number | null;
  openingOn: string | null;
  /** CSV files only. */
  question?: CsvQuestion;
  /** CSV only: the currency that the columns or the lines above them name. Absent: none. */
  namedCurrency?: NamedCurrency;
}

/** A currency as a CSV file names it, and its place. */
export interface NamedCurrency {
  /** ISO 4217 code, or a sign that several currencies share, such as `$`. */
  currency: string;
  line: number;
  element: string;
}

/** End of a statement: the opening balance and the booked entries, except those of `forwardCents`, add up to the closing balance. */
export interface StatementEnd {
  /** Number of entries, including announced entries. */
  entries: number;
  closingCents: number | null;
  closingOn: string | null;
  /** Sum of booked entries that the closing balance leaves out, because their value dates are later. Absent: 0. */
  forwardCents?: number;
  /** Opening balance, if only the last row determines it: CSV files often begin with the newest row. */
  opening?: { openingCents: number | null; openingOn: string };
  /** CSV only: rows that are no entries, such as totals and footers. */
  leftOut?: LeftOutRows;
}

/** Money that a bank booked; positive: incoming. */
export interface StatementEntry {
  line: number;
  /** The bank's own reference, unique to the entry; empty if there is none. */
  bankReference: string;
  amountCents: number;
  bookedOn: string;
  /** The value date. */
  valueOn: string;
  /** False for an announced entry, which the balance does not contain. */
  isBooked: boolean;
  /** Whether this entry reverses an earlier one. */
  isReversal: boolean;
  /** The bank's text for the entry as a whole. */
  text: string;
  /** The entry's payments; usually one. */
  transactions: StatementTransaction[];
  /** Whether the amounts of all payments are known and add up to the entry's. */
  isItemized: boolean;
  /** camt only: ids of the file for the bank that the entry carries out, if the bank names it. */
  fileIds?: string[];
  /** The description in the entry's key, if another one is read by now: keys stay the same when reading improves (decision 0140). */
  keyedBy?: EntryDescription;
  /** CSV only: all cells of the row. The cells identify the entry, because the roles of columns may change. */
  row?: { sheet: string; cells: string[] };
}

/** Facts that identify an entry without a reference of the bank, besides value date, amount and direction. */
export type EntryDescription = Partial<Pick<StatementEntry, "text" | "transactions" | "bookedOn">>;

export interface StatementTransaction {
  /** Null if unknown. */
  amountCents: number | null;
  endToEndId: string;
  /** Structured references, as sent. */
  references: string[];
  /** All text from the payer. */
  text: string;
  /** The payer, or the payee of an outgoing payment. */
  name: string;
  iban: string;
  /** Reason why a payment came back: an ISO 20022 code, or the bank's own word. Empty: none. */
  returnReason: string;
  /** Original amount, if sent in another currency: `12.50 USD`. */
  instructed: string;
  /** SEPA creditor identifiers in the bank's fields for them. Not part of keys, which are older (decision 0140). Absent: none. */
  creditorIdentifiers?: string[];
  /**
   * Charges of banks, in cents, that the amount of a payment that went back contains: 13.00 for a returned debit of 10.00 has 3.00. Not part
   * of keys, as above. Absent: none.
   */
  chargesCents?: number;
}

/** A file in parts: each statement's head, then its entries, then its end. A report about a file of payments is one part. */
export type StatementPart =
  | { kind: "statement"; head: StatementHead }
  | { kind: "entry"; entry: StatementEntry }
  | { kind: "end"; end: StatementEnd }
  | { kind: "report"; report: BankReport };

/** An entry with the key by which it is recognised in other files, instead of the facts that only the key needs. */
export interface ReadEntry {
  entry: Omit<StatementEntry, "keyedBy" | "row">;
  key: string;
  /** Whether the key derives from the bank's own reference, with day and amount. */
  isNamed: boolean;
}

/** A part of a file that was read to its end, so that its entries can be stored. */
export type ReadPart = Exclude<StatementPart, { kind: "entry" }> | ({ kind: "entry" } & ReadEntry);
