import fc from "fast-check";
import { expect, test } from "vitest";
import type { AlikeEntry } from "./alike-entries";
import { contradicts, likeness, worded } from "./entry-key";
import type { KeyedEntry } from "./known-entries";
import { paymentsIn } from "./payments-in-entry";
import { type ToldApart, tellApart } from "./tell-apart";

const money = fc.record({ bookedOn: fc.constantFrom("2026-11-25", "2026-11-26"), amountCents: fc.constantFrom(4_500, 700) });
const name = fc.constantFrom("", "Ada Brandsma", "Bo Vermeer", "Ada Vermeer");
const iban = fc.constantFrom("", "NL02TEST0123456789", "NL20INGB0001234567");

const madeEntry = fc.record({ money, name, iban }).map(
  ({ money, name, iban }, index = 0): KeyedEntry => ({
    key: "",
    ordinal: index,
    entry: {
      ...money,
      ...{ line: 1, bankReference: "", valueOn: money.bookedOn, isBooked: true, isReversal: false, text: "", isItemized: true },
      transactions: [
        { amountCents: money.amountCents, name, iban, text: "", endToEndId: "", references: [], returnReason: "", instructed: "" },
      ],
    },
  }),
);

const madeAlike = fc.record({ money, name, iban }).map(
  ({ money, name, iban }): AlikeEntry => ({
    ...money,
    entryId: "",
    isItemized: true,
    described: { name, iban, text: "", references: [], endToEndId: "" },
  }),
);

/** Reference implementation: compares every pair and recounts each time. */
function toldSlowly(keyed: KeyedEntry[], alike: AlikeEntry[]): ToldApart {
  const told: ToldApart = { same: [], fresh: [], doubtful: [] };
  const left = new Set(keyed);
  const others = new Set(alike);
  const take = (each: KeyedEntry, other: AlikeEntry) => {
    left.delete(each);
    others.delete(other);
    told.same.push({ each, other });
  };
  const isSameMoney = (one: AlikeEntry, { entry }: KeyedEntry) => one.bookedOn === entry.bookedOn && one.amountCents === entry.amountCents;
  const likenessOf = ({ entry }: KeyedEntry, { described }: AlikeEntry) => {
    const [payment] = paymentsIn(entry);
    return payment && described ? likeness(worded(payment), worded(described)) : 0;
  };
  const mayBeSame = ({ entry }: KeyedEntry, { described }: AlikeEntry) => {
    const [payment] = paymentsIn(entry);
    return !payment || !described || !contradicts(worded(payment), worded(described));
  };
  const pairs = keyed
    .flatMap((each) => alike.filter((other) => isSameMoney(other, each)).map((other) => ({ each, other, shared: likenessOf(each, other) })))
    .filter(({ each, other, shared }) => shared > 0 && mayBeSame(each, other))
    .sort((one, other) => other.shared - one.shared);
  for (const { each, other } of pairs) if (left.has(each) && others.has(other)) take(each, other);
  for (const first of keyed) {
    const same = [...left].filter(({ entry }) => entry.bookedOn === first.entry.bookedOn && entry.amountCents === first.entry.amountCents);
    const there = [...others].filter((one) => isSameMoney(one, first));
    if (same.length <= there.length)
      for (const each of same) {
        const other = there.find((one) => others.has(one) && mayBeSame(each, one));
        if (other) take(each, other);
        else if (left.delete(each)) told.doubtful.push(each);
      }
    else for (const each of same) if (left.delete(each)) told[there.length > 0 ? "doubtful" : "fresh"].push(each);
  }
  return told;
}

const asSets = ({ same, fresh, doubtful }: ToldApart) => ({
  same: new Map(same.map(({ each, other }) => [each, other])),
  fresh: new Set(fresh),
  doubtful: new Set(doubtful),
});

test("the result equals that of comparing every pair", async () => {
  const lists = fc.tuple(fc.array(madeEntry, { maxLength: 12 }), fc.array(madeAlike, { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(lists, async ([keyed, alike]) => {
      expect(asSets(await tellApart(keyed, alike))).toEqual(asSets(toldSlowly(keyed, alike)));
    }),
    { numRuns: 2_000 },
  );
});

test("of 20,000 entries with one day and amount, as many are recognised as were stored before, each compared once", async () => {
  let looks = 0;
  const of = (count: number, amountCents: number) =>
    Array.from({ length: count }, () => ({
      amountCents,
      get bookedOn() {
        looks += 1;
        return "2026-11-25";
      },
      described: null,
    }));
  const keyedOf = (count: number, amountCents: number) =>
    of(count, amountCents).map((entry) => ({ entry, key: "", ordinal: 1 }) as unknown as KeyedEntry);
  const alikeOf = (count: number, amountCents: number) => of(count, amountCents) as unknown as AlikeEntry[];
  const told = await tellApart([...keyedOf(20_000, 4_500), ...keyedOf(20_000, 700)], [...alikeOf(20_000, 4_500), ...alikeOf(19_999, 700)]);
  expect([told.same.length, told.fresh.length, told.doubtful.length]).toEqual([20_000, 0, 20_000]);
  expect(new Set(told.same.map(({ other }) => other)).size).toBe(20_000);
  expect(looks).toBeLessThan(80_001);
});
