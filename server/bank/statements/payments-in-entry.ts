import type { BankTransaction } from "@/db/schema/bank-transactions";
import { creditorIdentifiersIn } from "@/server/domain/banking/creditor-identifiers-in-text";
import type { ReadEntry, StatementTransaction } from "./statement";

/** A bank's facts about one payment. */
export type PaymentFacts = Pick<
  BankTransaction,
  "amountCents" | "name" | "iban" | "text" | "references" | "endToEndId" | "returnReason" | "instructed" | "creditorIdentifiers"
>;

/** Maximum length of a text in characters. Banks transmit less. */
const LONGEST = 4_000;
/** Maximum number of creditor identifiers of one payment. Banks name one; a batch whose payments are unknown may have several. */
const MOST_CREDITORS = 20;

/**
 * Returns the payments of an entry, each to be matched separately. If their amounts are unknown, returns the entry as one payment. Leaves
 * out amounts of 0.
 */
export function paymentsIn(entry: ReadEntry["entry"]): PaymentFacts[] {
  const { amountCents, isItemized, transactions, text, fileIds = [] } = entry;
  const [first] = transactions;
  if (first && transactions.length === 1) {
    // The entry's own text is about its only payment, too. If there are several, it is about their sum, and only their own texts count.
    return amountCents === 0 ? [] : [paymentOf(first, amountCents, [first.text, text])];
  }
  if (isItemized) return transactions.flatMap((each) => (each.amountCents ? [paymentOf(each, each.amountCents, [each.text])] : []));
  if (amountCents === 0) return [];
  const texts = [...transactions.map((each) => `${each.name} ${each.text}`.trim()), text];
  // The ids of files help to match outgoing sums only: in an incoming sum, they are those of the payers' files.
  const references = [...transactions.flatMap((each) => each.references), ...(amountCents < 0 ? fileIds : [])];
  const creditorIdentifiers = transactions.flatMap((each) => each.creditorIdentifiers ?? []);
  return [paymentOf({ ...emptyTransaction, references, creditorIdentifiers }, amountCents, texts)];
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

function paymentOf(transaction: StatementTransaction, amountCents: number, texts: string[]): PaymentFacts {
  const { name, iban, references, endToEndId, returnReason, instructed, creditorIdentifiers = [] } = transaction;
  return {
    amountCents,
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
