import { expect, test } from "vitest";
import { pageNumbers } from "./page-numbers";

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 65, [1, 2, null, 65]],
  [3, 65, [1, 2, 3, 4, null, 65]],
  [4, 65, [1, 2, 3, 4, 5, null, 65]],
  [30, 65, [1, null, 29, 30, 31, null, 65]],
  [65, 65, [1, null, 64, 65]],
])("on page %i of %i the pager names the ends, the page and its neighbours", (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});
