import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";

/** Whether the service would accept a decision about the payment other than Undo. */
export function isDecidable({ state, refusal, proposal }: Pick<DescribedTransaction, "state" | "refusal" | "proposal">): boolean {
  return state !== "booked" && !refusal && !proposal;
}

type Decided = Pick<DescribedTransaction, "state" | "refusal" | "proposal" | "amountCents" | "givingBack"> & {
  booked: Pick<DescribedTransaction["booked"][number], "isUndone" | "isOfDebit" | "isReturned" | "isRefundPending">[];
};

/** Whether there is a decision that the service would undo. */
export function isUndoable({ state, refusal, proposal, amountCents, givingBack, booked: all }: Decided): boolean {
  // Direct debits that the service has booked of a sum stay booked.
  const booked = all.filter(({ isOfDebit }) => !isOfDebit);
  // The rest of a payment that is booked in part may be put off or set aside, which moves no money.
  const isAside = state === "later" || state === "to_return" || state === "noted";
  // A booked outgoing payment is a chargeback or the company's own refund, and an incoming one may have been charged back. Both happened
  // at the bank and cannot be undone here. A person's word that an outgoing payment gave back another without a file can be undone.
  const isSettledByBank = (amountCents < 0 && state === "booked" && givingBack === null) || booked.some(({ isReturned }) => isReturned);
  // The refund may give back the money of the booking.
  const isRefundPending = booked.some((booking) => booking.isRefundPending);
  // After an Undo, the payment is open, and none of its bookings counts.
  const hasDecision = state !== "open" || booked.some(({ isUndone }) => !isUndone);
  const canTakeBack = isAside || (!isSettledByBank && !isRefundPending);
  return hasDecision && canTakeBack && !refusal && !proposal;
}

/** A state to which a person can set a payment aside. */
export type AsideState = "later" | "to_return" | "noted";

/** Returns the states to which the payment can be set aside, by button or key: all but its own, and `to_return` only for incoming money. */
export function asideStatesOf({ state, amountCents }: Pick<DescribedTransaction, "state" | "amountCents">): AsideState[] {
  const states = ["later", "to_return", "noted"] as const;
  return states.filter((each) => each !== state && (each !== "to_return" || amountCents > 0));
}
