import type { BankTransaction } from "@/db/schema/bank-transactions";
import { nameKey } from "@/server/domain/words/name-key";
import { append } from "./append";
import type { FoundCandidates } from "./find-candidates";
import type { PossibleInvoice } from "./possible-invoice";
import type { CandidatePart } from "./rank-candidates";
import { spelledName } from "./read-payment";

/**
 * Earlier payments of a batch, and what they may change for later ones, besides the amounts that `takeOff` (find-candidates.ts) subtracts. An
 * earlier payment was booked, or left for the next batch. Payments that wait for a person change nothing.
 */
export class EarlierPayments {
  /** Invoices whose outstanding amounts are not known. */
  readonly #unknown = new Set<string>();
  /** Accounts that may become known payers. */
  readonly #ibans = new Set<string>();
  /** Upper limits of what invoices may owe afterwards. The keys are the facts by which a payment of such an amount would find the invoice. */
  readonly #rests = new Map<string, Rest[]>();
  /** Payments that are left for the next batch, by their amounts in cents. */
  readonly #left = new Map<number, FoundCandidates[]>();
  /** Ids of all invoices that were ranked for the payments in `#left`. */
  readonly #rankedForLeft = new Set<string>();

  /** Whether an earlier payment may change this payment's candidates. */
  mayChange(found: FoundCandidates): boolean {
    const { transaction, possible } = found;
    return (
      this.#ibans.has(transaction.iban) ||
      factsOfPayment(found).some((fact) => this.#rests.get(fact)?.some(({ mostCents }) => transaction.amountCents <= mostCents)) ||
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

  /** Adds a booked payment. `parts` have the outstanding amounts from before the booking. */
  addBooked({ iban }: BankTransaction, parts: readonly CandidatePart[]): void {
    if (iban !== "") this.#ibans.add(iban);
    for (const { invoice, amountCents } of parts) {
      const restCents = invoice.outstandingCents - amountCents;
      // The rest may be a late-payment fee that the booking forgives, so the outstanding amount is not known.
      if (restCents > 0) this.#unknown.add(invoice.id);
      this.#addRest(invoice, restCents);
    }
  }

  /** Adds a payment that is left for the next batch, so that its decision is not known yet. */
  addLeft(found: FoundCandidates): void {
    const { transaction, possible, ranked } = found;
    const { iban, amountCents } = transaction;
    // If the payment's account may become a known payer before the payment is matched, the payment may be booked on any of its possible invoices.
    const mayBook = this.#ibans.has(iban) ? possible : ranked.bookable;
    if (iban !== "") this.#ibans.add(iban);
    for (const { id } of mayBook) this.#unknown.add(id);
    for (const [invoice, mostCents] of restsAfter(found)) this.#addRest(invoice, mostCents);
    append(this.#left, amountCents, found);
    for (const { id } of possible) this.#rankedForLeft.add(id);
  }

  #addRest(invoice: PossibleInvoice, mostCents: number): void {
    if (mostCents <= 0) return;
    for (const fact of factsOfInvoice(invoice)) append(this.#rests, fact, { mostCents });
  }
}

/**
 * Returns the invoices that the payment may pay in part, with the most that each may then owe, in cents. Only a reference with right check
 * digits books less than an invoice owes: on the invoice that it names, or on the last invoice of that household, which gets at least one
 * cent. Other payments that are left may make these amounts smaller.
 */
function restsAfter({
  transaction: { amountCents },
  payment: { referenced, belgian },
  possible,
}: FoundCandidates): [PossibleInvoice, number][] {
  const named = possible.filter(({ invoiceNumber }) => referenced.includes(invoiceNumber) || belgian.includes(invoiceNumber));
  const households = new Set(named.flatMap(({ householdId }) => householdId ?? []));
  const isTogether = ({ householdId }: PossibleInvoice) => householdId !== null && households.has(householdId);
  return [
    ...named.map((invoice): [PossibleInvoice, number] => [invoice, invoice.outstandingCents - amountCents]),
    ...possible.filter(isTogether).map((invoice): [PossibleInvoice, number] => [invoice, invoice.outstandingCents - 1]),
  ];
}

/** Upper limit of what an invoice may owe after the earlier payments, in cents. */
interface Rest {
  mostCents: number;
}

/**
 * Returns the facts by which `pointAtInvoices` finds an invoice of a payment's amount, and a few more: all words of the customer's name, of which
 * `pointAtInvoices` looks up only the longest.
 */
function factsOfInvoice({ lastName, organization, email, directDebitIban }: PossibleInvoice): Set<string> {
  const words = [lastName, organization].flatMap(spelledName).flat();
  return new Set([
    ...words.map((word) => `name ${nameKey(word)}`),
    ...(directDebitIban === "" ? [] : [`iban ${directDebitIban}`]),
    ...(email === "" ? [] : [`email ${email}`]),
  ]);
}

function factsOfPayment({ transaction: { iban }, payment: { keys, emails } }: FoundCandidates): string[] {
  return [...[...keys].map((key) => `name ${key}`), ...(iban === "" ? [] : [`iban ${iban}`]), ...emails.map((email) => `email ${email}`)];
}

/** Whether `pointAtInvoices` may find the invoice for the payment once their amounts are equal. */
function mayFind(found: FoundCandidates, invoice: PossibleInvoice): boolean {
  const facts = factsOfInvoice(invoice);
  return factsOfPayment(found).some((fact) => facts.has(fact));
}
