import { expect, test } from "vitest";
import { bestReturned, type EarlierTransfer, type OutgoingMoney } from "./return-fit";

const bill: OutgoingMoney = {
  text: "Invoice 77 for repairs",
  name: "Builder",
  references: [],
  endToEndId: "",
  iban: "",
  isReversal: false,
  returnReason: "",
};
const transfer = {
  ...{ id: "0", name: "", references: [], endToEndId: "", bookedOn: "2026-12-01", valueOn: "2026-12-01", isSameAccount: false },
  parts: [{ customerName: "Nobody", externalInvoiceNumber: "1", invoiceNumber: 100_000_001 }],
} satisfies EarlierTransfer & { id: string };
const part = { customerName: "Ada Brandsma", externalInvoiceNumber: "S27-018", invoiceNumber: 100_002_156 };
const idsFor = (outgoing: Partial<OutgoingMoney>, ...others: (Partial<EarlierTransfer> & { id: string })[]) =>
  bestReturned({ ...bill, ...outgoing }, [transfer, ...others.map((other) => ({ ...transfer, ...other }))]).map(({ id }) => id);

test("the transfer goes first whose reference, account, name or day the return names", () => {
  const returned = { text: "REJET VIR DU 03/12/2026 ADA BRANDSMA S27-018 NDP-4711" };
  const day = { id: "day", bookedOn: "2026-12-03" };
  const name = { id: "name", parts: [part], bookedOn: "2026-11-03" };
  expect(idsFor({ text: "REJET DU 03.12.26" }, day)).toEqual(["day", "0"]);
  expect(idsFor({ text: "REJET 03.12.26 BRANDSMA ADA" }, day, name)).toEqual(["name", "day", "0"]);
  expect(idsFor({ text: "REJET 03.12.26 BRANDSMA ADA" }, name, { id: "account", isSameAccount: true })).toEqual(["account", "name", "0"]);
  expect(idsFor(returned, { id: "account", isSameAccount: true }, { id: "number", parts: [part] })).toEqual(["number", "account", "0"]);
  expect(idsFor(returned, { id: "id", endToEndId: "NDP 4711" })).toEqual(["id", "0"]);
  expect(idsFor(returned, { id: "none", endToEndId: "NOTPROVIDED" })).toEqual(["0", "none"]);
});

test("the bank's word, code or mark for a return is enough, and a fee for it is not", () => {
  expect(idsFor({ isReversal: true })).toEqual(["0"]);
  expect(idsFor({ returnReason: "AC04" })).toEqual(["0"]);
  expect(idsFor({ text: "Rücklastschrift" })).toEqual(["0"]);
  expect(idsFor({ text: "Gebühr Rücklastschrift" })).toEqual([]);
});

test("an ordinary bill is not asked about, unless it goes to the same account, or only one transfer has its reference or name", () => {
  expect(idsFor({})).toEqual([]);
  expect(idsFor({}, { id: "1", isSameAccount: true }, { id: "2", isSameAccount: true })).toEqual(["1", "2"]);
  expect(idsFor({ text: "To Ada Brandsma" }, { id: "1", parts: [part] })).toEqual(["1"]);
  expect(idsFor({ text: "To Ada Brandsma" }, { id: "1", parts: [part] }, { id: "2", parts: [part] })).toEqual([]);
});
