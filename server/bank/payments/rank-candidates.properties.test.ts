import fc from "fast-check";
import { expect, test } from "vitest";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { isDecidedByReference } from "./decided-by-reference";
import type { PossibleInvoice } from "./possible-invoice";
import { probablyPaid, rankCandidates } from "./rank-candidates";
import { readPayment } from "./read-payment";

const names = fc.constantFrom("Abbink", "Bolder", "Cramers", "Dekkers", "Müller");
const cents = fc.constantFrom(500, 1_000, 1_500, 4_500, 9_000);

const about = fc.record({
  outstandingCents: fc.oneof(cents, fc.constantFrom(0, -500)),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "CHF"),
  isBelgian: fc.boolean(),
  lastName: names,
  firstName: fc.constantFrom("Ana", "Bert"),
  email: fc.constantFrom("", "ana@members.example", "bert@members.example"),
  home: fc.constantFrom("", "1", "2"),
  householdId: fc.constantFrom(null, "h1", "h2"),
  isJoinedByHand: fc.boolean(),
  directDebitIban: fc.constantFrom("", "NL02TEST0123456789"),
  isRetracted: fc.boolean(),
  isKnownPayer: fc.boolean(),
});

const possible = fc.array(about, { maxLength: 12 }).map((each) =>
  each.map(
    ({ isRetracted, ...facts }, index): PossibleInvoice => ({
      ...facts,
      partCents: null,
      id: String(index),
      invoiceNumber: 100_000_100 + index,
      externalInvoiceNumber: `2026-${4_700 + index}`,
      customerName: `${facts.firstName} ${facts.lastName}`,
      organization: "",
      address: { street: "", houseNumber: "", zipcode: "", city: "" },
      memberNumber: "",
      retractedAt: isRetracted && index % 4 === 0 ? new Date(0) : null,
    }),
  ),
);

const nth = fc.nat({ max: 11 });
const written = fc.record({
  references: fc.array(
    nth.map((index) => referenceOf(100_000_100 + index, "creditor").code),
    { maxLength: 3 },
  ),
  text: fc.oneof(
    nth.map((index) => `2026-${4_700 + index}`),
    fc.tuple(nth, fc.constantFrom(" ", "/", "")).map(([index, separator]) => `2026${separator}${4_700 + index}`),
    nth.map((index) => String(100_000_100 + index)),
    fc.constantFrom("", "contribution", "ana@members.example"),
  ),
  name: fc.oneof(
    names.map((name) => `Ana ${name}`),
    fc.constant(""),
  ),
});

const money = fc.record({
  amountCents: fc.oneof(
    cents,
    fc.tuple(cents, cents).map(([one, two]) => one + two),
    fc.constantFrom(-500, 1, 50_000),
  ),
  currency: fc.constantFrom("EUR", "EUR", "CHF"),
  iban: fc.constantFrom("", "NL02TEST0123456789"),
  instructed: fc.constantFrom("", "", "", "12.50 USD"),
  mayBeDuplicate: fc.boolean(),
});

/** A payment, the facts read from it, and the invoices that it may be for. */
const payment = fc.record({ money, written, possible }).map(({ money, written, possible }) => {
  const read = readPayment({ endToEndId: "", ...written });
  return { money, read, possible, ranked: rankCandidates(money, read, possible) };
});

const RUNS = { numRuns: 1_000 };

test("the parts of every candidate add up to the payment, on known invoices, and no candidate is listed twice", () => {
  fc.assert(
    fc.property(payment, ({ money, possible, ranked: { candidates } }) => {
      for (const { parts } of candidates) {
        expect(parts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(money.amountCents);
        expect(parts.every(({ invoice }) => possible.includes(invoice))).toBe(true);
        expect(new Set(parts.map(({ invoice }) => invoice.id)).size).toBe(parts.length);
      }
      const booked = candidates.map(({ parts }) =>
        parts
          .map(({ invoice }) => invoice.id)
          .sort()
          .join(),
      );
      expect(new Set(booked).size).toBe(booked.length);
    }),
    RUNS,
  );
});

test("candidates are sorted by score, at most eight, and each has a reason", () => {
  fc.assert(
    fc.property(payment, ({ ranked: { candidates } }) => {
      const scores = candidates.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      expect(scores.length).toBeLessThanOrEqual(8);
      for (const { score, reasons } of candidates) {
        expect(score).toBeGreaterThan(0);
        expect(reasons.some((reason) => !["amount", "less", "more", "amount_of_several"].includes(reason))).toBe(true);
      }
    }),
    RUNS,
  );
});

test("no payment is booked without review if it is outgoing, perhaps a duplicate or converted, or if it names an invoice that owes nothing", () => {
  fc.assert(
    fc.property(payment, ({ money, ranked: { candidates, certainty } }) => {
      if (certainty === "none") return;
      expect(money).toMatchObject({ mayBeDuplicate: false, instructed: "" });
      expect(money.amountCents).toBeGreaterThan(0);
      for (const { invoice } of candidates[0]?.parts ?? []) {
        expect(invoice).toMatchObject({ currency: money.currency, retractedAt: null });
        expect(invoice.outstandingCents).toBeGreaterThan(0);
      }
    }),
    RUNS,
  );
});

test("a number whose separators differ is no ground for booking without review, which also needs an account or address of the payer", () => {
  let separated = 0;
  fc.assert(
    fc.property(payment, ({ ranked: { candidates, certainty } }) => {
      const reasons = candidates[0]?.reasons ?? [];
      if (!reasons.includes("partner_number_separated")) return;
      separated += 1;
      if (certainty !== "clear") return;
      expect(reasons).toEqual(expect.arrayContaining([expect.stringMatching(/^(known_payer|direct_debit_account|email)$/)]));
    }),
    { numRuns: 5_000 },
  );
  expect(separated).toBeGreaterThan(0);
});

test("certainty by reference books only the invoices that the reference names, or their household's", () => {
  fc.assert(
    fc.property(payment, ({ read, ranked: { candidates, certainty } }) => {
      const [best] = candidates;
      if (certainty !== "reference" || !best) return;
      const households = new Set(best.parts.map(({ invoice }) => invoice.householdId));
      if (best.reasons.includes("household")) expect([households.size, households.has(null)]).toEqual([1, false]);
      else for (const { invoice } of best.parts) expect(read.referenced.includes(invoice.invoiceNumber) || invoice.isBelgian).toBe(true);
    }),
    RUNS,
  );
});

test("the order in which invoices are found does not change the offers", () => {
  fc.assert(
    fc.property(payment, ({ money, read, possible, ranked }) => {
      const other = rankCandidates(money, read, possible.toReversed());
      expect([other.certainty, other.candidates[0]?.score]).toEqual([ranked.certainty, ranked.candidates[0]?.score]);
    }),
    RUNS,
  );
});

test("invoices that a payment probably pays owe something, and are among the first offers", () => {
  fc.assert(
    fc.property(payment, ({ possible, ranked }) => {
      for (const id of probablyPaid(ranked)) {
        const invoice = possible.find((each) => each.id === id);
        expect(invoice?.retractedAt).toBeNull();
        expect(invoice?.outstandingCents).toBeGreaterThan(0);
        const best = ranked.candidates.filter(({ score }) => score === ranked.candidates[0]?.score);
        expect(best.some(({ parts }) => parts.some((part) => part.invoice.id === id))).toBe(true);
      }
    }),
    RUNS,
  );
});

test("a decision by one reference alone stays the same if invoices are added that the payment does not name by a number", {
  timeout: 120_000,
}, () => {
  let decided = 0;
  fc.assert(
    fc.property(payment, ({ money, read, possible, ranked }) => {
      const isNamed = ({ invoiceNumber, externalInvoiceNumber }: PossibleInvoice) =>
        read.referenced.includes(invoiceNumber) ||
        read.belgian.includes(invoiceNumber) ||
        read.numbers.includes(String(invoiceNumber)) ||
        read.tokens.includes(externalInvoiceNumber.toLowerCase());
      const [named, ...more] = possible.filter(isNamed);
      if (!named || more.length > 0) return;
      const { email, householdId } = named;
      const few = possible.filter(
        (each) => each === named || (email !== "" && each.email === email) || (householdId !== null && each.householdId === householdId),
      );
      const narrow = rankCandidates(money, read, few);
      if (!isDecidedByReference({ payment: read, ranked: narrow })) return;
      decided += 1;
      expect([narrow.certainty, narrow.candidates[0], probablyPaid(narrow)]).toEqual([
        ranked.certainty,
        ranked.candidates[0],
        probablyPaid(ranked),
      ]);
    }),
    { numRuns: 20_000 },
  );
  expect(decided).toBeGreaterThan(50);
});
