import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { addMonths } from "@/server/domain/formats/calendar";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { getMandate } from "./find-mandate";

/** A debit at the bank, whose mandate had been collected last on `takenOverOn` by earlier software. */
async function given(takenOverOn: string | null = null) {
  const at = await givenDebitsAtBank();
  const [one] = at.debits as [DebitAtBank];
  await db.update(mandates).set({ lastCollectedOn: takenOverOn }).where(eq(mandates.id, one.debit.mandateId));
  return {
    ...at,
    one,
    read: () => getMandate(db, at.partner.actor, one.debit.mandateId),
    reject: () => at.report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "AM04" }] }),
  };
}

test("a rejected debit is no collection: the day of earlier software stays, and the mandate expires 36 months after the debit", async () => {
  const { read, reject } = await given("2026-07-01");
  expect(await read()).toMatchObject({ collectedOn: "2026-07-01", expiresOn: addMonths("2026-07-01", 36) });
  await reject();
  expect(await read()).toMatchObject({ collectedOn: "2026-07-01", expiresOn: addMonths(COLLECTED_ON, 36) });
});

test("a mandate whose only debit was rejected was never collected", async () => {
  const { read, reject } = await given();
  expect(await read()).toMatchObject({ collectedOn: null });
  await reject();
  expect(await read()).toMatchObject({ collectedOn: null, lastCollectedOn: COLLECTED_ON });
});

test("a debit at the bank is a collection once it is booked, and stays one if it is returned", async () => {
  const { one, read, told940 } = await given("2026-07-01");
  await told940([booking(one)]);
  expect(await read()).toMatchObject({ collectedOn: COLLECTED_ON });
  await told940([returned(one)]);
  expect(await read()).toMatchObject({ collectedOn: COLLECTED_ON });
});
