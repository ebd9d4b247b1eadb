import fc from "fast-check";
import { expect, test } from "vitest";
import { contradictionOf, isEndedByRejection, type ReportedItem } from "./payout-contradiction";

const items: fc.Arbitrary<ReportedItem> = fc.record({
  status: fc.constantFrom("ordered", "paid", "returned", "cancelled", "rejected"),
  reportStatus: fc.constantFrom(null, "pending", "accepted", "executed", "rejected"),
  reasonCode: fc.constantFrom(null, "AC04", "AM05"),
});

test("a rejection ends a payment or contradicts what is recorded, unless the payment has ended otherwise", () => {
  fc.assert(
    fc.property(items, fc.constantFrom("AC04", "AM05", "DUPL", ""), (item, reasonCode) => {
      const isEnded = isEndedByRejection(item, reasonCode);
      if (isEnded) expect(item.status).toBe("ordered");
      const after = { ...item, reportStatus: "rejected" as const, reasonCode, ...(isEnded && { status: "rejected" as const }) };
      const isOver = ["returned", "cancelled", "rejected"].includes(after.status);
      expect(contradictionOf(after) === null).toBe(isOver);
    }),
  );
});

test("a payment that is owed again while its bank accepts it is a contradiction", () => {
  for (const status of ["cancelled", "rejected"] as const)
    for (const reportStatus of ["accepted", "executed"] as const)
      expect(contradictionOf({ status, reportStatus, reasonCode: null })).toBe("ended");
  expect(contradictionOf({ status: "ordered", reportStatus: "accepted", reasonCode: null })).toBeNull();
});
