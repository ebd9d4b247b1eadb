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
  if (isItemized) {
    return transactions
      .map((each) => paymentOf(each, each.amountCents ?? amountCents, [each.text, transactions.length === 1 ? text : ""]))
      .filter((payment) => payment.amountCents !== 0);
  }
  if (amountCents === 0) return [];
  const [first] = transactions;
  const texts = [...transactions.map((each) => `${each.name} ${each.text}`.trim()), text];
  if (first && transactions.length === 1) return [paymentOf(first, amountCents, [first.text, text])];
  // The ids of files help to match outgoing sums only: in an incoming sum, they are those of the payers' files.
  const references = [...transactions.flatMap((each) => each.references), ...(amountCents < 0 ? fileIds : [])];
  const creditorIdentifiers = transactions.flatMap((each) => each.creditorIdentifiers ?? []);
  return [{ ...paymentOf({ ...nothing, creditorIdentifiers }, amountCents, texts), references: references.map(shortened) }];
}

const nothing: StatementTransaction = {
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
