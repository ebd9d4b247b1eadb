import { describe, expect, test } from "vitest";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import type { PossibleInvoice } from "./possible-invoice";
import { probablyPaid, rankCandidates } from "./rank-candidates";
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
  address: { street: "", houseNumber: "", zipcode: "", city: "" },
  memberNumber: "",
  householdId: null,
  directDebitIban: "",
  retractedAt: null,
  isKnownPayer: false,
  partCents: null,
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
      score: 870,
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

test("of two equal invoices, the one of which the payment is half goes first; that alone makes neither probable", () => {
  const written = readPayment({ references: [], endToEndId: "", text: "first half", name: "Müller Jürgen" });
  const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
  const twin = { ...invoice, address: { ...invoice.address, city: "Elsewhere" } };
  const possible = [
    { ...twin, id: "whole", invoiceNumber: 100_000_001, outstandingCents: 40_000 },
    { ...invoice, id: "half", outstandingCents: 24_001 },
  ];
  const ranked = rankCandidates(money, written, possible);
  expect(ranked.candidates.map(({ parts: [part] }) => part?.invoice.id)).toEqual(["half", "whole"]);
  expect(ranked.candidates[0]?.reasons).toEqual(["name", "half", "less"]);
  expect(ranked).toMatchObject({ isUndecided: false, certainty: "none" });
  expect(probablyPaid(ranked)).toEqual([]);
});

describe("a payment of the next instalment", () => {
  const divided = { outstandingCents: 36_000, partCents: 12_000 };

  test("is held for its invoice by the name alone, and booked without review with two facts", () => {
    expect(rank({ name: "Jürgen Müller" }, divided)).toEqual({ certainty: "none", score: 370, reasons: ["name", "amount"] });
    expect(rank({ name: "Jürgen Müller" }, { outstandingCents: 36_000 }).reasons).toEqual(["name", "less"]);
    expect(rank({ name: "Jürgen Müller" }, { ...divided, isKnownPayer: true }).certainty).toBe("clear");
    const payment = readPayment({ references: [], endToEndId: "", text: "", name: "Jürgen Müller" });
    const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
    expect(probablyPaid(rankCandidates(money, payment, [{ ...invoice, ...divided }]))).toEqual([invoice.id]);
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
    // Elsewhere the invoice is offered, as for a number with a slip, and a person decides.
    expect(rank(written)).toMatchObject({ certainty: "none", score: 260 + 200 });
  });
});

describe("of customers with one last name and fee, the one goes first whose first names the payment contains", () => {
  const people = [
    { ...invoice, id: "1", firstName: "Jeroen" },
    { ...invoice, id: "2", invoiceNumber: 100_002_157, firstName: "Jeroen-Ömer" },
    { ...invoice, id: "3", invoiceNumber: 100_002_158, firstName: "Jeroen Pieter" },
  ];
  const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
  const offered = (name: string, text = "") => {
    const { candidates, certainty } = rankCandidates(money, readPayment({ references: [], endToEndId: "", text, name }), people);
    return [candidates[0]?.parts[0]?.invoice.id, certainty];
  };

  test.each([
    ["Jeroen Müller", "1"],
    ["MUELLER JEROEN OMER", "2"],
    ["Pieter-Jeroen Müller", "3"],
  ])("%s", (name, id) => {
    expect(offered(name)).toEqual([id, "none"]);
  });

  test("and a number that names another of them waits for a person", () => {
    expect(offered("Jeroen-Ömer Müller", "invoice 100002158")).toEqual(["3", "none"]);
    expect(offered("Jeroen-Pieter Müller", "invoice 100002158")).toEqual(["3", "clear"]);
  });
});

describe("of customers with one name and fee, the one goes first whose address stands in the payment", () => {
  const address = { street: "Bergstrasse 9", houseNumber: "", zipcode: "8106", city: "Adlikon" };
  const people = [
    { ...invoice, id: "1", address: { ...address, street: "Seeweg 4", zipcode: "8810", city: "Horgen" } },
    { ...invoice, id: "2", invoiceNumber: 100_002_157, address },
    { ...invoice, id: "3", invoiceNumber: 100_002_158, address: { ...address, street: "Bergstraße", houseNumber: "12a" } },
  ];
  const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
  const ranked = (text: string, name = "Jürgen Müller") =>
    rankCandidates(money, readPayment({ references: [], endToEndId: "", text, name }), people);

  test.each([
    ["Mueller Juergen, Bergstrasse 9, 8106 Adlikon", "2"],
    ["Jürgen Müller Bergstr. 12a Adlikon", "3"],
    ["Horgen 8810", "1"],
  ])("%s", (text, id) => {
    const { candidates, certainty } = ranked(text);
    expect(candidates.map((each) => each.parts[0]?.invoice.id)[0]).toBe(id);
    expect(candidates[0]?.reasons).toEqual(["name", "address", "amount"]);
    expect(candidates[0]?.score).toBeGreaterThan(candidates[1]?.score ?? 0);
    expect(certainty).toBe("none");
  });

  test("a town alone, a short postal code alone, and an address without a name decide nothing", () => {
    expect(new Set(ranked("Adlikon").candidates.map(({ score }) => score)).size).toBe(1);
    expect(new Set(ranked("season 8106").candidates.map(({ score }) => score)).size).toBe(1);
    expect(ranked("Bergstrasse 9, 8106 Adlikon", "Ada Brandsma").candidates).toEqual([]);
  });

  test("the address counts for no booking without review", () => {
    const two = [people[0], people[1]].flatMap((each) => each ?? []);
    const text = "invoice 100002157, Bergstrasse 9, 8106 Adlikon";
    const { certainty, candidates } = rankCandidates(money, readPayment({ references: [], endToEndId: "", text, name: "" }), two);
    expect([candidates[0]?.parts[0]?.invoice.id, certainty]).toEqual(["2", "none"]);
  });
});

describe("a number may be another customer's by a slip", () => {
  const child = { ...invoice, id: "2", invoiceNumber: 100_005_004, firstName: "Émile", lastName: "Monnier" };
  const payer = { ...invoice, id: "3", invoiceNumber: 100_000_504, firstName: "Théo", lastName: "Monnier" };
  const certaintyFor = (name: string, others: PossibleInvoice[], known: Partial<PossibleInvoice> = {}, text = "invoice 100005004") => {
    const payment = readPayment({ references: [], endToEndId: "", text, name });
    const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
    const { candidates, certainty } = rankCandidates(money, payment, [{ ...child, ...known }, ...others]);
    expect(candidates[0]?.parts.map(({ invoice: { id } }) => id)).toEqual(["2"]);
    return certainty;
  };

  test.each(["MONNIER THEO", "T. Monnier"])("%s, who owes the same amount, is asked about", (name) => {
    expect(certaintyFor(name, [payer])).toBe("none");
  });

  test.each([
    ["the payer owes another amount", "Théo Monnier", [{ ...payer, outstandingCents: 9_000 }], {}],
    ["the payer owes nothing", "Théo Monnier", [], {}],
    ["the customer's first name is written", "Émile Monnier", [payer], {}],
    ["the account has paid for the customer before", "Théo Monnier", [payer], { isKnownPayer: true }],
  ])("but it is clear if %s", (_, name, others, known) => {
    expect(certaintyFor(name, others, known)).toBe("clear");
  });

  test("and a reference has check digits, so the name does not matter", () => {
    expect(certaintyFor("Théo Monnier", [payer], {}, referenceOf(child.invoiceNumber, "creditor").shown)).toBe("reference");
  });
});

describe("a reference whose invoice fits neither amount nor payer, while another invoice fits both", () => {
  const money = { amountCents: 12_000, currency: "EUR", iban: "", instructed: "", mayBeDuplicate: false };
  const named = { ...invoice, id: "named", outstandingCents: 27_750 };
  const own = { ...invoice, id: "own", invoiceNumber: 100_002_157, customerName: "Théo Monnier", lastName: "Monnier", firstName: "Théo" };
  const text = referenceOf(named.invoiceNumber, "creditor").shown;
  const ranked = (found: PossibleInvoice[], name = "T. Monnier, Théo") =>
    rankCandidates(money, readPayment({ references: [], endToEndId: "", text, name }), found);
  const idsOf = ({ candidates }: ReturnType<typeof ranked>) => candidates.map(({ parts }) => parts.map(({ invoice: { id } }) => id).join());

  test("is for a person: both are offered and held, and none is chosen", () => {
    const both = ranked([named, own]);
    expect(both).toMatchObject({ certainty: "none", isUndecided: true });
    expect(idsOf(both).sort()).toEqual(["named", "own"]);
    expect(probablyPaid(both)).toEqual(["named", "own"]);
  });

  test("goes behind it if it owes nothing", () => {
    const both = ranked([{ ...named, outstandingCents: 0 }, own]);
    expect(both).toMatchObject({ certainty: "none", isUndecided: false });
    expect(idsOf(both)).toEqual(["own", "named"]);
  });

  test.each<[string, Partial<PossibleInvoice>, Partial<PossibleInvoice>]>([
    ["its amount fits", { outstandingCents: 12_000 }, {}],
    ["its payer is known", { isKnownPayer: true }, {}],
    ["its customer has the name as well", { lastName: "Monnier" }, {}],
    ["the other's amount is another", {}, { outstandingCents: 9_000 }],
    ["the other's name is another", {}, { lastName: "Brandsma" }],
    ["the other is retracted", {}, { retractedAt: new Date(0) }],
  ])("but is booked if %s", (_, aboutNamed, aboutOwn) => {
    const both = ranked([
      { ...named, ...aboutNamed },
      { ...own, ...aboutOwn },
    ]);
    expect(both.certainty).toBe("reference");
    expect(idsOf(both)[0]).toBe("named");
  });
});
