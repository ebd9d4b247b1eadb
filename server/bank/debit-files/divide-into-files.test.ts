import { expect, test } from "vitest";
import { divideIntoFiles } from "./divide-into-files";

const debit = (collectOn: string) => ({ collectOn, sequenceType: "RCUR" as const, mandate: { scheme: "CORE" as const } });
const sizes = (files: object[][]) => files.map(({ length }) => length);

test("a file has no more debits than a bank's report about it may list", () => {
  const many = Array.from({ length: 20_001 }, () => debit("2026-12-01"));
  expect(sizes(divideIntoFiles(many, { isOneFilePerBatch: false }))).toEqual([10_000, 10_000, 1]);
  expect(sizes(divideIntoFiles(many.slice(0, 10_000), { isOneFilePerBatch: false }))).toEqual([10_000]);
});

test("a bank that takes one batch in a file gets one for each day", () => {
  const two = [debit("2026-12-01"), debit("2026-12-02"), debit("2026-12-01")];
  expect(sizes(divideIntoFiles(two, { isOneFilePerBatch: true }))).toEqual([2, 1]);
  expect(sizes(divideIntoFiles(two, { isOneFilePerBatch: false }))).toEqual([3]);
});
