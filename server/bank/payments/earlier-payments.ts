import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { FoundCandidates } from "./find-candidates";
import type { CandidatePart } from "./rank-candidates";

/**
 * Earlier payments of a batch, and what they may change for later ones beyond the amounts that were taken off in memory. Payments that wait
 * for a person change nothing.
 */
export class EarlierPayments {
  /** Invoices whose outstanding amounts are not known. */
  readonly #invoiceIds = new Set<string>();
  /** Accounts that may become known payers. */
  readonly #ibans = new Set<string>();
  /** Outstanding amounts that invoices may get, in cents. A payment of that amount may then be for them. */
  readonly #amounts = new Set<number>();

  /** Whether the payment's candidates may change by an earlier payment. */
  mayChange({ transaction: { iban, amountCents }, possible }: FoundCandidates): boolean {
    return this.#ibans.has(iban) || this.#amounts.has(amountCents) || possible.some(({ id }) => this.#invoiceIds.has(id));
  }

  /** Adds a booked payment. `parts` are as they were ranked, before the booking. */
  addBooked({ iban }: BankTransaction, parts: readonly CandidatePart[]): void {
    if (iban !== "") this.#ibans.add(iban);
    for (const { invoice, amountCents } of parts) this.#addRest(invoice.id, invoice.outstandingCents - amountCents);
  }

  /** Adds a payment whose decision is not known yet. */
  addLeft({ transaction: { iban, amountCents }, possible, ranked: { bookable } }: FoundCandidates): void {
    const mayBook = this.#ibans.has(iban) ? possible : bookable;
    if (iban !== "") this.#ibans.add(iban);
    for (const { id, outstandingCents } of mayBook) this.#addRest(id, outstandingCents - amountCents);
    // The other candidates compete with those that may be booked.
    for (const { id } of possible) this.#invoiceIds.add(id);
  }

  /** A rest may be a late-payment fee that is forgiven, so it is not known either. */
  #addRest(invoiceId: string, cents: number): void {
    if (cents <= 0) return;
    this.#amounts.add(cents);
    this.#invoiceIds.add(invoiceId);
  }
}
