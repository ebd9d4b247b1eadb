import type { BankTransaction } from "@/db/schema/bank-transactions";
import { mayNameDebitFile } from "@/server/bank/debits/file-ids";
import { CHARGES_TEXT } from "@/server/domain/banking/charges-text";
import { creditorIdentifiersIn } from "@/server/domain/banking/creditor-identifiers-in-text";
import type { ReadEntry, StatementTransaction } from "./statement";

/** A bank's facts about one payment. */
export type PaymentFacts = Pick<
  BankTransaction,
  | "amountCents"
  | "name"
  | "iban"
  | "text"
  | "references"
  | "endToEndId"
  | "returnReason"
  | "instructed"
  | "creditorIdentifiers"
  | "isReversal"
>;

/** Maximum length of a text in characters. Banks transmit less. */
const LONGEST = 4_000;
/** Maximum number of creditor identifiers of one payment. Banks name one; a batch whose payments are unknown may have several. */
const MOST_CREDITORS = 20;

/**
 * Returns the payments of an entry, each to be matched separately. If their amounts are unknown, returns the entry as one payment. Banks' charges
 * within a returned debit are a separate payment, behind the debit's. Leaves out amounts of 0.
 */
export function paymentsIn(entry: ReadEntry["entry"]): PaymentFacts[] {
  const { amountCents, isItemized, isReversal, transactions, text, fileIds = [] } = entry;
  const [first] = transactions;
  // The ids of files help to match outgoing sums, and incoming sums of direct debits. In other incoming sums, they are those of the payers'
  // files.
  const idsOfFile = amountCents < 0 ? fileIds : fileIds.filter(mayNameDebitFile);
  if (first && transactions.length === 1) {
    // The entry's text is also about its only payment. Where an entry has several, its text is about their sum, and only theirs count.
    const named = amountCents > 0 && first.endToEndId === "" ? { ...first, references: [...first.references, ...idsOfFile] } : first;
    return amountCents === 0 ? [] : withCharges(named, { amountCents, isReversal }, [first.text, text]);
  }
  if (isItemized)
    return transactions.flatMap((each) =>
      each.amountCents ? withCharges(each, { amountCents: each.amountCents, isReversal }, [each.text]) : [],
    );
  if (amountCents === 0) return [];
  const texts = [...transactions.map((each) => `${each.name} ${each.text}`.trim()), text];
  const references = [...transactions.flatMap((each) => each.references), ...idsOfFile];
  const creditorIdentifiers = transactions.flatMap((each) => each.creditorIdentifiers ?? []);
  return [paymentOf({ ...emptyTransaction, references, creditorIdentifiers }, { amountCents, isReversal }, texts)];
}

/** Amount of a payment in cents, and whether its entry reverses an earlier one. */
type Moved = Pick<PaymentFacts, "amountCents" | "isReversal">;

/** Returns a payment, and behind it the charges that its amount contains, as MT940 names them. They go to the bank, so they name nobody. */
function withCharges(transaction: StatementTransaction, { amountCents, isReversal }: Moved, texts: string[]): PaymentFacts[] {
  const { chargesCents = 0 } = transaction;
  if (chargesCents === 0) return [paymentOf(transaction, { amountCents, isReversal }, texts)];
  const charges = { amountCents: -chargesCents, isReversal: false };
  return [
    paymentOf(transaction, { amountCents: amountCents + chargesCents, isReversal }, texts),
    paymentOf(emptyTransaction, charges, [CHARGES_TEXT]),
  ];
}

const emptyTransaction: StatementTransaction = {
  amountCents: null,
  endToEndId: "",
  references: [],
  text: "",
  name: "",
  iban: "",
  returnReason: "",
  instructed: "",
};

function paymentOf(transaction: StatementTransaction, { amountCents, isReversal }: Moved, texts: string[]): PaymentFacts {
  const { name, iban, references, endToEndId, returnReason, instructed, creditorIdentifiers = [] } = transaction;
  return {
    amountCents,
    isReversal,
    name: shortened(name),
    iban: shortened(iban),
    text: shortened([...new Set(texts.filter((each) => each !== ""))].join(" ")),
    references: references.map(shortened),
    endToEndId: shortened(endToEndId),
    returnReason: shortened(returnReason),
    instructed: shortened(instructed),
    creditorIdentifiers: [...new Set([...creditorIdentifiers, ...texts.flatMap(creditorIdentifiersIn)])].slice(0, MOST_CREDITORS),
  };
}

/** Shortens a text, and replaces what Postgres cannot store. */
function shortened(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed().slice(0, LONGEST).trim();
}
