import { expect, test } from "vitest";
import { wire } from "./wire";

const there = (value: unknown) => wire.deserialize(wire.serialize(value));

test.each([
  ["a date, also deep inside", { at: new Date("2026-11-20T09:30:00.123Z"), list: [{ at: new Date(0) }] }],
  ["a date alone", new Date(1)],
  ["nothing", undefined],
  ["null", null],
  ["text that looks like a date", { text: '{"$date":1}', iso: "2026-11-20T09:30:00.123Z" }],
  ["figures and flags", { cents: Number.MAX_SAFE_INTEGER, less: -1, flag: false, empty: "", list: [] }],
])("what is written is read as it was: %s", (_, value) => {
  expect(there(value)).toEqual(value);
});
