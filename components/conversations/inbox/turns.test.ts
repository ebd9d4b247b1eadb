import { expect, test } from "vitest";
import { neighbour, nextInTurn } from "./turns";

const [anna, bo, cem, dee] = ["Anna", "Bo", "Cem", "Dee"].map((invoiceId) => ({ invoiceId, isReplyHeld: false })) as [
  Entry,
  Entry,
  Entry,
  Entry,
];
type Entry = { invoiceId: string; isReplyHeld: boolean };
const all = [anna, bo, cem, dee];

test("after an act the next conversation opens, and after the last one the previous", () => {
  expect(nextInTurn(all, "Bo", 1)).toBe(cem);
  expect(nextInTurn(all, "Dee", 3)).toBe(cem);
  expect(nextInTurn([anna], "Anna", 0)).toBeUndefined();
});

test("conversations with a held reply are skipped", () => {
  expect(nextInTurn([anna, bo, { ...cem, isReplyHeld: true }, dee], "Bo", 1)).toBe(dee);
  expect(nextInTurn([{ ...anna, isReplyHeld: true }, bo], "Bo", 1)).toBeUndefined();
});

test("after a conversation has left the list, its former place counts", () => {
  expect(nextInTurn([anna, cem, dee], "Bo", 1)).toBe(cem);
  expect(nextInTurn([anna], "Bo", 1)).toBe(anna);
  expect(neighbour([anna, cem, dee], "Bo", 1, 1)).toBe(cem);
  expect(neighbour([anna, cem, dee], "Bo", 1, -1)).toBe(anna);
});

test("the keys move through the list to its ends, and begin with the first", () => {
  expect(neighbour(all, "Bo", 1, 1)).toBe(cem);
  expect(neighbour(all, "Bo", 1, -1)).toBe(anna);
  expect(neighbour(all, "Dee", 3, 1)).toBeUndefined();
  expect(neighbour(all, "Anna", 0, -1)).toBeUndefined();
  expect(neighbour(all, null, -1, 1)).toBe(anna);
  expect(neighbour(all, null, -1, -1)).toBeUndefined();
});
