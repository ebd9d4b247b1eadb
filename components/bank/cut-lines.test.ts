import { expect, test } from "vitest";
import { cutLines } from "./cut-lines";

test("lines with one number of columns are named together, and more than those named are hinted at", () => {
  const rows = [
    { line: 3, columns: 20 },
    { line: 8, columns: 20 },
    { line: 9, columns: 21 },
  ];
  expect(cutLines({ width: 19, rows, hasMore: false })).toEqual([
    { columns: 20, count: 2, lines: "3, 8" },
    { columns: 21, count: 1, lines: "9" },
  ]);
  expect(cutLines({ width: 19, rows: rows.slice(0, 2), hasMore: true })).toEqual([{ columns: 20, count: 2, lines: "3, 8, …" }]);
});
