import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankDayIn, givenCollecting, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { listComing } from "./list-coming";

test("all planned debits count as in no file, and those for which it is too early apart", async () => {
  const { partner, company, first } = await givenCollecting();
  for (const days of [10, 10, 10, 40, 40]) await givenPlannedDebit(partner, company, { collectOn: bankDayIn(days) });
  const coming = await listComing(db, first.actor, company.id);
  expect(coming).toMatchObject({ count: 5, earlyCount: 2 });
});
