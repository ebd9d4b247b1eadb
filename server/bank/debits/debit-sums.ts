/** A debit in a file, which the bank may have booked within a sum. */
export interface SummedDebit {
  id: string;
  fileId: string;
  /** Id of its batch in the file, as `batchIdOf` writes it. */
  batchId: string;
  amountCents: number;
  status: "at_bank" | "rejected" | "booked" | "returned";
  /** Whether it is booked by this sum, of which the rest is still to be booked. Absent: no. */
  isOfSum?: boolean;
}

/** How well the debits of files explain a sum on a statement. */
export type SumMeaning =
  /** The sum collects these debits. */
  | { kind: "collects"; ids: string[] }
  /** These debits are booked already, and others of their batch rejected, so the bank may have described the same money again. */
  | { kind: "repeats"; ids: string[] }
  /** No debits add up to the sum, or several sets do. */
  | { kind: "unclear" };

/**
 * Returns the debits that a sum on a statement is of: those of one batch, or of one file, that are not rejected, or all of it, because some
 * banks book the whole sum and take rejected debits back one by one. `namesBatch`: whether the bank names the batch by its id. If it names
 * any, only the named ones count.
 */
export function meaningOfSum(
  amountCents: number,
  debits: readonly SummedDebit[],
  namesBatch: (batchId: string) => boolean = () => false,
): SumMeaning {
  const groups = groupsOf(debits, namesBatch);
  const collected = groups.flatMap((group) => collectedIn(group, amountCents));
  if (collected.length > 0) return isOneSet(collected) ? { kind: "collects", ids: collected[0] ?? [] } : { kind: "unclear" };
  const repeated = groups.flatMap((group) => repeatedIn(group, amountCents));
  return repeated.length > 0 && isOneSet(repeated) ? { kind: "repeats", ids: repeated[0] ?? [] } : { kind: "unclear" };
}

/** Whether a sum that names no batch can be that of one of these debits' batches or files. */
export function mayBeSumOf(amountCents: number, debits: readonly SummedDebit[]): boolean {
  return groupsOf(debits, () => false).some((group) => collectedIn(group, amountCents).length > 0);
}

/** Returns the debits by batch and by file, or only the batches that the bank names. */
function groupsOf(debits: readonly SummedDebit[], namesBatch: (batchId: string) => boolean): SummedDebit[][] {
  const batches = [...Map.groupBy(debits, ({ batchId }) => batchId)];
  const named = batches.filter(([batchId]) => namesBatch(batchId));
  if (named.length > 0) return named.map(([, ofBatch]) => ofBatch);
  return [...batches.map(([, ofBatch]) => ofBatch), ...Map.groupBy(debits, ({ fileId }) => fileId).values()];
}

/** Returns the sets of a group's debits that can be what the bank booked as this sum. */
function collectedIn(group: readonly SummedDebit[], amountCents: number): string[][] {
  const accepted = group.filter((debit) => debit.status === "at_bank" || debit.isOfSum);
  const sets = group.some(isBooked) ? [accepted] : [accepted, group];
  return sets.filter((set) => set.length > 0 && sumOf(set) === amountCents).map(idsOf);
}

/** Returns the booked debits of a group whose others were rejected, if they add up to the sum. */
function repeatedIn(group: readonly SummedDebit[], amountCents: number): string[][] {
  const booked = group.filter(isBooked);
  const isOver = group.every((debit) => isBooked(debit) || debit.status === "rejected");
  return isOver && booked.length > 0 && sumOf(booked) === amountCents ? [idsOf(booked)] : [];
}

const isBooked = ({ status, isOfSum }: SummedDebit) => !isOfSum && (status === "booked" || status === "returned");

const sumOf = (debits: readonly SummedDebit[]) => debits.reduce((sum, { amountCents }) => sum + amountCents, 0);

const idsOf = (debits: readonly SummedDebit[]) => debits.map(({ id }) => id);

function isOneSet(sets: readonly string[][]): boolean {
  return new Set(sets.map((set) => set.toSorted().join(" "))).size === 1;
}
