import type { CsvQuestion } from "@/server/domain/csv-layout";

/** The kind of file. */
export type StatementFamily = "camt053" | "camt054" | "mt940" | "csv";

/** Why a statement file is refused. */
export type StatementReason =
  | "not_a_statement"
  | "intraday_report"
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
  | "several_accounts"
  | "one_account_each"
  | "unknown_columns"
  | "which_account";

/** A file that is not taken, with the place at fault. */
export class StatementRefusal extends Error {
  constructor(
    readonly reason: StatementReason,
    /** From 1. */
    readonly line: number,
    /** The element's path, such as `Stmt/Ntry/Amt`, or what else stands there. */
    readonly element: string,
    /** What was found, in few words. */
    readonly found = "",
    /** For a person who can say what a CSV file's columns are. */
    readonly question?: CsvQuestion,
  ) {
    super(`line ${line}, ${element}: ${reason}${found && ` (${found})`}`);
    this.name = "StatementRefusal";
  }
}

/** What a bank says of an account over a period, without its entries. Amounts in cents, days such as `2026-11-20`. */
export interface StatementHead {
  line: number;
  family: StatementFamily;
  /** As the bank numbers it; empty if it does not. */
  id: string;
  /** Where the account has no IBAN, the bank's own number. Empty in a CSV file that does not name it, as is its currency. */
  account: string;
  currency: string;
  /** Null in notifications of single entries (camt.054), which have no balances. */
  openingCents: number | null;
  openingOn: string | null;
  /** Of a CSV file alone. */
  question?: CsvQuestion;
}

/** What a statement ends with: its opening balance and its booked entries add up to this one. */
export interface StatementEnd {
  entries: number;
  closingCents: number | null;
  closingOn: string | null;
  /** Where only its last row tells them: CSV files often begin with the newest. */
  opening?: { openingCents: number | null; openingOn: string };
}

/** Money that came or went; positive: it came. */
export interface StatementEntry {
  line: number;
  /** The bank's own reference, by which it is told from another; empty where the bank gives none. */
  bankReference: string;
  amountCents: number;
  bookedOn: string;
  /** The value date. */
  valueOn: string;
  /** False: only announced, and no part of the balance. */
  isBooked: boolean;
  /** It takes an earlier entry back. */
  isReversal: boolean;
  /** What the bank says of it as a whole. */
  text: string;
  /** The payments that it consists of; one for most. */
  transactions: StatementTransaction[];
  /** Whether the amounts of its payments are known and add up to it. */
  isOpened: boolean;
  /** Of a CSV file: all that stands in its row, by which it is recognized: what its columns are said to be may change. */
  row?: { sheet: string; cells: string[] };
}

export interface StatementTransaction {
  /** Null: the bank does not say. */
  amountCents: number | null;
  endToEndId: string;
  /** Structured references, as they were sent. */
  references: string[];
  /** All that the payer wrote. */
  text: string;
  /** Who paid, or was paid. */
  name: string;
  iban: string;
  /** Why a payment came back, as a code of ISO 20022. */
  returnReason: string;
  /** What the payer sent, where it was in another currency: `12.50 USD`. */
  instructed: string;
}

/** A file, part by part: each statement's head, then its entries, then its end. */
export type StatementPart =
  | { kind: "statement"; head: StatementHead }
  | { kind: "entry"; entry: StatementEntry }
  | { kind: "end"; end: StatementEnd };
