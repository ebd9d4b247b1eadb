import { expect, test } from "vitest";
import { type Categorized, categoryForAlways, categoryOfEarlier } from "./earlier-category";

const landlord = { amountCents: -38_000, name: "Landlord Ltd", iban: "NL20INGB0001234567", text: "Rent 10/2026" };
const rent: Categorized = { ...landlord, category: "rent", categoryText: null, categoryAlways: false };

test.each([
  ["the same account, under another name and text", { ...landlord, name: "Landlord", text: "November" }],
  ["the same name, if an account is missing", { ...landlord, iban: "", name: " LANDLORD  ltd" }],
  ["the same text but for digits, of another party", { ...landlord, name: "Other", iban: "NL91ABNA0417164300", text: "RENT 11/2027" }],
])("a payment of %s has the category of an earlier one", (_, payment) => {
  const text = "Rent of the boathouse, 10/2026";
  const earlier = { ...rent, text: payment.text.startsWith("RENT") ? text : rent.text };
  const later = { ...payment, text: payment.text.startsWith("RENT") ? "RENT of the boathouse 11/2027" : payment.text };
  expect(categoryOfEarlier(later, [earlier])).toMatchObject({ category: "rent", categoryText: null });
});

test.each([
  ["in the other direction", { ...landlord, amountCents: 38_000 }],
  ["of another account, with another text", { ...landlord, iban: "NL91ABNA0417164300", text: "Chairs" }],
  ["without any words in common", { amountCents: -1, name: "", iban: "", text: "10/2026" }],
  ["of an erased customer", { ...landlord, name: "—", iban: "", text: "—" }],
])("a payment %s has no earlier one", (_, payment) => {
  expect(categoryOfEarlier(payment, [rent, { ...rent, name: "—", iban: "", text: "—" }])).toBeNull();
});

test("one party with two purposes is told apart by the text, and else leaves doubt", () => {
  const earlier: Categorized[] = [{ ...rent, text: "Grant 2025", category: "other", categoryText: "Deposit" }, rent];
  expect(categoryOfEarlier({ ...landlord, text: "rent 12/2026" }, earlier)).toMatchObject({ category: "rent" });
  expect(categoryOfEarlier({ ...landlord, text: "GRANT 2026" }, earlier)).toMatchObject({ category: "other", categoryText: "Deposit" });
  expect(categoryOfEarlier({ ...landlord, text: "Chairs" }, earlier)).toBeNull();
});

test("the latest payment decides among those with the same text", () => {
  expect(categoryOfEarlier(landlord, [{ ...rent, category: "energy" }, rent])).toMatchObject({ category: "energy" });
});

test('"Already on another statement" says nothing about later payments', () => {
  expect(categoryOfEarlier(landlord, [{ ...rent, category: "duplicate" }])).toBeNull();
});

test("only a category for always is given, to its party, and not if two were said", () => {
  const always = { ...rent, categoryAlways: true };
  expect(categoryForAlways({ ...landlord, text: "Chairs" }, [rent])).toBeNull();
  expect(categoryForAlways({ ...landlord, text: "Chairs" }, [always])).toMatchObject({ category: "rent" });
  expect(categoryForAlways({ ...landlord, iban: "NL91ABNA0417164300" }, [always])).toBeNull();
  expect(categoryForAlways(landlord, [always, { ...always, category: "energy" }])).toBeNull();
});

test("a party without name and account is told by its text alone", () => {
  const fees: Categorized = { ...rent, name: "", iban: "", text: "Account fees Q3", category: "bank_fees", categoryAlways: true };
  const nameless = { amountCents: -900, name: "", iban: "", text: "Account fees Q4" };
  expect(categoryForAlways(nameless, [fees])).toMatchObject({ category: "bank_fees" });
  expect(categoryForAlways({ ...nameless, text: "Interest Q4" }, [fees])).toBeNull();
  expect(categoryForAlways({ ...landlord, text: fees.text }, [fees])).toBeNull();
});
