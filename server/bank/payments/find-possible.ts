import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { companiesOfAll } from "./companies-of-account";
import { customersPaidFrom, type PaidForCustomer } from "./known-payers";
import { LoadedInvoices, type PossibleOfAnyPayment } from "./load-possible";
import { POINTERS, type PointedInvoice, pointAtInvoices, pointByNumber, type ReadSought, readNumberBounds } from "./point-at-invoices";
import type { PossibleInvoice } from "./possible-invoice";

/** Maximum number of invoices that a payment points to, and separately of other debts of their customers. */
const MOST_POSSIBLE = 120;

/** Invoices that several payments may be for. */
interface Possible {
  /** Returns the invoices that the payment at this place may be for, in the order of their numbers. */
  invoicesOf(index: number): PossibleInvoice[];
  /** Takes a booked part off the outstanding amount. Names and amounts point only at invoices that still owe something. */
  takeOff(invoiceId: string, cents: number): void;
  /**
   * Whether the payment at this place got a narrow search: its numbers point to exactly one invoice, and the search found only that one and
   * invoices known from the payer's account.
   */
  isNarrow(index: number): boolean;
  /**
   * Whether the search left out invoices because a name finds only a limited number. A new search may find these once others are paid.
   */
  isCut(index: number): boolean;
  /** Seeks all invoices that these payments may be for. */
  widen(indexes: readonly number[]): Promise<void>;
}

/**
 * Finds the invoices of transmitted imports to which something in a payment points:
 * - a number, exact or with one slip;
 * - the amount together with a name, an account or an e-mail address;
 * - the payer's name or account.
 *
 * Adds the same customers' other debts, and invoices that are asked for together with these. Sends as many SQL statements for one payment as for
 * many, each part by an index.
 *
 * With `startsNarrow`, a payment whose numbers point to exactly one invoice gets only that one and invoices known from the payer's account; the
 * caller widens the search for all other payments.
 */
export async function findPossible(
  db: Database,
  actor: Actor,
  sought: readonly ReadSought[],
  { startsNarrow }: { startsNarrow: boolean },
): Promise<Possible> {
  const transactions = sought.map(({ transaction }) => transaction);
  const companies = await companiesOfAll(db, actor, transactions);
  const ibans = transactions.map(({ iban }) => iban);
  const known = await customersPaidFrom(db, actor, ibans);
  const among = sought.map((each, index) => {
    const companyIds = companies[index] ?? new Set<string>();
    const payers = (known.get(each.transaction.iban) ?? []).filter(({ companyId }) => companyIds.has(companyId));
    return { ...each, companyIds, payers };
  });
  const bounds = await readNumberBounds(db, actor.partnerId);
  const loaded = new LoadedInvoices();
  const pointers = among.map(({ payers }): PointedInvoice[] => payers.map(({ invoiceId }) => ({ id: invoiceId, by: POINTERS.exact })));
  const narrow = new Set<number>();
  const load = (indexes: readonly number[]) =>
    loaded.load(db, actor, [...new Set(indexes.flatMap((at) => pointers[at] ?? []).map(({ id }) => id))]);
  const widen = async (indexes: readonly number[]) => {
    const asked = indexes.flatMap((at) => among[at] ?? []);
    const found = asked.length === 0 ? [] : await pointAtInvoices(db, actor, bounds, asked);
    for (const [place, at] of indexes.entries()) {
      pointers[at]?.push(...(found[place] ?? []));
      narrow.delete(at);
    }
    await load(indexes);
  };
  const all = [...among.keys()];
  if (startsNarrow) {
    for (const [at, ids] of (await pointByNumber(db, actor, bounds, among)).entries()) {
      if (new Set(ids).size !== 1) continue;
      narrow.add(at);
      pointers[at]?.push(...ids.map((id) => ({ id, by: POINTERS.exact })));
    }
    await load([...narrow]);
  } else await widen(all);
  return {
    invoicesOf: (index) => assemble(loaded, pointers[index] ?? [], among[index] ?? { companyIds: new Set(), payers: [] }),
    takeOff: (invoiceId, cents) => loaded.takeOff(invoiceId, cents),
    isNarrow: (index) => narrow.has(index),
    isCut: (index) => {
      const isPaid = (id: string) => {
        const invoice = loaded.ofId(id);
        return invoice !== undefined && !isOwing(invoice);
      };
      // Only a fact that more invoices have than the limit allows can find others (`beyond`: how many more). It finds one more for each of its
      // invoices that is paid, and several once at least `beyond` parts were taken off.
      const pointersOfMany = (pointers[index] ?? []).filter(({ beyond = 0 }) => beyond > 0);
      return pointersOfMany.some(({ id, beyond = 0 }) => beyond <= loaded.partsTakenOff || isPaid(id));
    },
    widen,
  };
}

/** Returns the invoices for one payment: those to which it points, the rest of their households, and other debts of their customers. */
function assemble(
  loaded: LoadedInvoices,
  pointers: readonly PointedInvoice[],
  { companyIds, payers }: { companyIds: ReadonlySet<string>; payers: readonly PaidForCustomer[] },
): PossibleInvoice[] {
  const pointed = pointers.flatMap(({ id, by }) => {
    const invoice = loaded.ofId(id);
    return invoice && (by !== POINTERS.owing || isOwing(invoice)) ? [{ invoice, isExact: by === POINTERS.exact }] : [];
  });
  const likely = mostLikely(pointed);
  const theirs = [...new Set(likely.map(({ email }) => email))]
    .flatMap((email) => loaded.ofEmail(email))
    .filter((invoice) => isOwing(invoice) && companyIds.has(invoice.companyId));
  const together = likely.flatMap(({ householdId }) => loaded.ofHousehold(householdId));
  const all = new Set([...likely, ...together, ...byNumber(theirs).slice(0, MOST_POSSIBLE)]);
  return byNumber([...all].filter(({ isTransmitted }) => isTransmitted)).map((invoice) => withPayer(invoice, payers));
}

function isOwing({ outstandingCents, retractedAt }: PossibleInvoice): boolean {
  return outstandingCents > 0 && retractedAt === null;
}

/** Returns at most `MOST_POSSIBLE` invoices: exact matches before those found by a slip or a name. */
function mostLikely(pointed: readonly { invoice: PossibleOfAnyPayment; isExact: boolean }[]): PossibleOfAnyPayment[] {
  const exact = new Set(pointed.filter(({ isExact }) => isExact).map(({ invoice }) => invoice));
  const others = pointed.map(({ invoice }) => invoice).filter((invoice) => !exact.has(invoice));
  const byId = (invoices: Iterable<PossibleOfAnyPayment>) => [...new Set(invoices)].sort((one, other) => (one.id < other.id ? -1 : 1));
  return [...byId(exact), ...byId(others)].slice(0, MOST_POSSIBLE);
}

function byNumber(invoices: readonly PossibleOfAnyPayment[]): PossibleOfAnyPayment[] {
  return invoices.toSorted((one, other) => one.invoiceNumber - other.invoiceNumber);
}

/** Marks the invoice of a known payer, as a copy. Most payments have no known payer, and share the invoice's object. */
function withPayer(invoice: PossibleOfAnyPayment, payers: readonly PaidForCustomer[]): PossibleInvoice {
  const isKnownPayer = payers.some(({ customer, invoiceId }) => customer === invoice.customer || invoiceId === invoice.id);
  return isKnownPayer ? { ...invoice, isKnownPayer } : invoice;
}
