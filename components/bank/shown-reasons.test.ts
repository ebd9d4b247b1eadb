import { expect, test } from "vitest";
import { shownReasons } from "./shown-reasons";

test("an offer of several invoices, of whose customers the payment names only some, says so in place of two reasons that contradict", () => {
  expect(shownReasons(["partner_number", "name", "last_name", "other_name", "amount_of_several"])).toEqual([
    "partner_number",
    "some_names",
    "amount_of_several",
  ]);
  expect(shownReasons(["partner_number", "other_name", "amount"])).toEqual(["partner_number", "other_name", "amount"]);
  expect(shownReasons(["name", "amount"])).toEqual(["name", "amount"]);
});
