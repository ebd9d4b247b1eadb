import { expect, test } from "vitest";
import { firstPaymentOf } from "./first-payment";

const chosen = { listKey: "open", id: "1" };

test("the first payment stays chosen while the list changes, also when it is gone", () => {
  expect(firstPaymentOf({ listKey: "", id: "" }, "open", ["1", "2"])).toEqual(chosen);
  expect(firstPaymentOf(chosen, "open", ["0", "1", "2"])).toEqual(chosen);
  expect(firstPaymentOf(chosen, "open", ["2"])).toEqual(chosen);
});

test("in another list, and after the list was empty, the first payment is chosen again", () => {
  expect(firstPaymentOf(chosen, "later", ["7"])).toEqual({ listKey: "later", id: "7" });
  const empty = firstPaymentOf(chosen, "open", []);
  expect(firstPaymentOf(empty, "open", ["8", "9"])).toEqual({ listKey: "open", id: "8" });
});
