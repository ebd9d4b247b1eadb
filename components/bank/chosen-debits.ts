import type { OfferedBatch } from "@/server/bank/payments/offer-debits";

/** A batch that the reader has chosen, by its key. */
export interface ChosenBatch {
  key: string;
  /** Ids of the debits that are not ticked; null until the reader changes a tick. */
  leftOut: ReadonlySet<string> | null;
}

export function keyOfBatch({ fileId, collectOn, scheme, sequenceType }: OfferedBatch): string {
  return [fileId, collectOn, scheme, sequenceType].join(" ");
}

export function sumOfDebits(debits: readonly Pick<OfferedBatch["debits"][number], "amountCents">[]): number {
  return debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Returns the debits that are not ticked at first: the rejected ones. If the whole batch adds up to the payment, all are ticked. */
function initiallyLeftOut({ debits }: OfferedBatch, amountCents: number): ReadonlySet<string> {
  return new Set(sumOfDebits(debits) === amountCents ? [] : debits.filter(({ isRejected }) => isRejected).map(({ id }) => id));
}

/** Returns the chosen batch with its ticks. If it is no longer offered, returns the first with its initial ticks. */
export function chosenOrFirst(
  batches: readonly [OfferedBatch, ...OfferedBatch[]],
  { key, leftOut }: ChosenBatch,
  amountCents: number,
): { batch: OfferedBatch; leftOut: ReadonlySet<string> } {
  const batch = batches.find((each) => keyOfBatch(each) === key);
  if (batch && leftOut) return { batch, leftOut };
  const shown = batch ?? batches[0];
  return { batch: shown, leftOut: initiallyLeftOut(shown, amountCents) };
}
