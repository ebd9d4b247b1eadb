import { setImmediate as nextTurn } from "node:timers/promises";
import type { AlikeEntry } from "./alike-entries";
import { contradicts, type DescribedEntry, likeness, type WordedEntry, worded } from "./entry-key";
import { type KeyedEntry, moneyOf } from "./known-entries";
import { paymentsIn } from "./payments-in-entry";

/** Entries that may have come before in another kind of file, grouped by result. */
export interface ToldApart {
  /** Entries that came before, each with the stored entry. */
  same: { each: KeyedEntry; other: AlikeEntry }[];
  /** New entries: no stored entry of their day and amount is left to match. */
  fresh: KeyedEntry[];
  /** Entries that are more than the stored entries left, or contradict all of these. A person decides which of them came before. */
  doubtful: KeyedEntry[];
}

/** Maximum time without yielding to the event loop, in ms. */
const LONGEST_TURN_MS = 5;

/**
 * Matches entries with stored ones of the same day and amount. The most similar pairs match first, contradictory ones never. The rest match
 * by count: if at least as many stored entries are left, each entry takes the first of these that does not contradict it; if all do, the entry
 * is doubtful. Time grows with the number of entries, and with the number of pairs if the stored entries are described; yields to the event
 * loop in between.
 */
export async function tellApart(keyed: readonly KeyedEntry[], alike: readonly AlikeEntry[]): Promise<ToldApart> {
  const told: ToldApart = { same: [], fresh: [], doubtful: [] };
  const othersOf = groupedBy(alike, (entry) => moneyOf({ entry }));
  for (const [money, group] of groupedBy(keyed, moneyOf)) {
    const left = new Set(group);
    const others = new Set(othersOf.get(money));
    const words = wordsOf(others);
    for (const { each, other } of await pairsByLikeness(group, words)) {
      if (left.has(each) && others.delete(other)) {
        left.delete(each);
        told.same.push({ each, other });
      }
    }
    if (left.size > others.size) told[others.size > 0 ? "doubtful" : "fresh"].push(...left);
    else for (const each of left) matchByCount(told, each, others, words);
  }
  return told;
}

/** Matches the entry with the first of the others that it does not contradict, and takes that one out of the others. */
function matchByCount(told: ToldApart, each: KeyedEntry, others: Set<AlikeEntry>, words: Words): void {
  const wordedEach = words.size > 0 ? wordedPayment(each) : undefined;
  for (const other of others) {
    const wordedOther = words.get(other);
    if (wordedEach && wordedOther && contradicts(wordedEach, wordedOther)) continue;
    others.delete(other);
    told.same.push({ each, other });
    return;
  }
  told.doubtful.push(each);
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

/** Stored entries that are described, with their words. */
type Words = ReadonlyMap<AlikeEntry, WordedEntry>;

function wordsOf(others: Iterable<AlikeEntry>): Words {
  return new Map([...others].flatMap((other) => (other.described ? [[other, worded(other.described)]] : [])));
}

interface Pair {
  each: KeyedEntry;
  other: AlikeEntry;
}

/** Returns the pairs that have something in common and do not contradict each other, most similar first. */
async function pairsByLikeness(group: readonly KeyedEntry[], words: Words): Promise<Pair[]> {
  if (words.size === 0) return [];
  const pairs = new Map<number, Pair[]>();
  let turnBeganAt = performance.now();
  for (const each of group) {
    const wordedEach = wordedPayment(each);
    if (!wordedEach) continue;
    for (const [other, wordedOther] of words) {
      const shared = likeness(wordedEach, wordedOther);
      if (shared === 0 || contradicts(wordedEach, wordedOther)) continue;
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
  const [payment, ...more]: DescribedEntry[] = paymentsIn(entry);
  return payment && worded({ ...payment, isSeveral: more.length > 0 });
}
