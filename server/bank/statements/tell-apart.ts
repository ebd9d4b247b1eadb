import { setImmediate as nextTurn } from "node:timers/promises";
import type { AlikeEntry } from "./alike-entries";
import { type DescribedEntry, likeness, type WordedEntry, worded } from "./entry-key";
import { type KeyedEntry, moneyOf } from "./known-entries";
import { paymentsIn } from "./payments-in-entry";

/** Entries that may have come before in another kind of file, grouped by result. */
export interface ToldApart {
  /** Entries that came before, each with the stored entry. */
  same: { each: KeyedEntry; other: AlikeEntry }[];
  /** New entries: no stored entry of their day and amount is left to match. */
  fresh: KeyedEntry[];
  /** Entries that outnumber the stored ones left: a person decides which of them came before. */
  doubtful: KeyedEntry[];
}

/** Maximum time without yielding to the event loop, in ms. */
const LONGEST_TURN_MS = 5;

/**
 * Matches entries with stored ones of the same day and amount. The most similar pairs match first. The rest match by number, if at least as
 * many stored entries are left. Time grows with the number of entries, and with the number of pairs if the stored entries are described;
 * yields to the event loop in between.
 */
export async function tellApart(keyed: readonly KeyedEntry[], alike: readonly AlikeEntry[]): Promise<ToldApart> {
  const told: ToldApart = { same: [], fresh: [], doubtful: [] };
  const othersOf = groupedBy(alike, (entry) => moneyOf({ entry }));
  for (const [money, group] of groupedBy(keyed, moneyOf)) {
    const left = new Set(group);
    const others = new Set(othersOf.get(money));
    for (const { each, other } of await pairsByLikeness(group, [...others])) {
      if (left.has(each) && others.delete(other)) {
        left.delete(each);
        told.same.push({ each, other });
      }
    }
    if (left.size > others.size) told[others.size > 0 ? "doubtful" : "fresh"].push(...left);
    else {
      const rest = others.values();
      for (const each of left) {
        const { value: other } = rest.next();
        if (other) told.same.push({ each, other });
      }
    }
  }
  return told;
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

interface Pair {
  each: KeyedEntry;
  other: AlikeEntry;
}

/** Pairs that have anything in common, most similar first. */
async function pairsByLikeness(group: readonly KeyedEntry[], others: readonly AlikeEntry[]): Promise<Pair[]> {
  const right = others.flatMap((other) => (other.described ? [{ other, said: worded(other.described) }] : []));
  if (right.length === 0) return [];
  const pairs = new Map<number, Pair[]>();
  let turnBeganAt = performance.now();
  for (const each of group) {
    const said = wordedPayment(each);
    if (!said) continue;
    for (const { other, said: otherSaid } of right) {
      const shared = likeness(said, otherSaid);
      if (shared === 0) continue;
      const equally = pairs.get(shared);
      if (equally) equally.push({ each, other });
      else pairs.set(shared, [{ each, other }]);
    }
    if (performance.now() - turnBeganAt > LONGEST_TURN_MS) {
      await nextTurn();
      turnBeganAt = performance.now();
    }
  }
  return [...pairs].sort(([one], [other]) => other - one).flatMap(([, equally]) => equally);
}

function wordedPayment({ entry }: KeyedEntry): WordedEntry | undefined {
  const [payment]: DescribedEntry[] = paymentsIn(entry);
  return payment && worded(payment);
}
