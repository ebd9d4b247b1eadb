import { expect, test } from "vitest";
import { offerNamed } from "./offer-named";

const invoice = (id: string, outstandingCents: number) => ({
  ...{ id, outstandingCents, invoiceNumber: Number(id), externalInvoiceNumber: id, currency: "EUR" },
  ...{ customerName: "Ada", importTitle: "", apart: "" },
});
const amountsOf = (leftCents: number, ...owedCents: number[]) =>
  offerNamed(
    leftCents,
    owedCents.map((cents, index) => invoice(String(index + 1), cents)),
  ).map(({ parts }) => parts.map(({ invoice: { id }, amountCents }) => `${id}: ${amountCents}`).join());

test("named people are offered together if the payment is larger than each of their invoices, and one by one", () => {
  expect(amountsOf(15_000, 30_000)).toEqual(["1: 15000"]);
  expect(amountsOf(14_000, 7_300, 7_300)).toEqual(["1: 7300,2: 6700", "1: 14000", "2: 14000"]);
  expect(amountsOf(15_000, 7_300, 7_300)).toEqual(["1: 7700,2: 7300", "1: 15000", "2: 15000"]);
  expect(amountsOf(7_000, 7_300, 6_000)).toEqual(["1: 7000", "2: 7000"]);
  expect(amountsOf(7_000, 1_000, 1_000, 1_000, 1_000, 1_000)).toHaveLength(5);
  expect(amountsOf(7_000)).toEqual([]);
});
