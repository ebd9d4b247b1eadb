import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { accountKey } from "@/server/domain/banking/british-account";
import { type DebitAtBank, findAtBank } from "./find-at-bank";
import { findCandidates } from "./find-candidates";
import { findGivenBack, type GivenBack } from "./find-given-back";
import { findNamed } from "./find-named-invoices";
import { findOwed, type OwedInvoice } from "./find-owed";
import { findOwnAccount } from "./find-own-account";
import { findReturned, type ReturnedTransfer } from "./find-returned";
import { findSameAmount, type SameAmount } from "./find-same-amount";
import { getTransaction } from "./lock-transaction";
import { tellApart } from "./namesakes";
import { mayAssignToDebits } from "./offer-debits";
import { offerNamed } from "./offer-named";
import type { OfferedInvoice } from "./offered-invoice";
import { findOwnRefunds, isMarkedAsSent, isRatherRefund, type OwnRefund } from "./own-refunds";
import type { PossibleInvoice } from "./possible-invoice";
import { type ProposedCategory, proposeCategoryFor } from "./propose-category";
import type { MatchReason } from "./rank-candidates";
import { isMarkedReturn } from "./return-fit";
import { MOST_PARTS, setsOf } from "./sums-to";

/** Invoices that a payment may be for, and the reasons for and against. Amounts in cents. */
export interface Offer {
  parts: { invoice: OfferedInvoice; amountCents: number }[];
  reasons: MatchReason[];
}

/** A refund in a refund file that the payment on the statement may be. Amount in cents. */
export interface OfferedRefund {
  id: string;
  name: string;
  text: string;
  amountCents: number;
  /** Time at which the file was made. */
  madeAt: Date;
  isSameAccount: boolean;
  /** Whether it refunds an invoice. Otherwise it gives back a payment that was not the company's. */
  isOfInvoice: boolean;
  /** Whether a person has marked it as sent. */
  isMarkedAsSent: boolean;
}

export interface Offers {
  /** Best first. */
  offers: Offer[];
  /** Whether the first offer is no better than another one, so that none may be chosen before a person chooses. */
  hasNoBestOffer: boolean;
  /**
   * Number of open invoices with exactly the payment's amount, at most 100, if at most a slip in a number points at one of them: the amount may
   * be theirs by coincidence. 0 if a name, a reference, an account or an address tells more, or if none has the amount.
   */
  guesses: number;
  /** The invoices that `guesses` counts, if they are at most three. */
  guessed: SameAmount[];
  /** Direct debits at the bank that collect offered invoices. */
  atBank: DebitAtBank[];
  /** Whether an incoming payment may have collected direct debits that the bank has not booked (`offerDebits`). */
  mayAssignToDebits: boolean;
  /** Transfers that an outgoing payment may have taken back. */
  returned: ReturnedTransfer[];
  /** Whether the bank says of an outgoing payment that it took money back. */
  isCalledReturn: boolean;
  /**
   * The company's own refunds that this payment may be. For an outgoing payment: ordered refunds, and refunds that a person marked as sent. For an
   * incoming one: paid refunds, which may have come back.
   */
  refunds: OfferedRefund[];
  /** Payments that were not the company's, and that an outgoing payment may have given back without a file. */
  givenBack: GivenBack[];
  /** Invoices of which an outgoing payment may be a refund without a file (`findOwed`); none once the payment has a category. */
  owedToCustomers: OwedInvoice[];
  /** Company of the partner to whose account an outgoing payment went, as a transfer between own accounts; null: none. */
  ownAccount: { companyName: string } | null;
  /**
   * Category that earlier payments like this one have, or that its words state, if no invoice fits and the payment is no return; null where
   * these leave doubt.
   */
  proposedCategory: ProposedCategory | null;
}

/**
 * Returns the offers for the person who decides about a payment; none once all of the payment is booked, and no invoices for money that is
 * more probably a refund that came back. Throws `invalid_bank_transaction_id`.
 */
export async function offerInvoices(db: Database, actor: Actor, transactionId: string): Promise<Offers> {
  const transaction = await getTransaction(db, actor, transactionId);
  if (transaction.state === "booked") return noOffers;
  const found = (await findOwnRefunds(db, [transaction])).get(transaction.id) ?? [];
  const refunds = found.flatMap(asOfferedRefund(transaction));
  if (transaction.amountCents < 0) {
    const [returned, owedToCustomers, ownAccount, givenBack] = await Promise.all([
      findReturned(db, actor, transaction),
      transaction.category === null ? findOwed(db, actor, transaction) : [],
      findOwnAccount(db, actor, transaction),
      findGivenBack(db, actor, transaction),
    ]);
    const isCalledReturn = isMarkedReturn(transaction);
    const isReturn = isCalledReturn || returned.length > 0 || refunds.length > 0 || givenBack.length > 0;
    const proposedCategory = isReturn || ownAccount ? null : await proposeCategoryFor(db, actor, transaction);
    return { ...noOffers, returned, isCalledReturn, refunds, givenBack, owedToCustomers, ownAccount, proposedCategory };
  }
  const leftCents = await unbookedCents(db, transaction);
  // A payment that is booked in part is a customer's, and no refund that came back.
  const mayBeRefunds = leftCents === transaction.amountCents ? found : [];
  const { candidates, isUndecided } = await findCandidates(db, actor, transaction, leftCents);
  // `refunds` contains only paid refunds, because a refund that has not left cannot have come back.
  if (refunds.length > 0 && isRatherRefund(mayBeRefunds, { candidates })) return { ...noOffers, refunds };
  const ranked = await asOffers(db, actor, candidates);
  const offers = await withSums(db, actor, transaction, leftCents, ranked);
  // Without candidates, the offers are people who are only named: all are equally probable, unless several together owe the amount.
  const areNamedAlike = ranked.length === 0 && offers.length > 1 && !isSum(offers[0]);
  const mayBeRefund = mayBeRefunds.length > 0;
  const isGuess = leftCents > 0 && !mayBeRefund && (offers.length === 0 || isByChance(offers[0]));
  const guessed = isGuess ? await findSameAmount(db, actor, transaction, leftCents) : [];
  const guesses = guessed.length;
  const areCandidatesAlike = isUndecided && ranked.length > 0 && offers[0] === ranked[0];
  return {
    ...noOffers,
    offers,
    atBank: await findAtBank(
      db,
      actor.partnerId,
      offers.flatMap(({ parts }) => parts.map(({ invoice }) => invoice.id)),
    ),
    guesses,
    guessed: guesses <= MOST_GUESSED ? guessed : [],
    refunds: mayBeRefund ? refunds : [],
    proposedCategory: offers.length > 0 || mayBeRefund ? null : await proposeCategoryFor(db, actor, transaction),
    mayAssignToDebits: leftCents > 0 && (await mayAssignToDebits(db, actor, transaction)),
    hasNoBestOffer: areNamedAlike || areCandidatesAlike || (offers.length > 0 && guesses > 1),
  };
}

/** Maximum number of `guessed`: a longer list would tempt to guess. */
const MOST_GUESSED = 3;

const noOffers: Offers = {
  offers: [],
  atBank: [],
  hasNoBestOffer: false,
  guesses: 0,
  guessed: [],
  mayAssignToDebits: false,
  returned: [],
  isCalledReturn: false,
  refunds: [],
  givenBack: [],
  owedToCustomers: [],
  ownAccount: null,
  proposedCategory: null,
};

/**
 * Unless the best offer fits (`FITS`), puts sets of invoices first whose outstanding amounts add up to what is left of the payment:
 * - invoices of customers whom the payment names in full;
 * - all invoices of a customer whose last name it contains.
 *
 * Nothing is booked or held for such a set without a person, because a text may also name people for whom it does not pay. If there are no
 * offers at all, returns the invoices of customers who are named in full.
 */
async function withSums(db: Database, actor: Actor, { id }: BankTransaction, leftCents: number, offers: Offer[]): Promise<Offer[]> {
  if (offers[0]?.reasons.some((reason) => FITS.has(reason))) return offers;
  const { named, ofWhole, byLastName } = await findNamed(db, actor, id);
  const ofNamed = setsOf(leftCents, ofWhole, ({ outstandingCents }) => outstandingCents).map((set) => asSum(set, "name"));
  const ofCustomers = byLastName
    .filter(
      (set) =>
        set.length >= 2 && set.length <= MOST_PARTS && set.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0) === leftCents,
    )
    .map((set) => asSum(set, "last_name"));
  const byKey = new Map<string, Offer>();
  for (const offer of [...ofNamed, ...ofCustomers, ...offers]) if (!byKey.has(keyOf(offer))) byKey.set(keyOf(offer), offer);
  return byKey.size > 0 ? [...byKey.values()] : offerNamed(leftCents, named);
}

/** Whether nothing but a number with a slip and the amount point at an offer. */
function isByChance(offer: Offer | undefined): boolean {
  return offer?.reasons.every((reason) => reason.startsWith("number_") || reason === "amount") ?? false;
}

function isSum(offer: Offer | undefined): boolean {
  return offer?.reasons.includes("amount_of_several") ?? false;
}

function asSum(set: readonly OfferedInvoice[], by: "name" | "last_name"): Offer {
  return { parts: set.map((invoice) => ({ invoice, amountCents: invoice.outstandingCents })), reasons: [by, "amount_of_several"] };
}

function keyOf({ parts }: Offer): string {
  return parts
    .map(({ invoice }) => invoice.id)
    .sort()
    .join();
}

/** Reasons of an offer whose amount is right, or whose invoice the payment names by a reference or a number. */
const FITS = new Set<MatchReason>(["reference", "our_number", "partner_number", "amount", "amount_of_several"]);

async function asOffers(
  db: Database,
  { partnerId }: Actor,
  candidates: readonly { parts: { invoice: PossibleInvoice; amountCents: number }[]; reasons: MatchReason[] }[],
): Promise<Offer[]> {
  const ids = candidates.flatMap(({ parts }) => parts.map(({ invoice }) => invoice.id));
  const found = await db
    .select({ id: invoices.id, title: imports.title })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(and(eq(invoices.partnerId, partnerId), inArray(invoices.id, ids)));
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const apart = tellApart(candidates.flatMap(({ parts }) => parts.map(({ invoice }) => invoice)));
  const shown = (invoice: PossibleInvoice) => asOffered(invoice, titles.get(invoice.id) ?? "", apart.get(invoice.id) ?? "");
  return candidates.map(({ parts, reasons }) => ({
    parts: parts.map(({ invoice, amountCents }) => ({ invoice: shown(invoice), amountCents })),
    reasons,
  }));
}

/** Returns a function that offers a refund if its status fits the payment: `paid` for incoming money. */
function asOfferedRefund({ amountCents, iban }: BankTransaction) {
  return ({ item, madeAt }: OwnRefund): OfferedRefund[] => {
    if (amountCents > 0 && item.status !== "paid") return [];
    const { id, name, text } = item;
    const facts = { isOfInvoice: item.refundId !== null, isMarkedAsSent: isMarkedAsSent(item) };
    return [
      { id, name, text, amountCents: Math.abs(amountCents), madeAt, isSameAccount: accountKey(iban) === accountKey(item.iban), ...facts },
    ];
  };
}

function asOffered(
  { id, externalInvoiceNumber, invoiceNumber, outstandingCents, currency, customerName }: PossibleInvoice,
  importTitle: string,
  apart: string,
): OfferedInvoice {
  return { id, externalInvoiceNumber, invoiceNumber, outstandingCents, currency, customerName, importTitle, apart };
}
