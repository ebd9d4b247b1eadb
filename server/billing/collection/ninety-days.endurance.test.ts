import { expect, test } from "vitest";
import { db } from "@/db/client";
import { playSeason } from "@/server/testing/season";
import { sizeOf } from "@/server/testing/size-of";

const DAYS = sizeOf({ small: 45, large: 90 });
const INVOICES = sizeOf({ small: 20, large: 30 });

test(`${DAYS} days of invoices, paid or not: the books agree, no message is repeated or needless, and the partner is notified of everything`, async () => {
  const { outcomes, violations } = await playSeason(db, { seed: 20_261_122, invoices: INVOICES, days: DAYS });
  expect(violations).toEqual([]);
  // Proves that every act occurred.
  const tried = [
    "pay done",
    "payTwice done",
    "decide done",
    "retract done",
    "refund done",
    "refundByHand done",
    "credit done",
    "answer done",
    "object done",
    "pause done",
    // With this seed, no shorter run resumes a hold.
    ...(DAYS < 90 ? [] : ["resume done"]),
  ];
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(tried));
}, 240_000);
