const MOST_SUMS = 3;

/** Finds sets of at least two whose amounts add up to the sum, in cents: at most three sets, because more would be guesses. */
export function sumsTo<Each>(sumCents: number, group: readonly Each[], centsOf: (each: Each) => number): Each[][] {
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
