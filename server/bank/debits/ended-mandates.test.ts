import { expect, test } from "vitest";
import { db } from "@/db/client";
import { getMandate } from "@/server/billing/mandates/find-mandate";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { booking, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";

test("a mandate that ended by a bank's reason states this reason, of a rejected and of a returned debit alike", async () => {
  const given = await givenDebitsAtBank([{}, {}, {}]);
  const [rejected, back, repeated] = given.debits as [DebitAtBank, DebitAtBank, DebitAtBank];
  const reasonOf = async ({ debit }: DebitAtBank) => (await getMandate(db, given.partner.actor, debit.mandateId)).endedBecause;
  const payments = [{ endToEndId: rejected.debit.endToEndId, status: "RJCT", reason: "AC04", texts: ["Konto erloschen"] }];
  await given.report({ status: "PART", payments });
  expect(await reasonOf(rejected)).toEqual({ code: "AC04", text: "Konto erloschen" });

  await given.told([booking(back), booking(repeated)]);
  await given.told([returned(back, { returnReason: "MD07" }), returned(repeated)], { id: "S2" });
  expect(await reasonOf(back)).toEqual({ code: "MD07", text: null });
  expect(await reasonOf(repeated)).toBeNull();
  await withdrawMandate(db, given.partner.actor, repeated.debit.mandateId);
  expect(await reasonOf(repeated)).toBeNull();
});
