import { expect, test } from "vitest";
import { madeAt, newId } from "./id";

const AT = 1_800_000_000_000;
const made = (count: number, at: number) => Array.from({ length: count }, () => newId(at));

test("ids made by a process one after another sort in that order, also within a millisecond", () => {
  const ids = [...made(1_000, AT), ...made(1_000, AT + 1)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id is 40 lowercase hexadecimal characters and contains its creation time", () => {
  for (const at of [0, AT, 2 ** 48 - 1]) {
    const id = newId(at);
    expect(id).toMatch(/^[0-9a-f]{40}$/);
    expect(madeAt(id)).toBe(at);
  }
});

test("ids within a millisecond differ even beyond the counter's range", () => {
  const ids = made(70_000, AT + 2);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(-3)) expect(id).toMatch(/^[0-9a-f]{40}$/);
});
