import { type BankCalendar, bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays } from "@/server/domain/formats/calendar";
import { draw, drawWhole } from "@/server/seasons/draw";
import { reportFile } from "../report-files";
import { camtFile, type MadeEntry } from "../statement-files";
import { type DebitOrder, readDebitFile, type WrittenFile } from "./read-debit-file";

// The banks of a year, with books of their own: they know what was transferred and which files of direct debits they were given.

/** An entry that a bank will book, with the invoices that it is for. */
interface Ordered {
  /** Day of the booking, a bank day. */
  on: string;
  /** IBAN of the company's account. */
  iban: string;
  entry: MadeEntry & { bankReference: string };
  /** Invoices that the money is for, with their shares in cents; empty: none. */
  isFor: { invoiceId: string; cents: number }[];
}

/** An account of a company at the bank. */
interface KeptAccount {
  iban: string;
  currency: string;
  calendar: BankCalendar;
  /** Whether the bank books a batch of debits as one sum. */
  isBookedAsSum: boolean;
}

/** Fate of a debit at the payer's bank. */
export type DebitFate = { kind: "rejected" | "returned"; code: string } | { kind: "booked" };

export interface Bank {
  seed: string;
  accounts: Map<string, KeptAccount>;
  /** Entries that are not booked yet. */
  coming: Ordered[];
  /** Reports that are not sent yet, with the day of sending. */
  reports: { on: string; contents: string }[];
  /** Entries by their reference, once they stand on a statement. */
  booked: Map<string, Ordered>;
  /** Files of direct debits in the order in which they came. */
  files: WrittenFile[];
}

export function openBank(seed: string, accounts: readonly KeptAccount[]): Bank {
  const byIban = new Map(accounts.map((account) => [account.iban, account]));
  return { seed, accounts: byIban, coming: [], reports: [], booked: new Map(), files: [] };
}

/** Orders a transfer, which is booked on the first bank day from `on`. */
export function orderTransfer(bank: Bank, ordered: Omit<Ordered, "entry"> & { entry: MadeEntry }): void {
  const { calendar } = accountOf(bank, ordered.iban);
  add(bank, { ...ordered, on: bankDayFrom(ordered.on, calendar) });
}

/** Returns the sum of a customer's transfers for an invoice that no statement shows yet, in cents. */
export function inTransitCents({ coming }: Bank, invoiceId: string): number {
  return coming.flatMap(({ isFor }) => isFor).reduce((sum, share) => sum + (share.invoiceId === invoiceId ? share.cents : 0), 0);
}

/** Returns the bank's files of a day: reports about files of debits, then the statement of each account on which something was booked. */
export function filesOfDay(bank: Bank, day: string): { name: string; contents: string }[] {
  const reports = bank.reports.filter(({ on }) => on <= day);
  bank.reports = bank.reports.filter(({ on }) => on > day);
  const due = bank.coming.filter(({ on }) => on <= day);
  bank.coming = bank.coming.filter(({ on }) => on > day);
  const statements = [...Map.groupBy(due, ({ iban }) => iban)].map(([iban, entries]) => {
    const opening = balanceOf(bank, iban);
    for (const each of entries) bank.booked.set(each.entry.bankReference, each);
    const { currency } = accountOf(bank, iban);
    const statement = { iban, currency, id: `${day} ${iban.slice(-6)}`, opening, on: day };
    const contents = camtFile([{ ...statement, entries: entries.map(({ entry }) => ({ on: day, ...entry })) }]);
    return { name: `${day} ${iban}.xml`, contents };
  });
  return [...reports.map(({ contents }, nth) => ({ name: `${day} report ${nth}.xml`, contents })), ...statements];
}

/**
 * Takes a file of direct debits. The bank reports about the file on the next bank day, books the debits that are not rejected, and takes back
 * those that the payers' banks return.
 */
export function takeDebitFile(bank: Bank, contents: string, day: string, fateOf: (debit: DebitOrder) => DebitFate): void {
  const file = readDebitFile(contents, day);
  bank.files.push(file);
  const withFates = file.batches.flatMap((batch) => batch.debits.map((debit) => ({ batch, debit, fate: fateOf(debit) })));
  const rejected = withFates.flatMap(({ debit, fate }) =>
    fate.kind === "rejected" ? [{ endToEndId: debit.endToEndId, status: "RJCT", reason: fate.code }] : [],
  );
  const inPart = rejected.length === withFates.length ? "RJCT" : "PART";
  const on = bankDayFrom(addDays(day, 1), "target");
  const about = { fileId: file.messageId, id: `R${file.messageId.slice(-20)}`, saidAt: `${on}T09:15:00`, partId: null };
  bank.reports.push({ on, contents: reportFile({ ...about, status: rejected.length === 0 ? "ACCP" : inPart, payments: rejected }) });
  for (const batch of file.batches) {
    const { iban } = file;
    const collected = withFates.filter((each) => each.batch === batch && each.fate.kind !== "rejected");
    const sumCents = collected.reduce((sum, { debit }) => sum + debit.cents, 0);
    if (accountOf(bank, iban).isBookedAsSum) {
      if (sumCents > 0) add(bank, { iban, on: batch.collectOn, isFor: [], entry: { cents: sumCents, batchId: batch.id } });
    } else for (const { debit } of collected) add(bank, { iban, on: batch.collectOn, isFor: [], entry: entryOf(debit, debit.cents) });
    for (const { debit, fate } of collected) if (fate.kind === "returned") takeBack(bank, iban, batch.collectOn, debit, fate.code);
  }
}

/** Least and greatest number of days from a collection to its return. */
const RETURNING = [2, 6] as const;
/** Charges that the payer's bank adds to about half of the returns, in cents. */
const CHARGES_CENTS = 300;

function takeBack(bank: Bank, iban: string, collectOn: string, debit: DebitOrder, returnReason: string): void {
  const on = bankDayFrom(addDays(collectOn, drawWhole(RETURNING, bank.seed, "returns on", debit.mandateReference)), "target");
  const chargesCents = draw(bank.seed, "charges", debit.mandateReference) < 0.5 ? CHARGES_CENTS : 0;
  const entry = {
    ...entryOf(debit, -debit.cents - chargesCents),
    isReversal: true,
    returnReason,
    ...(chargesCents > 0 && { chargesCents }),
  };
  add(bank, { iban, on, isFor: [], entry });
}

const entryOf = ({ endToEndId, iban, holder }: DebitOrder, cents: number): MadeEntry => ({ cents, endToEndId, iban, name: holder });

function add(bank: Bank, ordered: Omit<Ordered, "entry"> & { entry: MadeEntry }): void {
  const bankReference = `B${bank.booked.size + bank.coming.length + 1}`;
  bank.coming.push({ ...ordered, entry: { ...ordered.entry, bankReference } });
}

function accountOf({ accounts }: Bank, iban: string): KeptAccount {
  const account = accounts.get(iban);
  if (!account) throw new Error(`The bank does not keep ${iban}`);
  return account;
}

/** Returns the sum of the entries that stand on statements of an account, in cents. */
export function balanceOf({ booked }: Bank, iban: string): number {
  return [...booked.values()].reduce((sum, each) => sum + (each.iban === iban ? each.entry.cents : 0), 0);
}
