import fc from "fast-check";
import { expect, test } from "vitest";
import { addWorkingDays, isBankDay } from "@/server/domain/banking/bank-days";
import { addDays } from "@/server/domain/formats/calendar";
import { collectionDay, collectionDayOfFile } from "./debit-days";
import { debitLeadLimits, debitNoticeLimits } from "./debit-state";

const anyDay = fc.integer({ min: 0, max: 73_000 }).map((days) => addDays("2000-01-01", days));
const { days: lead } = debitLeadLimits;

test("a debit is collected on the first bank day from the due day on that leaves the notice and the bank's days", () => {
  const days = { dueOn: "2026-12-10", today: "2026-11-30", noticeDays: 5, leadDays: 2 };
  expect(collectionDay(days)).toBe("2026-12-10");
  expect(collectionDay({ ...days, noticeDays: 14 })).toBe("2026-12-14");
  // 13 December 2026 is a Sunday.
  expect(collectionDay({ ...days, dueOn: "2026-12-13" })).toBe("2026-12-14");
  // 25 and 26 December are closed, and followed by a Sunday.
  expect(collectionDay({ ...days, dueOn: "2026-12-25" })).toBe("2026-12-28");
  // The file can be made tomorrow at the earliest: 1, then 2 and 3 December.
  expect(collectionDay({ ...days, dueOn: "2026-11-30", noticeDays: 1 })).toBe("2026-12-03");
  // Good Friday to Easter Monday 2027.
  expect(collectionDayOfFile("2027-03-25", 1)).toBe("2027-03-30");
});

test("on any day of 200 years, all promises hold and no earlier bank day keeps them", () => {
  const notice = fc.integer({ min: debitNoticeLimits.least, max: debitNoticeLimits.most });
  fc.assert(
    fc.property(anyDay, anyDay, notice, fc.integer({ min: lead.least, max: lead.most }), (today, due, noticeDays, leadDays) => {
      const dueOn = due < addDays(today, 60) ? due : today;
      const keeps = (day: string) =>
        isBankDay(day, "target") &&
        day >= dueOn &&
        day >= addDays(today, noticeDays) &&
        day >= collectionDayOfFile(addDays(today, 1), leadDays);
      const on = collectionDay({ dueOn, today, noticeDays, leadDays });
      expect(keeps(on)).toBe(true);
      for (let before = addDays(on, -1); before > today; before = addDays(before, -1)) expect(keeps(before)).toBe(false);
      expect(collectionDayOfFile(today, leadDays) > addWorkingDays(today, leadDays - 1, "target")).toBe(true);
    }),
    { numRuns: 300 },
  );
});
