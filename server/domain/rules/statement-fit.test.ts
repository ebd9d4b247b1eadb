import fc from "fast-check";
import { expect, test } from "vitest";
import { type BalancedPeriod, brokenOffAt, brokenOffTogether } from "./statement-fit";

const november: BalancedPeriod = { openingCents: 50_000, openingOn: "2026-11-02", closingCents: 80_000, closingOn: "2026-11-20" };

/** Rows of an account over days, with the balance after each. */
const history = fc
  .record({
    opening: fc.integer({ min: -100_000, max: 100_000 }),
    amountsCents: fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 3, maxLength: 25 }),
  })
  .map(({ opening, amountsCents }) => {
    let balance = opening;
    return amountsCents.map((cents, index) => {
      balance += cents;
      return { cents, balance, on: `2026-11-${String(index + 1).padStart(2, "0")}` };
    });
  });
type Row = { cents: number; balance: number; on: string };

/** A file of some of an account's rows. */
function fileOf(rows: readonly Row[], isNewestFirst = false) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error("A file has rows");
  const amountsCents = rows.map(({ cents }) => cents);
  return {
    openingCents: first.balance - first.cents,
    openingOn: first.on,
    closingCents: last.balance,
    closingOn: last.on,
    amountsCents: isNewestFirst ? amountsCents.toReversed() : amountsCents,
  };
}

test("files of one account that touch or overlap fit each other, in every order of upload and of rows", () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.nat(), fc.nat(), fc.boolean(), (rows, a, b, c, isNewestFirst) => {
      const [from, middle, to] = [a, b, c].map((each) => each % rows.length).toSorted((one, other) => one - other) as [
        number,
        number,
        number,
      ];
      // The earlier file ends with the row at `middle`, the later one begins there, or with the next row.
      const earlier = rows.slice(from, middle + 1);
      for (const later of [rows.slice(middle, to + 1), rows.slice(middle + 1, to + 1)]) {
        if (later.length === 0) continue;
        expect(brokenOffAt(fileOf(later, isNewestFirst), [fileOf(earlier)])).toBeUndefined();
        expect(brokenOffAt(fileOf(earlier, isNewestFirst), [fileOf(later)])).toBeUndefined();
      }
    }),
  );
});

test("a file whose balances are all different from the account's breaks off", () => {
  fc.assert(
    fc.property(history, history, (rows, others) => {
      const shifted = others.map((row) => ({ ...row, balance: row.balance + 10_000_000 }));
      expect(brokenOffAt(fileOf(shifted), [fileOf(rows)])).toEqual(fileOf(rows));
    }),
  );
});

test("the last statement before the file is named, and a balance of an earlier one is not enough", () => {
  const december = { openingCents: 80_000, openingOn: "2026-11-21", closingCents: 95_000, closingOn: "2026-12-04" };
  const file = { openingOn: "2026-12-07", closingOn: "2026-12-08", amountsCents: [100] };
  expect(brokenOffAt({ ...file, openingCents: 80_000, closingCents: 80_100 }, [december, november])).toBe(december);
  expect(brokenOffAt({ ...file, openingCents: 95_000, closingCents: 95_100 }, [december, november])).toBeUndefined();
  expect(brokenOffAt({ ...file, openingCents: 1, closingCents: 101 }, [])).toBeUndefined();
});

test("one statement of the last day with the right balance is enough, also beside others", () => {
  const second = { openingCents: 80_000, openingOn: "2026-11-20", closingCents: 81_000, closingOn: "2026-11-20" };
  const file = { openingCents: 80_000, openingOn: "2026-11-20", closingCents: 80_500, closingOn: "2026-11-20", amountsCents: [500] };
  expect(brokenOffAt(file, [second, november])).toBeUndefined();
});

test("a file within a longer statement breaks off unless its rows are known: the latest statement is named", () => {
  const file = { openingCents: 60_000, openingOn: "2026-11-05", closingCents: 61_000, closingOn: "2026-11-06", amountsCents: [1_000] };
  expect(brokenOffAt(file, [november])).toBe(november);
});

/** Files of consecutive rows that are together all of these. */
function filesOf(rows: readonly Row[], sizes: readonly number[]) {
  const files: ReturnType<typeof fileOf>[] = [];
  for (let from = 0, index = 0; from < rows.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    files.push(fileOf(rows.slice(from, from + size)));
    from += size;
  }
  return files;
}

test("files that continue one another fit in any order, wherever one of them continues what is stored", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(history, sizes, fc.nat(), fc.infiniteStream(fc.nat()), (rows, ofSizes, at, random) => {
      const files = filesOf(rows, ofSizes);
      const [stored] = files.splice(at % files.length, 1);
      if (!stored) return;
      const shuffled = files
        .map((file) => ({ file, place: random.next().value }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ file }) => file);
      expect(brokenOffTogether(shuffled, [stored])).toEqual(files.map(() => undefined));
    }),
  );
});

test("files of another account break off together, although they continue one another", () => {
  fc.assert(
    fc.property(history, history, fc.nat(), (rows, others, at) => {
      const [stored, ...files] = filesOf(rows, [2]);
      if (!stored) return;
      const foreign = filesOf(
        others.map((row) => ({ ...row, balance: row.balance + 10_000_000 })),
        [2],
      );
      const place = at % (files.length + 1);
      const all = [...files.slice(0, place), ...foreign, ...files.slice(place)];
      const broken = brokenOffTogether(all, [stored]);
      expect(all.filter((_, index) => broken[index])).toEqual(foreign);
      expect(brokenOffTogether(foreign, [])).toEqual(foreign.map(() => undefined));
    }),
  );
});

test("the month after a missing one breaks off from the last one before, also if that came with it", () => {
  const december = { openingCents: 80_000, openingOn: "2026-12-01", closingCents: 85_000, closingOn: "2026-12-30", amountsCents: [5_000] };
  const february = { openingCents: 90_000, openingOn: "2027-02-01", closingCents: 91_000, closingOn: "2027-02-26", amountsCents: [1_000] };
  expect(brokenOffTogether([february, december], [november])).toEqual([december, undefined]);
});

test("a file does not fit by one that is not its neighbour: what is stored between them counts", () => {
  const december = { openingCents: 20_000, openingOn: "2026-12-01", closingCents: 30_000, closingOn: "2026-12-30", amountsCents: [10_000] };
  const january = { openingCents: 30_000, openingOn: "2027-01-04", closingCents: 45_000, closingOn: "2027-01-29" };
  const february = { openingCents: 30_000, openingOn: "2027-02-01", closingCents: 31_000, closingOn: "2027-02-26", amountsCents: [1_000] };
  expect(brokenOffTogether([february], [january])).toEqual([january]);
  expect(brokenOffTogether([february, december], [january])).toEqual([january, undefined]);
  expect(brokenOffTogether([december, february], [january])).toEqual([undefined, january]);
  expect(brokenOffTogether([february], [january], [december])).toEqual([january]);
});

test("the order of the files decides nothing, with any balances", () => {
  const file = fc
    .record({ on: fc.integer({ min: 1, max: 8 }), days: fc.nat(2), opening: fc.nat(3), cents: fc.integer({ min: -2, max: 2 }) })
    .map(({ on, days, opening, cents }) => ({
      openingCents: opening,
      openingOn: `2026-11-0${on}`,
      closingCents: opening + cents,
      closingOn: `2026-11-${String(on + days).padStart(2, "0")}`,
      amountsCents: [cents],
    }));
  fc.assert(
    fc.property(fc.array(file, { maxLength: 5 }), fc.array(file, { minLength: 1, maxLength: 2 }), (files, stored) => {
      const fits = (of: typeof files) => {
        const broken = brokenOffTogether(of, stored);
        return of.filter((_, index) => !broken[index]);
      };
      expect(new Set(fits(files.toReversed()))).toEqual(new Set(fits(files)));
    }),
  );
});

test("a file fits by a statement that came with it and is the account's beyond doubt", () => {
  const own = { openingCents: 85_000, openingOn: "2026-12-02", closingCents: 90_000, closingOn: "2026-12-30" };
  const january = { openingCents: 90_000, openingOn: "2027-01-04", closingCents: 90_500, closingOn: "2027-01-29", amountsCents: [500] };
  expect(brokenOffTogether([january], [november])).toEqual([november]);
  expect(brokenOffTogether([january], [november], [own])).toEqual([undefined]);
});

test("the rows of each of many files are added up once", () => {
  let reads = 0;
  const files = Array.from({ length: 30 }, (_, index) => ({
    openingCents: 80_000 + index,
    openingOn: `2026-12-${String(index + 1).padStart(2, "0")}`,
    closingCents: 80_001 + index,
    closingOn: `2026-12-${String(index + 1).padStart(2, "0")}`,
    get amountsCents() {
      reads += 1;
      return [1];
    },
  }));
  expect(brokenOffTogether(files.toReversed(), [november])).toEqual(files.map(() => undefined));
  expect(reads).toBe(files.length);
});
