import { expect, test } from "vitest";
import { db } from "@/db/client";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { markPaid } from "@/server/bank/refund-files/end-item";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { getHome } from "./get-home";

test("payments put off, and refunds in a file that nobody has paid yet, are counted beside the work that waits", async () => {
  const given = await givenRefundFile();
  await given.told([{ cents: 700, name: "Falk Anders", bankReference: "L1" }], { id: "S4" });
  const put = (await given.transactions()).find(({ state }) => state === "open");
  await setAside(db, given.actor, { transactionId: put?.id ?? "", seenDecisions: 0 }, "later");
  const counted = async (actor = given.actor) => (await getHome(db, actor)).needsMe.setAside;

  expect(await counted()).toEqual({ later: 1, unpaidRefunds: 2 });
  await markPaid(db, given.actor, given.five.id);
  expect(await counted()).toEqual({ later: 1, unpaidRefunds: 1 });
  expect(await counted({ ...given.actor, companyIds: [] })).toEqual({ later: 0, unpaidRefunds: 0 });
});
