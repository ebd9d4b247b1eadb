import { expect, test } from "vitest";
import { dayAt } from "@/server/domain/formats/calendar";
import { datedName } from "./csv-answer";

test("the name of an export has the partner's day, which in a sandbox may be another one", () => {
  const tenDays = 10 * 24 * 60 * 60 * 1_000;
  const later = dayAt(new Date(Date.now() + tenDays));
  expect(datedName("invoices", { clockOffsetMs: tenDays })).toBe(`invoices-${later}`);
});
