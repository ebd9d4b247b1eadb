import { expect, test } from "vitest";
import { db } from "@/db/client";
import { runCollection } from "@/server/background/run-collection";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { bankDayIn, givenPlannedDebit } from "@/server/testing/given-planned-debit";

test.each([true, false])("a round of collection ends beside planned debits, also if the import's settings say %s", async (isOn) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  await givenPlannedDebit(partner, company, { amounts: [3_000, 1_550], isOn });
  await givenPlannedDebit(partner, company, { collectOn: bankDayIn(1), isOn });
  const runMs = 20_000;
  const beganAt = performance.now();
  const { sent, looked } = await runCollection(db, { transport: { kind: "mailbox" }, scope: { partnerId: partner.id }, runMs });
  expect({ sent, looked }).toEqual({ sent: 0, looked: 3 });
  expect(performance.now() - beganAt).toBeLessThan(runMs);
});
