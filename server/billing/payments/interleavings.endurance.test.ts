import { expect, test } from "vitest";
import { db } from "@/db/client";
import { interleave } from "@/server/testing/interleavings";
import { MailWitness } from "@/server/testing/mail-witness";
import { sizeOf } from "@/server/testing/size-of";

/** Invoices of six rounds each; 10,000 interleavings take half an hour. */
const INVOICES = Number(process.env.INTERLEAVED_INVOICES ?? sizeOf({ small: 15, large: 100 }));

test("simultaneous actions on an invoice have only allowed outcomes, and its books agree", async () => {
  const mails = new MailWitness(db, 0);
  const outcomes = new Set<string>();
  for (let seed = 0; seed < INVOICES; seed += 1) {
    const interleaved = await interleave(db, mails, seed);
    expect(interleaved.violations).toEqual([]);
    for (const outcome of interleaved.outcomes.keys()) outcomes.add(outcome);
  }
  // Proves that every outcome occurred.
  expect([...outcomes, ...mails.outcomes.keys()]).toEqual(
    expect.arrayContaining([
      "retract done",
      "retract payment_in_progress",
      "creditAndRefund done",
      "refund done",
      "refundByHand done",
      "remind done",
      "mail taken",
    ]),
  );
}, 3_600_000);
