import { expect, test } from "vitest";
import { givenHouseholds, newAddress } from "./given-households";

test("a household of more than nine invoices is returned in the order of their numbers", async () => {
  const customerEmail = newAddress();
  const { collect, households } = await givenHouseholds(Array.from({ length: 11 }, () => ({ customerEmail })));
  await collect();
  expect(await households()).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]);
});
