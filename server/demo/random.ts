/** Random numbers that repeat for the same seed, so that everybody sees the same demo. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number within the range, including both ends. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks with probabilities in proportion to the weights. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** Picks `count` different items. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));

  function at<Item>(items: readonly Item[], index: number): Item {
    const item = items[index];
    if (item === undefined) throw new Error("Nothing to choose from");
    return item;
  }

  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => at(items, whole(0, items.length - 1)),
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = items.findIndex(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return at(items, chosen)[0];
    },
    sample(items, count) {
      const left = [...items];
      return Array.from({ length: count }, () => at(left.splice(whole(0, left.length - 1), 1), 0));
    },
  };
}

/** Tommy Ettinger's generator: small, and good enough for a demo. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function digits(random: Random, length: number): string {
  return Array.from({ length }, () => random.whole(0, 9)).join("");
}
