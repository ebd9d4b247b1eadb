import { expect, test } from "vitest";
import { booksSplit } from "./books-split";

const enter = { key: "Enter", ctrlKey: false, metaKey: false, repeat: false };
const divided = { focus: "search", isSearching: false, isValid: true, restCents: 0 } as const;

test.each([
  ["Enter in an amount", enter, { ...divided, focus: "amount" }, true],
  ["Enter in an amount, with a rest", enter, { ...divided, focus: "amount", restCents: 100 }, true],
  ["Enter in the empty search field, with nothing left", enter, divided, true],
  ["Enter in the empty search field, with a rest", enter, { ...divided, restCents: 100 }, false],
  ["Enter in a search", enter, { ...divided, isSearching: true }, false],
  ["Enter on the page, with nothing left", enter, { ...divided, focus: "page" }, true],
  ["Enter on a button", enter, { ...divided, focus: "other" }, false],
  ["Ctrl+Enter in a search", { ...enter, ctrlKey: true }, { ...divided, isSearching: true }, true],
  ["Cmd+Enter on a button", { ...enter, metaKey: true }, { ...divided, focus: "other", restCents: 100 }, true],
  ["Ctrl+Enter with a wrong amount", { ...enter, ctrlKey: true }, { ...divided, isValid: false }, false],
  ["Enter held down", { ...enter, repeat: true }, { ...divided, focus: "amount" }, false],
  ["another key", { ...enter, key: "a" }, { ...divided, focus: "amount" }, false],
] as const)("%s", (_, key, state, isBooked) => {
  expect(booksSplit(key, state)).toBe(isBooked);
});
