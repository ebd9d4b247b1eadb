import type { BankTransaction } from "@/db/schema/bank-transactions";
import { nameKey } from "@/server/domain/words/name-key";
import type { FoundCandidates } from "./find-candidates";
import type { CandidatePart, PossibleInvoice } from "./rank-candidates";
import { spelledName } from "./read-payment";

/**
 * Earlier payments of a batch, and what they may change for later ones beyond the amounts that were taken off in memory. Payments that wait
 * for a person change nothing.
 */
export class EarlierPayments {
  /** Invoices whose outstanding amounts are not known. */
  readonly #unknown = new Set<string>();
  /** Accounts that may become known payers. */
  readonly #ibans = new Set<string>();
  /** Invoices by the outstanding amounts that they may get, in cents. A payment of that amount may then be for them. */
  readonly #rests = new Map<number, PossibleInvoice[]>();
  /** Payments that are left, by their amounts in cents, and all invoices that were ranked for them. */
  readonly #left = new Map<number, FoundCandidates[]>();
  readonly #rankedForLeft = new Set<string>();

  /** Whether the payment's candidates may change by an earlier payment. */
  mayChange(found: FoundCandidates): boolean {
    const { transaction, possible } = found;
    return (
      this.#ibans.has(transaction.iban) ||
      Boolean(this.#rests.get(transaction.amountCents)?.some((invoice) => mayFind(found, invoice))) ||
      possible.some(({ id }) => this.#unknown.has(id))
    );
  }

  /** Whether booking these parts now may change the candidates of an earlier payment that was left. */
  mayChangeLeft(parts: readonly CandidatePart[]): boolean {
    return parts.some(
      ({ invoice, amountCents }) =>
        this.#rankedForLeft.has(invoice.id) ||
        this.#left.get(invoice.outstandingCents - amountCents)?.some((found) => mayFind(found, invoice)),
    );
  }

  /** Adds a booked payment. `parts` are as they were ranked, before the booking. */
  addBooked({ iban }: BankTransaction, parts: readonly CandidatePart[]): void {
    if (iban !== "") this.#ibans.add(iban);
    for (const { invoice, amountCents } of parts) {
      const restCents = invoice.outstandingCents - amountCents;
      // A rest may be a late-payment fee that is forgiven, so it is not known either.
      if (restCents > 0) this.#unknown.add(invoice.id);
      this.#addRest(invoice, restCents);
    }
  }

  /** Adds a payment whose decision is not known yet. */
  addLeft(found: FoundCandidates): void {
    const { transaction, possible, ranked } = found;
    const { iban, amountCents } = transaction;
    const mayBook = this.#ibans.has(iban) ? possible : ranked.bookable;
    if (iban !== "") this.#ibans.add(iban);
    for (const invoice of mayBook) {
      this.#unknown.add(invoice.id);
      this.#addRest(invoice, invoice.outstandingCents - amountCents);
    }
    append(this.#left, amountCents, found);
    for (const { id } of possible) this.#rankedForLeft.add(id);
  }

  #addRest(invoice: PossibleInvoice, restCents: number): void {
    if (restCents > 0) append(this.#rests, restCents, invoice);
  }
}

function append<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * Whether `pointAtInvoices` finds the invoice for the payment once their amounts are equal. Also true for some invoices that it does not
 * find: it looks up only the longest word of a name.
 */
function mayFind({ transaction, payment }: FoundCandidates, { lastName, organization, email, directDebitIban }: PossibleInvoice): boolean {
  return (
    [lastName, organization].some((name) =>
      spelledName(name).some((spellings) => spellings.some((word) => payment.keys.has(nameKey(word)))),
    ) ||
    (transaction.iban !== "" && transaction.iban === directDebitIban) ||
    payment.emails.includes(email)
  );
}
