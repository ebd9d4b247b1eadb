import { expect, test } from "vitest";
import { asideStatesOf, isDecidable, isUndoable } from "./possible-decisions";

const open = { state: "open", refusal: null, proposal: null, amountCents: 500, booked: [], givingBack: null } as const;
const booking = { isUndone: false, isOfDebit: false, isReturned: false, isRefundPending: false };

test.each([
  ["an open payment", open, { decide: true, undo: false }],
  ["an open payment with a booked part", { ...open, booked: [booking] }, { decide: true, undo: true }],
  ["an open sum of which direct debits are booked", { ...open, booked: [{ ...booking, isOfDebit: true }] }, { decide: true, undo: false }],
  ["an open payment whose booking was undone", { ...open, booked: [{ ...booking, isUndone: true }] }, { decide: true, undo: false }],
  ["a payment that is put off", { ...open, state: "later" }, { decide: true, undo: true }],
  ["misdirected money", { ...open, state: "to_return" }, { decide: true, undo: true }],
  [
    "misdirected money in a refund file",
    { ...open, state: "to_return", refusal: "bank_transaction_in_payout" },
    { decide: false, undo: false },
  ],
  ["money that was sent back", { ...open, state: "returned", refusal: "bank_transaction_given_back" }, { decide: false, undo: false }],
  [
    "a refund that came back, set aside",
    { ...open, state: "noted", refusal: "bank_transaction_settled_by_bank" },
    { decide: false, undo: false },
  ],
  [
    "a refund that came back, booked",
    { ...open, state: "booked", refusal: "bank_transaction_settled_by_bank", booked: [booking] },
    { decide: false, undo: false },
  ],
  ["a booked payment", { ...open, state: "booked", booked: [booking] }, { decide: false, undo: true }],
  [
    "a payment that the customer's bank took back",
    { ...open, state: "booked", booked: [{ ...booking, isReturned: true }] },
    { decide: false, undo: false },
  ],
  [
    "the rest, set aside, of a payment of which a part was taken back",
    { ...open, state: "noted", booked: [{ ...booking, isReturned: true }] },
    { decide: true, undo: true },
  ],
  [
    "a booked payment of whose invoice a refund is in progress",
    { ...open, state: "booked", booked: [{ ...booking, isRefundPending: true }] },
    { decide: false, undo: false },
  ],
  [
    "the rest, set aside, of a payment of whose invoice a refund is in progress",
    { ...open, state: "later", booked: [{ ...booking, isRefundPending: true }] },
    { decide: true, undo: true },
  ],
  [
    "an outgoing payment that gave back one without a file",
    { ...open, state: "booked", amountCents: -500, givingBack: { id: "1", bookedOn: "2026-03-01" } },
    { decide: false, undo: true },
  ],
  ["an outgoing payment that is booked", { ...open, state: "booked", amountCents: -500 }, { decide: false, undo: false }],
  ["a payment on a statement that waits", { ...open, state: "waiting", refusal: "bank_statement_waits" }, { decide: false, undo: false }],
] as const)("the desk offers for %s what the service accepts", (_which, payment, { decide, undo }) => {
  const { booked, ...facts } = payment;
  expect(isDecidable(facts)).toBe(decide);
  expect(isUndoable({ ...facts, booked: [...booked] })).toBe(undo);
});

test.each([
  ["an open payment", open, ["later", "to_return", "noted"]],
  ["a payment that is put off", { ...open, state: "later" }, ["to_return", "noted"]],
  ["misdirected money", { ...open, state: "to_return" }, ["later", "noted"]],
  ["a payment that is not an invoice", { ...open, state: "noted" }, ["later", "to_return"]],
  ["an outgoing payment", { ...open, amountCents: -500 }, ["later", "noted"]],
] as const)("%s can be set aside to each other state that fits it", (_, payment, states) => {
  expect(asideStatesOf(payment)).toEqual(states);
});
