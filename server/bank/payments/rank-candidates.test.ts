import { describe, expect, test } from "vitest";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { type PossibleInvoice, rankCandidates } from "./rank-candidates";
import { readPayment } from "./read-payment";

const invoice: PossibleInvoice = {
  id: "1",
  invoiceNumber: 100_002_156,
  externalInvoiceNumber: "2026-18",
  outstandingCents: 12_000,
  currency: "EUR",
  isBelgian: false,
  customerName: "Jürgen Müller",
  lastName: "Müller",
  firstName: "Jürgen",
  organization: "",
  email: "",
  home: "",
  householdId: null,
  directDebitIban: "",
  retractedAt: null,
  isKnownPayer: false,
  isJoinedByHand: false,
};

/** Ranks a payment of 120.00 EUR. */
function rank(written: Partial<Parameters<typeof readPayment>[0]>, about: Partial<PossibleInvoice> = {}) {
  const payment = readPayment({ references: [], endToEndId: "", text: "", name: "", ...written });
  const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
  const { candidates, certainty } = rankCandidates(money, payment, [{ ...invoice, ...about }]);
  return { certainty, score: candidates[0]?.score ?? 0, reasons: candidates[0]?.reasons ?? [] };
}

describe("a customer's name is recognised in every spelling that banks use", () => {
  test.each([
    ["Jürgen Müller", "Jürgen", "Müller"],
    ["Muller Jurgen", "Jürgen", "Müller"],
    ["MUELLER JUERGEN", "Jürgen", "Müller"],
    ["Jürgen Müller", "Juergen", "Mueller"],
    ["JOERGENSEN OLE", "Ole", "Jørgensen"],
    ["SATHER HAAKON", "Håkon", "Sæther"],
    ["GROSS BAERBEL", "Bärbel", "Groß"],
    ["BAUER MANUEL", "Manuel", "Bauer"],
  ])("%s for %s %s", (name, firstName, lastName) => {
    expect(rank({ name, text: "100002156" }, { firstName, lastName })).toEqual({
      certainty: "clear",
      score: 850,
      reasons: ["our_number", "name", "amount"],
    });
    expect(rank({ name, text: "Beitrag" }, { firstName, lastName }).reasons).toEqual(["name", "amount"]);
  });

  test.each([
    ["MANUL BAUR", "Manuel", "Bauer"],
    ["DULL POT", "Poet", "Duell"],
    ["MULLER JURGEN", "Juergen", "Mueller"],
  ])("but %s is not %s %s", (name, firstName, lastName) => {
    expect(rank({ name, text: "100002156" }, { firstName, lastName }).reasons).toContain("other_name");
    expect(rank({ name, text: "Beitrag" }, { firstName, lastName }).score).toBe(0);
  });
});

describe("twelve digits with right check digits", () => {
  const { code, shown } = referenceOf(invoice.invoiceNumber, "belgian");

  test.each([
    ["between plus signs", { text: shown }],
    ["between stars", { text: shown.replaceAll("+", "*") }],
  ])("are a reference for every company %s", (_, written) => {
    expect(rank(written).certainty).toBe("reference");
  });

  test.each([
    ["amid a text", { text: `order ${code}` }],
    ["with strokes", { text: shown.replaceAll("+", "") }],
    ["as a reference", { references: [code] }],
    ["as the payer's own id", { endToEndId: code }],
  ])("are one for a company in Belgium alone %s", (_, written) => {
    expect(rank(written, { isBelgian: true }).certainty).toBe("reference");
    expect(rank(written)).toMatchObject({ certainty: "none", score: 0 });
  });
});
