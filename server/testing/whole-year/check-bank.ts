import { balanceOf } from "./bank";
import { type Books, brokenOf, totalOf } from "./books";
import type { Stage } from "./stage";

/**
 * Returns the differences between the books of the service and of the bank. Each entry that the bank booked must be known once, and its money
 * must be on lines of invoices or wait.
 */
export function faultsOfBank({ bank, clubs }: Stage, { accounts, transactions, debits }: Books): string[] {
  const payments = accounts.flatMap((account) => account.payments);
  const lines = accounts.flatMap((account) => account.lines);
  const paidBy = Map.groupBy(
    payments.filter(({ undoneBy }) => !undoneBy),
    ({ bankTransactionId }) => bankTransactionId,
  );
  const takenBackBy = Map.groupBy(payments, ({ takenBackTransactionId }) => takenBackTransactionId);
  const isBookedBy = (id: string) =>
    debits.some(({ bookedTransactionId, returnedTransactionId }) => bookedTransactionId === id || returnedTransactionId === id);
  const faults = transactions.flatMap(({ transaction: { id, amountCents, state, chargesCents }, bankReference }) => {
    const inCents = totalOf(paidBy.get(id) ?? []);
    const backCents = totalOf(takenBackBy.get(id) ?? []);
    const paidIds = new Set((paidBy.get(id) ?? []).map((payment) => payment.id));
    const paidLines = lines.filter(({ paymentId, type }) => paymentId !== null && paidIds.has(paymentId) && type !== "CHARGEBACK-LINE");
    const onLines = 0 - totalOf(paidLines);
    const isWhole =
      amountCents > 0 ? inCents === amountCents && backCents === 0 : backCents === chargesOff(amountCents, chargesCents) && inCents === 0;
    const isBounded = amountCents > 0 ? inCents < amountCents && backCents === 0 : inCents === 0 && (backCents === 0 || isBookedBy(id));
    return brokenOf([
      [
        `the ${state} payment ${bankReference} of ${amountCents} is on invoices (${inCents} in, ${backCents} back), or waits`,
        state === "booked" ? isWhole : isBounded,
      ],
      [`what is booked of ${bankReference} stands on lines (${onLines} of ${inCents})`, onLines === inCents],
    ]);
  });
  const known = Map.groupBy(transactions, ({ bankReference }) => bankReference);
  const entries = [...bank.booked.values()].flatMap(({ entry }) => {
    const cents = totalOf((known.get(entry.bankReference) ?? []).map(({ transaction }) => transaction));
    return brokenOf([[`entry ${entry.bankReference} of ${entry.cents} is known once (${cents})`, cents === entry.cents]]);
  });
  const sums = clubs.map(({ iban, company, club }) => {
    const own = transactions.filter(({ transaction }) => transaction.companyId === company.id).map(({ transaction }) => transaction);
    return [`the account of ${club.country} has what its statements say`, totalOf(own) === balanceOf(bank, iban)] as const;
  });
  return [
    ...faults,
    ...entries,
    ...brokenOf(sums),
    ...brokenOf([["no payment waits to be matched", transactions.every(({ transaction }) => transaction.state !== "new")]]),
  ];
}

/** Returns the amount that an outgoing payment took back, without its charges, in cents. */
const chargesOff = (amountCents: number, chargesCents: number) => -amountCents - chargesCents;
