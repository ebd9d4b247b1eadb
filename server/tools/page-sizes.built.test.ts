import { expect, test } from "vitest";
import { FIRST_LOAD_LIMIT, firstLoadOf } from "./page-sizes.mjs";

test("the first load of the invoice list has less JavaScript than its limit", () => {
  expect(firstLoadOf("(portal)/invoices")).toBeLessThan(FIRST_LOAD_LIMIT);
});
