import fc from "fast-check";
import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import type { LineType } from "@/server/domain/rules/line-types";
import { costsInList, sayCosts, sayCostsOfFee, sayCostsOfOwed } from "./say-costs";
import { sayInMessage } from "./say-in-message";
import { LATE_FEE, unpaidOf } from "./unpaid-of";

type Reader = Parameters<typeof sayCosts>[0];
const reader = { invoice: { locale: "en" }, company: { currency: "EUR", countryCode: "IE" } } as Reader;

const on = (...lines: [LineType, number][]) => ({ lines: lines.map(([type, amountCents]) => ({ type, amountCents, date: new Date() })) });
const said = (...lines: [LineType, number][]) => sayCosts(reader, [on(...lines)], "the sum", "other");

test("a sum without fees, payments and credits needs no words", () => {
  expect(said(["INVOICE-LINE", 4_500])).toBe("");
  expect(costsInList(reader, on(["INVOICE-LINE", 4_500]), "other")).toBe("none");
});

test("a receipt names what the rest is made up of once a fee was charged", () => {
  const payer = { country: "IE", isBusiness: false, enterpriseNumber: null, isDescribed: true };
  const ofFee = (...lines: [LineType, number][]) => sayCostsOfFee(reader, { ...on(...lines), payer }, "the sum");
  const paid: [LineType, number] = ["PAYMENT-LINE", -2_000];
  expect(ofFee(["INVOICE-LINE", 10_000], paid)).toBe("");
  expect(ofFee(["INVOICE-LINE", 10_000], ["LATE-PAYMENT-FEE-LINE", 2_000], paid)).toBe(
    "The the sum is made up as follows: €100.00 invoiced, a late fee of €20.00, less €20.00 paid.",
  );
});

test("a sum that the customer is owed is explained once something was returned, charged or credited", () => {
  const payer = { country: "IE", isBusiness: false, enterpriseNumber: null, isDescribed: true };
  const owed = (...lines: [LineType, number][]) => sayCostsOfOwed(reader, { ...on(...lines), payer });
  const billed: [LineType, number] = ["INVOICE-LINE", 5_200];
  expect(owed(billed, ["PAYMENT-LINE", -5_200])).toBe("");
  expect(owed(billed, ["PAYMENT-LINE", -6_000])).toBe("");
  const returned: [LineType, number][] = [
    ["PAYMENT-LINE", -5_200],
    ["CHARGEBACK-LINE", 5_200],
    ["CHARGEBACK-FEE-LINE", 375],
  ];
  expect(owed(billed, ...returned, ["PAYMENT-LINE", -8_900])).toBe(
    "This is how the sum is made up: €89.00 paid (not counting money that went back to you), less €52.00 invoiced, less a returned-payment fee of €3.75.",
  );
  expect(owed(billed, ["CREDIT-LINE", -5_200], ["PAYMENT-LINE", -5_200])).toBe(
    "This is how the sum is made up: €52.00 paid, less €52.00 invoiced, plus €52.00 taken off.",
  );
});

test("the fee of a returned payment and the late fee are named in one sentence", () => {
  const lines: [LineType, number][] = [
    ["INVOICE-LINE", 4_500],
    ["PAYMENT-LINE", -4_500],
    ["CHARGEBACK-LINE", 4_500],
    ["CHARGEBACK-FEE-LINE", 200],
    ["LATE-PAYMENT-FEE-LINE", 150],
  ];
  expect(said(...lines)).toBe("The the sum includes a returned-payment fee of €2.00 and a late fee of €1.50.");
  expect(costsInList(reader, on(...lines), "other")).toBe("including a returned-payment fee of €2.00 and a late fee of €1.50");
});

test("a late fee that a returned payment had paid is named again", () => {
  const { lines } = on(
    ["INVOICE-LINE", 4_500],
    ["LATE-PAYMENT-FEE-LINE", 250],
    ["LATE-PAYMENT-FEE-PAYMENT-LINE", -250],
    ["PAYMENT-LINE", -4_500],
    ["CHARGEBACK-LINE", 4_750],
    ["CHARGEBACK-FEE-LINE", 100],
  );
  const ofPayment: LineType[] = ["LATE-PAYMENT-FEE-PAYMENT-LINE", "PAYMENT-LINE", "CHARGEBACK-LINE"];
  const returned = { lines: lines.map((line) => ({ ...line, paymentId: ofPayment.includes(line.type) ? "p" : null })) };
  expect(unpaidOf(returned, LATE_FEE)).toBe(250);
  expect(sayCosts(reader, [returned], "the sum", "other")).toBe(
    "The the sum includes a returned-payment fee of €1.00 and a late fee of €2.50.",
  );
});

test("what was paid in part is shown to have paid the fee, too", () => {
  const lines: [LineType, number][] = [
    ["INVOICE-LINE", 10_000],
    ["LATE-PAYMENT-FEE-LINE", 2_000],
    ["LATE-PAYMENT-FEE-PAYMENT-LINE", -2_000],
  ];
  const parts = "€100.00 invoiced, a late fee of €20.00, less €20.00 paid";
  expect(said(...lines)).toBe(`The the sum is made up as follows: ${parts}.`);
  expect(costsInList(reader, on(...lines), "other")).toBe(parts);
});

test("fees of several invoices are named together", () => {
  const late = on(["INVOICE-LINE", 1_000], ["LATE-PAYMENT-FEE-LINE", 150]);
  expect(sayCosts(reader, [late, late], "the sum", "other")).toBe("The the sum includes late fees of €3.00 in total.");
});

test("a credited fee is not included", () => {
  const waived = on(["INVOICE-LINE", 4_500], ["LATE-PAYMENT-FEE-LINE", 250], ["CREDIT-LINE", -250]);
  expect(unpaidOf(waived, LATE_FEE)).toBe(0);
  expect(sayCosts(reader, [waived, on(["INVOICE-LINE", 1_000])], "the sum", "other")).toBe("");
});

test("a discount after a fee leaves the fee, and only what exceeds the billed amount takes it off", () => {
  const discounted = (cents: number, paidCents = 0) => {
    const paid: [LineType, number][] = paidCents > 0 ? [["PAYMENT-LINE", -paidCents]] : [];
    return unpaidOf(on(["INVOICE-LINE", 4_500], ["LATE-PAYMENT-FEE-LINE", 250], ...paid, ["CREDIT-LINE", -cents]), LATE_FEE);
  };
  expect(discounted(1_000)).toBe(250);
  expect(discounted(100)).toBe(250);
  expect(discounted(250)).toBe(0);
  expect(discounted(4_600)).toBe(150);
  expect(discounted(100, 4_500)).toBe(150);
});

test("what was refunded before the bank took the payment back leaves no parts that add up", () => {
  const lines: [LineType, number][] = [
    ["INVOICE-LINE", 4_500],
    ["PAYMENT-LINE", -4_500],
    ["CREDIT-LINE", -4_500],
    ["CHARGEBACK-LINE", 4_500],
    ["CHARGEBACK-LINE", 4_500],
    ["CHARGEBACK-FEE-LINE", 750],
  ];
  expect(said(...lines)).not.toContain("made up");
});

test("the parts of any sum add up to it; there are none if more was given back than paid", () => {
  const line = fc.oneof(
    fc.tuple(
      fc.constantFrom<LineType>("INVOICE-LINE", "CHARGEBACK-LINE", "CHARGEBACK-FEE-LINE", "LATE-PAYMENT-FEE-LINE", "INSTALLMENT-FEE-LINE"),
      fc.integer({ min: 1, max: 99_999 }),
    ),
    fc.tuple(
      fc.constantFrom<LineType>("PAYMENT-LINE", "CREDIT-LINE", "LATE-PAYMENT-FEE-PAYMENT-LINE"),
      fc.integer({ min: -99_999, max: -1 }),
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (more) => {
      const lines: [LineType, number][] = [["INVOICE-LINE", 100_000], ...more, ["PAYMENT-LINE", -1]];
      const words = said(...lines);
      const { paidCents, creditedCents } = accountOf(on(...lines).lines);
      const hasParts = paidCents >= 0 && paidCents + creditedCents > 0;
      expect(words.includes("made up")).toBe(hasParts);
      if (!hasParts) return;
      const cents = words.split(", ").map((part) => {
        const [amount = ""] = /€[\d.,]+\d/.exec(part) ?? [];
        return Number(amount.replaceAll(/\D/g, "")) * (part.startsWith("less") ? -1 : 1);
      });
      expect(cents.reduce((sum, each) => sum + each, 0)).toBe(sumOf(on(...lines).lines));
    }),
  );
});

test("in Switzerland, French calls the fee one of a reminder, as the other languages do", () => {
  for (const locale of locales) {
    const values = { where: "sentence", count: 1, fee: "2.50", law: "CH" };
    expect(sayInMessage[locale]("costs.late", values)).toMatch(/Mahngebühr|late fee|frais de rappel|spese di sollecito|te late betaling/);
    expect(sayInMessage[locale]("costs.late", values)).not.toContain("retard");
  }
});
