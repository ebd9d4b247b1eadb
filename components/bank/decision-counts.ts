/** Number of decisions about each payment, by its id, that data must contain: all that the reader has made. */
export type DecisionCounts = ReadonlyMap<string, number>;

interface SeenPayment {
  transactionId: string;
  seenDecisions: number;
}

/** Counts a decision, which comes after those that the deciding person saw. */
export function withDecision(counts: DecisionCounts, { transactionId, seenDecisions }: SeenPayment): DecisionCounts {
  return new Map(counts).set(transactionId, seenDecisions + 1);
}

/** Forgets the decisions about these payments, because one was refused or only proposed. */
export function withoutDecisions(counts: DecisionCounts, transactionIds: readonly string[]): DecisionCounts {
  return new Map([...counts].filter(([id]) => !transactionIds.includes(id)));
}

/**
 * Whether data of a payment is older than the reader's last decision about it. An answer may be older although it arrives later: for
 * example, a page that the server rendered while an Undo was under way. A decision about such data would be refused.
 */
export function isOutdated(counts: DecisionCounts, transactionId: string, decisions: number): boolean {
  return decisions < (counts.get(transactionId) ?? 0);
}
