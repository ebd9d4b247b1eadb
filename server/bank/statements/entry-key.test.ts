import fc from "fast-check";
import { expect, test } from "vitest";
import { csvKeyStart, entryKey, likeness, worded } from "./entry-key";
import { paymentsIn } from "./payments-in-entry";
import type { StatementEntry, StatementTransaction } from "./statement";

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const day = fc.constantFrom("2026-11-20", "2026-11-21");
const amountCents = fc.integer({ min: -100_000, max: 100_000 });

const transaction: fc.Arbitrary<StatementTransaction> = fc.record({
  amountCents: fc.oneof(amountCents, fc.constant(null)),
  endToEndId: text,
  references: fc.array(text, { maxLength: 2 }),
  text,
  name: text,
  iban: fc.constantFrom("", "NL02TEST0123456789"),
  returnReason: fc.constantFrom("", "AC04"),
  instructed: fc.constantFrom("", "12.50 USD"),
});

const entry: fc.Arbitrary<StatementEntry> = fc
  .record({
    line: fc.nat(),
    bankReference: fc.oneof(fc.stringMatching(/^[A-Z]\d{1,8}$/), fc.constantFrom("", "000", "NONREF", "notprovided")),
    amountCents,
    bookedOn: day,
    valueOn: day,
    isBooked: fc.boolean(),
    isReversal: fc.boolean(),
    text,
    transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
  })
  // Payments count as itemized only if their amounts add up to the entry's.
  .map((each) => {
    const sumCents = each.transactions.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
    const isItemized = each.transactions.every(({ amountCents }) => amountCents !== null);
    return { ...each, isItemized, amountCents: isItemized ? sumCents : each.amountCents };
  });

test("an entry that comes again has the same key, at any place in the file, booked or not", () => {
  fc.assert(
    fc.property(entry, fc.nat(), (each, line) => {
      expect(entryKey({ ...structuredClone(each), line, isBooked: !each.isBooked })).toEqual(entryKey(each));
    }),
  );
});

test("an entry with another day, amount or direction has another key, even with the same bank reference", () => {
  fc.assert(
    fc.property(entry, (each) => {
      const { key } = entryKey(each);
      expect(entryKey({ ...each, bookedOn: "2026-11-22" }).key).not.toBe(key);
      expect(entryKey({ ...each, amountCents: each.amountCents + 1 }).key).not.toBe(key);
      expect(entryKey({ ...each, isReversal: !each.isReversal }).key).not.toBe(key);
    }),
  );
});

test("a bank's reference identifies an entry without other fields; without a reference, all fields do", () => {
  fc.assert(
    fc.property(entry, (each) => {
      const { key, isNamed } = entryKey(each);
      expect(isNamed).toBe(/^[A-Z]\d+$/.test(each.bankReference));
      expect(entryKey({ ...each, text: `${each.text} and more` }).key === key).toBe(isNamed);
    }),
  );
});

test("a row of a CSV file is identified by its cells and its kind of file, and nothing else", () => {
  fc.assert(
    fc.property(entry, entry, fc.array(text, { minLength: 1 }), (one, other, cells) => {
      const row = { sheet: "a".repeat(64), cells };
      const { key, isNamed } = entryKey({ ...one, row });
      expect([isNamed, key.startsWith(csvKeyStart(row.sheet))]).toEqual([false, true]);
      expect(entryKey({ ...other, row: structuredClone(row) }).key).toBe(key);
      expect(entryKey({ ...one, row: { ...row, sheet: "b".repeat(64) } }).key).not.toBe(key);
      expect(entryKey({ ...one, row: { ...row, cells: [...cells, ""] } }).key).not.toBe(key);
    }),
  );
});

const described = fc.record({
  name: text,
  iban: fc.constantFrom("", "NL02TEST0123456789", "DE89370400440532013000"),
  text,
  references: fc.uniqueArray(text, { maxLength: 3 }),
  endToEndId: fc.constantFrom("", "E1", "E2"),
});

test("likeness is symmetric, greatest with itself, and 0 only if nothing is shared", () => {
  fc.assert(
    fc.property(described, described, (first, second) => {
      const [one, other] = [worded(first), worded(second)];
      expect(likeness(one, other)).toBe(likeness(other, one));
      expect(likeness(one, other)).toBeLessThanOrEqual(likeness(one, one));
      const shares =
        first.references.some((reference) => second.references.includes(reference)) ||
        (first.iban !== "" && first.iban === second.iban) ||
        (first.endToEndId !== "" && first.endToEndId === second.endToEndId) ||
        [...one.words].some((word) => other.words.has(word));
      expect(likeness(one, other) > 0).toBe(shares);
    }),
  );
});

test("an entry's payments add up to its amount, and none is of 0 cents", () => {
  fc.assert(
    fc.property(entry, (each) => {
      const payments = paymentsIn(each);
      expect(payments.reduce((sum, payment) => sum + payment.amountCents, 0)).toBe(each.amountCents);
      expect(payments.filter((payment) => payment.amountCents === 0)).toEqual([]);
      if (!each.isItemized) expect(payments.length).toBeLessThanOrEqual(1);
    }),
  );
});

/** Includes text that Postgres cannot store: NUL, and half of a surrogate pair. */
const anything = fc.string({ unit: fc.constantFrom("\0", "\ud800", "\udc00", "a", "é", "😀", " "), maxLength: 50 });

test("every payment can be stored, and no reference is lost if an entry is stored as a whole", () => {
  fc.assert(
    fc.property(entry, anything, (each, more) => {
      const [first, ...others] = each.transactions;
      if (!first) return;
      const payments = paymentsIn({ ...each, transactions: [{ ...first, text: `${first.text}\0${more.repeat(100)}` }, ...others] });
      for (const said of payments.flatMap(({ name, text, references }) => [name, text, ...references])) {
        expect(said.length).toBeLessThanOrEqual(4_000);
        expect(said.includes("\0") || !said.isWellFormed()).toBe(false);
      }
      if (each.isItemized || each.amountCents === 0) return;
      expect(payments[0]?.references).toEqual(
        each.transactions.flatMap(({ references }) => references).map((reference) => reference.trim()),
      );
    }),
  );
});
