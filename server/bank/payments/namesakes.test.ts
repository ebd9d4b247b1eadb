import { expect, test } from "vitest";
import { isUndecided, tellApart } from "./namesakes";

const address = { street: "Bergstrasse 9", houseNumber: "", zipcode: "8106", city: "Adlikon" };
const horgen = { ...address, zipcode: "8810", city: "Horgen" };
const hans = { id: "1", customerName: "Hans Meier", email: "", memberNumber: "7", address };
const offer = (score: number, about: Partial<typeof hans> = {}) => ({ score, parts: [{ invoice: { ...hans, ...about } }] });

test("offers that fit equally well are undecided if they are for different customers", () => {
  expect(isUndecided([])).toBe(false);
  expect(isUndecided([offer(350)])).toBe(false);
  expect(isUndecided([offer(350), offer(349, { id: "2", address: horgen })])).toBe(false);
  expect(isUndecided([offer(350), offer(350, { id: "2" })])).toBe(false);
  expect(isUndecided([offer(350), offer(350, { id: "2" }), offer(350, { id: "3", address: horgen })])).toBe(true);
  expect(isUndecided([offer(350), offer(350, { id: "2", customerName: "Vera Meier" })])).toBe(true);
  expect(isUndecided([offer(350), offer(350, { id: "2", memberNumber: "8" })])).toBe(true);
});

test("namesakes are told apart by town, then by street, then by member number", () => {
  const apart = (about: Partial<typeof hans>) => [...tellApart([hans, { ...hans, id: "2", ...about }]).values()];
  expect(apart({ address: horgen })).toEqual(["8106 Adlikon", "8810 Horgen"]);
  expect(apart({ address: { ...address, street: "Seeweg", houseNumber: "4" } })).toEqual(["Bergstrasse 9", "Seeweg 4"]);
  expect(apart({ memberNumber: "8" })).toEqual(["7", "8"]);
  expect(apart({})).toEqual([]);
  expect(apart({ customerName: "Vera Meier", address: horgen })).toEqual([]);
});
