import { expect, test } from "vitest";
import { db } from "@/db/client";
import { cancelItem } from "@/server/bank/refund-files/end-item";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { givenMember } from "@/server/testing/given-person";
import { orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { undoDecision } from "./undo-decision";

test("the desk is told why nothing can be decided about a payment, and decisions are refused for that reason", async () => {
  const given = await givenBankingCompany();
  const { actor } = await givenMember(given.partner, { role: "administrator" });
  const by = { ...given, actor };
  /** Returns the state and the refusal of a payment, after each decision was refused with it. */
  const readPayment = async (index: number) => {
    const { id: transactionId = "" } = (await given.transactions())[index] ?? {};
    const { state, refusal, decisions: seenDecisions } = await describeTransaction(db, actor, transactionId);
    if (refusal) {
      const seen = { transactionId, seenDecisions };
      await expect(setAside(db, actor, seen, "open")).rejects.toMatchObject({ code: refusal });
      await expect(undoDecision(db, actor, seen)).rejects.toMatchObject({ code: refusal });
    }
    return { state, refusal, seen: { transactionId, seenDecisions } };
  };
  await given.store(camtFile([{ iban: given.iban, entries: [{ cents: 700, name: "Somebody", iban: PAYER, text: "wrong club" }] }]));
  expect(await readPayment(0)).toMatchObject({ state: "new", refusal: "changed_meanwhile" });
  await lookAtDesk(given.partner);
  const found = await readPayment(0);
  expect(found).toMatchObject({ state: "open", refusal: null });
  await setAside(db, actor, found.seen, "to_return");
  expect(await readPayment(0)).toMatchObject({ state: "to_return", refusal: null });

  const { items } = await orderOwed(by);
  expect(await readPayment(0)).toMatchObject({ state: "to_return", refusal: "bank_transaction_in_payout" });
  await cancelItem(db, actor, items[0]?.id ?? "");
  expect(await readPayment(0)).toMatchObject({ state: "to_return", refusal: null });
  const [item] = (await orderOwed(by)).items;
  await getRefundFile(db, actor, item?.payoutId ?? "");
  await given.told([{ cents: -700, endToEndId: item?.endToEndId, iban: PAYER, bankReference: "P" }], { id: "2" });
  expect(await readPayment(0)).toMatchObject({ state: "returned", refusal: "bank_transaction_given_back" });

  // The bank returns it: the first payment is to be sent back again, and the one that came back is settled.
  await given.told([{ cents: 700, endToEndId: item?.endToEndId, returnReason: "AC04", iban: "", bankReference: "R" }], { id: "3" });
  expect(await readPayment(0)).toMatchObject({ state: "to_return", refusal: null });
  expect(await readPayment(2)).toMatchObject({ state: "noted", refusal: "bank_transaction_settled_by_bank" });
});
