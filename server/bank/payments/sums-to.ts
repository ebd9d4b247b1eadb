/** Maximum number of sets that are found, the first ones in the order of the invoices: more would be guesses. */
const MOST_SUMS = 3;
/** Maximum number of invoices that are combined in every way. */
const MOST_TOGETHER = 12;
/** Maximum number of invoices among which one payment is divided. */
export const MOST_PARTS = 50;

/**
 * Finds sets of at least two of one payer's invoices whose amounts add up to the sum, in cents. Expects the invoices in the order of their
 * numbers. Among more than twelve invoices, some nearly always add up to a sum by chance, so only a set of the oldest invoices counts, from
 * the first one on without a gap, of at most fifty.
 *
 * Not every set is offered: `rankCandidates` deducts points for each invoice to which nothing but its amount points, so larger sets of such
 * invoices score too little.
 */
export function setsOf<Each>(sumCents: number, group: readonly Each[], centsOf: (each: Each) => number): Each[][] {
  return group.length > MOST_TOGETHER ? oldestOf(sumCents, group, centsOf) : sumsTo(sumCents, group, centsOf);
}

function oldestOf<Each>(sumCents: number, group: readonly Each[], centsOf: (each: Each) => number): Each[][] {
  let leftCents = sumCents;
  for (const [index, each] of group.slice(0, MOST_PARTS).entries()) {
    leftCents -= centsOf(each);
    if (leftCents === 0 && index > 0) return [group.slice(0, index + 1)];
  }
  return [];
}

/** Finds up to `MOST_SUMS` sets of at least two whose amounts add up to the sum, in cents. */
function sumsTo<Each>(sumCents: number, group: readonly Each[], centsOf: (each: Each) => number): Each[][] {
  const found: Each[][] = [];
  const search = (from: number, leftCents: number, taken: Each[]): void => {
    if (found.length >= MOST_SUMS) return;
    if (leftCents === 0 && taken.length >= 2) found.push(taken);
    if (leftCents <= 0) return;
    for (let at = from; at < group.length; at += 1) {
      const next = group[at];
      if (next === undefined) continue;
      const cents = centsOf(next);
      if (cents <= leftCents) search(at + 1, leftCents - cents, [...taken, next]);
    }
  };
  search(0, sumCents, []);
  return found;
}
