import { isPointer } from "../mt940/identifiers";
import { type Place, readCents } from "../read-values";
import type { StatementEntry, StatementTransaction } from "../statement";
import { centsIn, chargesWithin, namedCharges } from "./charges";
import { creditorsNamed, nameOf, newParty, type OwnAccount, otherParty, type Party, readParty } from "./party";

/** An entry that is being read. */
export interface OpenEntry {
  line: number;
  amountCents: number | null;
  currency: string;
  /** `CRDT` or `DBIT`; empty until it is read. */
  indicator: string;
  /** Code of ISO 20022, such as `BOOK`; empty if the bank states none. */
  status: string;
  isReversal: boolean;
  bookedOn: string;
  valueOn: string;
  bankReference: string;
  text: string[];
  /** Ids of the file for the bank that the entry carries out: of its message and its batch. */
  fileIds: string[];
  transactions: OpenTransaction[];
}

/** A payment of an entry that is being read. */
export interface OpenTransaction {
  amounts: { cents: number; currency: string }[];
  /** `CRDT` or `DBIT`; empty: that of the entry. */
  indicator: string;
  endToEndId: string;
  references: string[];
  /** Texts of the payer and the bank, in the order of the file. `isNew`: the first version of this reader left it out. */
  texts: { text: string; isNew: boolean }[];
  debtor: Party;
  creditor: Party;
  /** Whether the bank says that the payment came back. */
  isReturned: boolean;
  returnCode: string;
  /** The bank's own word for the reason. */
  returnWord: string;
  instructed: string;
  /** Charges that the bank names with the payment, such as `3.00 EUR`. */
  charges: string[];
}

export function newEntry(line: number): OpenEntry {
  return {
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
    fileIds: [],
    transactions: [],
  };
}

export function newTransaction(): OpenTransaction {
  return {
    amounts: [],
    indicator: "",
    endToEndId: "",
    references: [],
    texts: [],
    debtor: newParty(),
    creditor: newParty(),
    isReturned: false,
    returnCode: "",
    returnWord: "",
    instructed: "",
    charges: [],
  };
}

/** Reads an element of a payment, except its direction. `where` is the path within `TxDtls`. Throws a `StatementRefusal`. */
export function readTransaction(transaction: OpenTransaction, where: string, text: string, currency: string, placeOf: () => Place): void {
  switch (where) {
    case "Amt":
      // First, because it prevails over `TxAmt` in the same currency.
      transaction.amounts.unshift({ cents: readCents(text, placeOf()), currency });
      return;
    case "AmtDtls/TxAmt/Amt":
      transaction.amounts.push({ cents: readCents(text, placeOf()), currency });
      return;
    case "AmtDtls/InstdAmt/Amt":
      transaction.instructed = `${text} ${currency}`;
      return;
    case "Chrgs/Rcrd/Amt":
    case "Chrgs/Amt":
      transaction.charges.push(`${text} ${currency}`);
      return;
    case "Refs/EndToEndId":
      transaction.endToEndId = text;
      return;
    case "RmtInf/Strd/CdtrRefInf/Ref":
    case "RmtInf/Strd/CdtrRefInf/CdtrRef":
      transaction.references.push(text);
      return;
    case "RmtInf/Ustrd":
    case "RmtInf/Strd/AddtlRmtInf":
    case "AddtlTxInf":
      transaction.texts.push({ text, isNew: false });
      return;
    case "RmtInf/Strd/RfrdDocInf/Nb":
    case "RtrInf/AddtlInf":
      if (text !== "") transaction.texts.push({ text, isNew: true });
      return;
    case "RtrInf":
      transaction.isReturned = true;
      return;
    case "RtrInf/Rsn/Cd":
      transaction.returnCode = text;
      return;
    case "RtrInf/Rsn/Prtry":
      transaction.returnWord = text;
      return;
  }
  readParty(transaction, where, text);
}

/** Returns the entry once all of its elements are read. `day`: the statement's day, for an entry without one. */
export function finishedEntry(
  entry: OpenEntry,
  amountCents: number,
  { own, day }: { own: OwnAccount; day: string },
): Omit<StatementEntry, "isBooked"> {
  const { line, isReversal, bankReference, text } = entry;
  const facts = entry.transactions.map((open) => factsOf(entry, open, amountCents));
  const descriptions = entry.transactions.map((open) => described(entry, open, amountCents, own));
  const firstDescriptions = entry.transactions.map((open) => describedFirst(entry, open, amountCents));
  const amounts = instructedAmounts(entry, facts, amountCents) ?? amountsWithCharges(entry, facts, amountCents);
  const transactions = facts.map((fact, index) => {
    const payment = { ...fact, ...(amounts && { amountCents: amounts[index] ?? null }), ...descriptions[index] };
    const open = entry.transactions[index];
    return { ...payment, ...creditorsIn(entry, open), ...chargesIn(entry, open, facts.length > 1 ? payment.amountCents : amountCents) };
  });
  const sum = transactions.reduce<number | null>(
    (total, { amountCents: each }) => (total === null || each === null ? null : total + each),
    0,
  );
  const hasNoDay = entry.bookedOn === "" && entry.valueOn === "";
  const isDescribedOtherwise =
    hasNoDay || amounts !== undefined || firstDescriptions.some((each, index) => !isSame(each, descriptions[index]));
  return {
    line,
    bankReference,
    amountCents,
    bookedOn: entry.bookedOn || entry.valueOn || day,
    valueOn: entry.valueOn || entry.bookedOn || day,
    isReversal,
    text: text.join(" "),
    transactions,
    // The charges within the amount of a single payment are known.
    isItemized:
      transactions.length > 0 && (sum === amountCents || (transactions.length === 1 && transactions[0]?.chargesCents !== undefined)),
    ...(entry.fileIds.length > 0 && { fileIds: entry.fileIds }),
    ...(isDescribedOtherwise && {
      keyedBy: {
        text: text.join(" "),
        transactions: facts.map((fact, index) => ({ ...fact, ...firstDescriptions[index] })),
        ...(hasNoDay && { bookedOn: "" }),
      },
    }),
  };
}

/**
 * Returns the amounts that payers instructed, for a batch without other amounts of its payments. Undefined unless they are in the account's
 * currency and add up to the entry, which proves them.
 */
function instructedAmounts(
  { transactions, currency, indicator }: OpenEntry,
  facts: readonly StatementTransaction[],
  amountCents: number,
): number[] | undefined {
  if (transactions.length < 2 || facts.some((fact) => fact.amountCents !== null)) return undefined;
  const amounts = transactions.flatMap((open) => {
    const cents = centsIn(open.instructed, currency);
    return cents === null ? [] : [(open.indicator || indicator) === "DBIT" ? -cents : cents];
  });
  const sum = amounts.reduce((total, each) => total + each, 0);
  return amounts.length === transactions.length && sum === amountCents ? amounts : undefined;
}

/**
 * Returns the amounts of payments that went back together, with the charges that the bank names beside each, if only both add up to the entry.
 */
function amountsWithCharges(
  { transactions, currency }: OpenEntry,
  facts: readonly StatementTransaction[],
  amountCents: number,
): (number | null)[] | undefined {
  if (transactions.length < 2 || amountCents > 0) return undefined;
  const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
  const stated = facts.flatMap((fact) => fact.amountCents ?? []);
  if (stated.length < facts.length || sumOf(stated) === amountCents) return undefined;
  const amounts = stated.map((cents, index) => cents - namedCharges(transactions[index]?.charges ?? [], currency));
  // An amount of 0 counts as unknown.
  return sumOf(amounts) === amountCents ? amounts.map((each) => each || null) : undefined;
}

function chargesIn(
  { isReversal, currency }: OpenEntry,
  open: OpenTransaction | undefined,
  bookedCents: number | null,
): Pick<StatementTransaction, "chargesCents"> {
  if (!open || bookedCents === null || bookedCents >= 0 || !(isReversal || open.isReturned)) return {};
  const chargesCents = chargesWithin(open, bookedCents, currency);
  return chargesCents > 0 ? { chargesCents } : {};
}

function creditorsIn({ isReversal }: OpenEntry, open: OpenTransaction | undefined): Pick<StatementTransaction, "creditorIdentifiers"> {
  const creditorIdentifiers = open ? creditorsNamed(open, isReversal || open.isReturned) : [];
  return creditorIdentifiers.length > 0 ? { creditorIdentifiers } : {};
}

type Described = Pick<StatementTransaction, "endToEndId" | "text" | "name" | "iban" | "returnReason">;

function isSame(one: Described, other: Described | undefined): boolean {
  return (
    one.endToEndId === other?.endToEndId &&
    one.text === other.text &&
    one.name === other.name &&
    one.iban === other.iban &&
    one.returnReason === other.returnReason
  );
}

/**
 * Returns the facts that every version of this reader reads in the same way. The other fields are empty. The order of all fields is part of
 * keys.
 */
function factsOf({ transactions, indicator, currency }: OpenEntry, open: OpenTransaction, amountCents: number): StatementTransaction {
  const amount = open.amounts.find((each) => each.currency === currency)?.cents;
  const isDebit = (open.indicator || indicator) === "DBIT";
  const signed = amount !== undefined && isDebit ? -amount : amount;
  return {
    amountCents: signed ?? (transactions.length === 1 ? amountCents : null),
    endToEndId: "",
    references: open.references,
    text: "",
    name: "",
    iban: "",
    returnReason: "",
    instructed: open.instructed.endsWith(` ${currency}`) ? "" : open.instructed,
  };
}

function described({ isReversal }: OpenEntry, open: OpenTransaction, amountCents: number, own: OwnAccount): Described {
  const other = otherParty(open, own, { isOutgoing: amountCents < 0, isReversal });
  return {
    endToEndId: isPointer(open.endToEndId) ? "" : open.endToEndId,
    text: open.texts.map(({ text }) => text).join(" "),
    name: nameOf(other),
    iban: other.iban,
    returnReason: open.returnCode || open.returnWord,
  };
}

/**
 * Returns the description that the first version of this reader gave. This description identifies stored entries without a reference, and never
 * changes (decision 0140).
 */
function describedFirst({ isReversal }: OpenEntry, open: OpenTransaction, amountCents: number): Described {
  const other = amountCents < 0 !== isReversal ? open.creditor : open.debtor;
  return {
    endToEndId: open.endToEndId === "NOTPROVIDED" ? "" : open.endToEndId,
    text: open.texts.flatMap(({ text, isNew }) => (isNew ? [] : [text])).join(" "),
    name: other.ultimateName || other.name,
    iban: other.iban,
    returnReason: open.returnCode,
  };
}
