import { expect, test } from "vitest";
import { inPieces } from "@/server/testing/statement-files";
import { withoutFebruary30 } from "./february-days";
import { readStatementFile } from "./read-statement-file";

test.each([
  ["2026-02-30", "2026-02-28"],
  ["2026-02-29", "2026-02-28"],
  ["2028-02-29", "2028-02-29"],
  ["2028-02-30", "2028-02-29"],
  ["2026-02-31", "2026-02-31"],
  ["2026-04-31", "2026-04-31"],
  ["2026-13-01", "2026-13-01"],
])("%s is %s", (written, meant) => {
  expect(withoutFebruary30(written)).toBe(meant);
});

async function daysIn(day: string, closing = "260302") {
  const file = `:20:M1\n:25:NL91ABNA0417164300\n:28C:1\n:60F:C250227EUR0,00\n:61:${day}C10,00NTRFNONREF\n:86:Fee\n:62F:C${closing}EUR10,00\n`;
  const days: string[] = [];
  for await (const part of readStatementFile(inPieces(file))) {
    if (part.kind === "entry") days.push(part.entry.valueOn, part.entry.bookedOn);
    if (part.kind === "end") days.push(String(part.end.closingOn));
  }
  return days;
}

test("value dates, booking days and days of balances of 30 February are the month's last day, in the year of the value date", async () => {
  expect(await daysIn("2502280229")).toEqual(["2025-02-28", "2025-02-28", "2026-03-02"]);
  expect(await daysIn("2502280230")).toEqual(["2025-02-28", "2025-02-28", "2026-03-02"]);
  expect(await daysIn("2402290230")).toEqual(["2024-02-29", "2024-02-29", "2026-03-02"]);
  expect(await daysIn("2502300228")).toEqual(["2025-02-28", "2025-02-28", "2026-03-02"]);
  expect(await daysIn("2502280228", "260230")).toEqual(["2025-02-28", "2025-02-28", "2026-02-28"]);
});

test("31 April, 31 February and a thirteenth month are refused", async () => {
  for (const day of ["2504310430", "2504300431", "2502310228", "2502280231", "2513011201", "2512011301"]) {
    await expect(daysIn(day)).rejects.toMatchObject({ reason: "not_a_date", element: ":61:", line: 5 });
  }
  await expect(daysIn("2502280228", "260431")).rejects.toMatchObject({ reason: "not_a_date", element: ":62F:", line: 7 });
});
