import { expect, test } from "vitest";
import { addressLines } from "./postal-address";

const address = { street: "River Lane", houseNumber: "7", second: null, zipcode: "SW13 0AA", city: "London", country: "GB" };

test.each([
  ["GB", ["7 River Lane", "London SW13 0AA"]],
  ["FR", ["7 River Lane", "SW13 0AA London"]],
  ["CH", ["River Lane 7", "SW13 0AA London"]],
  [null, ["River Lane 7", "SW13 0AA London"]],
])("an address in %s is written in its country's order", (country, lines) => {
  expect(addressLines({ ...address, country })).toEqual(lines);
});

test("what is not known leaves no gap", () => {
  expect(addressLines({ ...address, houseNumber: " ", zipcode: null })).toEqual(["River Lane", "London"]);
  expect(addressLines({ street: null, houseNumber: null, second: "", zipcode: null, city: null, country: null })).toEqual([]);
});
