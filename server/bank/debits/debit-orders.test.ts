import fc from "fast-check";
import { expect, test } from "vitest";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { batchOf, booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { lookAtDesk } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile, type MadeEntry, type StatementStyle } from "@/server/testing/statement-files";

/** Runs for each collection and kind of report. All orders of the nine files are 362,880. */
const COUNT = sizeOf({ small: 6, large: 120 });

type Given = Awaited<ReturnType<typeof givenDebitsAtBank>>;

/** The kinds of statements, and how each is written. The debit is booked and goes back on different days, each in a file of its own. */
const kinds = ["camt052", "camt053", "camt054", "mt940"] as const;
const styles: Record<Exclude<(typeof kinds)[number], "mt940">, StatementStyle> = {
  camt052: "report8",
  camt053: "plain8",
  camt054: "notification8",
};

const statements = kinds.flatMap((kind) => [`${kind} booking`, `${kind} return`] as const);
type Answer = "pain.002" | (typeof statements)[number];
const answers: Answer[] = ["pain.002", ...statements];

async function bring(
  given: Given,
  answer: Answer,
  entries: { booked: MadeEntry[]; back: MadeEntry[] },
  report: Parameters<Given["report"]>[0],
) {
  if (answer === "pain.002") {
    await given.report(report);
    return;
  }
  const [kind, what] = answer.split(" ") as [(typeof kinds)[number], "booking" | "return"];
  // The statement of the return opens with the balance with which that of the booking closes.
  const opening = 100_000 + entries.booked.reduce((sum, { cents }) => sum + cents, 0);
  const of = what === "booking" ? { entries: entries.booked, id: "S1" } : { entries: entries.back, id: "S2", on: RETURNED_ON, opening };
  const made = { iban: given.iban, ...of };
  await given.store(kind === "mt940" ? mt940File(made) : camtFile([made], styles[kind]), answer);
  await lookAtDesk(given.partner);
}

/** Orders of all of the files, or of some that contain the booking and the return. */
const orders = fc.oneof(
  fc.shuffledSubarray(answers, { minLength: answers.length }),
  fc.shuffledSubarray(answers).filter((some) => ["booking", "return"].every((what) => some.some((answer) => answer.endsWith(what)))),
);

const collections = [
  { name: "one debit", amounts: [1_000], expected: [["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]] },
  {
    name: "a household's debit of two invoices",
    amounts: [1_000, 1_550],
    expected: [
      ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"],
      ["PAYMENT-LINE -15.50 sdd", "CHARGEBACK-LINE 15.50"],
    ],
  },
];
const reports = [
  { name: "accepts it", reportOf: () => ({ status: "ACCP" }) },
  {
    name: "rejects it",
    reportOf: ({ debit }: DebitAtBank) => ({ payments: [{ endToEndId: debit.endToEndId, status: "RJCT", reason: "AC04" }] }),
  },
];
const bookings = [
  { how: "alone", bookedOf: (one: DebitAtBank) => [booking(one)] },
  {
    how: "as a batch",
    bookedOf: (one: DebitAtBank) => [{ ...booking(one), endToEndId: undefined, text: undefined, batchId: batchOf(one) } as MadeEntry],
  },
];

const cases = collections.flatMap((collection) =>
  reports.flatMap((report) => bookings.map((each) => ({ ...collection, ...report, ...each, name: collection.name, report: report.name }))),
);

test.each(cases)(
  "$name, booked $how, while a report $report: the lines are the same in any order",
  async ({ amounts, expected, reportOf, bookedOf }) => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const given = await givenDebitsAtBank([{ amounts }]);
        const [one] = given.debits;
        if (!one) throw new Error("There is no debit");
        const entries = { booked: bookedOf(one), back: [returned(one, { returnReason: "AC04", chargesCents: 300 })] };
        for (const answer of order) await bring(given, answer, entries, reportOf(one));
        expect(await Promise.all(one.invoices.map(given.lines))).toEqual(expected);
        const [debit] = await given.debitsNow();
        expect(debit).toMatchObject({ status: "returned", reasonCode: "AC04" });
        expect((await given.mandate(one.debit))?.endedReason).toBe("returned");
        const booked = (await given.transactions()).filter(({ state }) => state === "booked").map(({ amountCents }) => amountCents);
        expect(booked.toSorted()).toEqual([-(debit?.fileCents ?? 0), debit?.fileCents].toSorted());
      }),
      { numRuns: COUNT, seed: 20_261_129, endOnFailure: true },
    );
  },
  3_600_000,
);

test("without a return, a debit that a report rejects and no statement books has no lines; one that a statement books has one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(answers, { minLength: 1 }), async (order) => {
      const given = await givenDebitsAtBank();
      const [one] = given.debits;
      if (!one) throw new Error("There is no debit");
      const kept = order.filter((answer) => !answer.endsWith("return"));
      for (const answer of kept) await bring(given, answer, { booked: [booking(one)], back: [] }, { status: "RJCT", reason: "AC04" });
      const isBooked = kept.some((answer) => answer.endsWith("booking"));
      expect(await Promise.all(one.invoices.map(given.lines))).toEqual([isBooked ? ["PAYMENT-LINE -10.00 sdd"] : []]);
      const status = isBooked ? "booked" : kept.length > 0 ? "rejected" : "at_bank";
      expect(await given.debitsNow()).toMatchObject([{ status }]);
    }),
    { numRuns: COUNT, seed: 20_261_129, endOnFailure: true },
  );
}, 3_600_000);

const codes = ["AC01", "AC04", "AC06", "AG01", "AM04", "AM05", "MD01", "MD06", "MD07", "MS02", "MS03", "SL01", "RR01", "FF01", "RUECKGABE"];

test.each(kinds)(
  "each reason has the same lines and the same mandate, if the return is in %s",
  async (kind) => {
    const given = await givenDebitsAtBank(codes.map(() => ({})));
    const back = given.debits.map((one, index) => returned(one, { returnReason: codes[index] ?? "", bankReference: `R${index}` }));
    const booked = [{ cents: 1_000 * codes.length, batchId: batchOf(given.debits[0] as DebitAtBank) }];
    for (const what of ["booking", "return"] as const) await bring(given, `${kind} ${what}`, { booked, back }, {});
    for (const [index, one] of given.debits.entries()) {
      const reason = debitReasonOf(codes[index] ?? "");
      const fee = reason?.isFeeAllowed ? ["CHARGEBACK-FEE-LINE 4.00"] : [];
      expect(await Promise.all(one.invoices.map(given.lines)), codes[index]).toEqual([
        ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", ...fee],
      ]);
      expect((await given.mandate(one.debit))?.endedReason ?? null, codes[index]).toBe(reason?.endsMandate ? "returned" : null);
    }
  },
  120_000,
);
