import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { collectAsSeen } from "@/server/bank/payments/collect-debits";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { offerDebits } from "@/server/bank/payments/offer-debits";
import { offerInvoices } from "@/server/bank/payments/offer-invoices";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { transact } from "@/server/platform/transact";
import { batchOf, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { bookDebits } from "./book-debits";
import { endDebit } from "./end-debit";
import { lockDebits } from "./lock-debits";

/** A sum of three debits, of which the first turn has booked one. Before the next turn, a person has ended another one, so that it waits. */
async function given() {
  const bank = await givenDebitsAtBank([{}, { amounts: [2_000] }, { amounts: [300, 200] }]);
  const all = bank.debits as [DebitAtBank, DebitAtBank, DebitAtBank];
  const { partner } = bank;
  const { actor } = await givenMember(partner, { role: "administrator" });
  await bank.store(camtFile([{ iban: bank.iban, entries: [{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(all[0]) }] }]));
  await transact(db, partner.actor, async (tx) => {
    const [transaction] = await tx.select().from(bankTransactions).where(eq(bankTransactions.partnerId, partner.id));
    if (!transaction) throw new Error("The sum was not stored");
    const { debits, invoices } = await lockDebits(tx, partner.actor, [all[0].debit.id]);
    await bookDebits(tx, partner.actor, [{ transaction, debits }], invoices);
  });
  await endDebit(db, actor, all[1].debit.id);
  await lookAtDesk(partner);
  const seen = async () => {
    const { id: transactionId = "", decisions: seenDecisions = 0 } = (await bank.transactions())[0] ?? {};
    return { transactionId, seenDecisions };
  };
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  const status = async () => (await bank.debitsNow()).map((debit) => debit.status);
  return { ...bank, all, actor, seen, states, status };
}

test("the rest of a sum that was booked in part and stopped fitting is assigned to debits by a person", async () => {
  const { all, actor, seen, states, status } = await given();
  expect([await states(), await status()]).toEqual([["open"], ["booked", "rejected", "at_bank"]]);
  const { transactionId } = await seen();
  expect(await describeTransaction(db, actor, transactionId)).toMatchObject({ refusal: null, leftCents: 2_500 });
  const [batch] = await offerDebits(db, actor, transactionId);
  expect(batch?.debits.map(({ id }) => id)).toEqual([all[1].debit.id, all[2].debit.id]);
  expect((await offerInvoices(db, actor, transactionId)).mayAssignToDebits).toBe(true);
  const act = async (...chosen: DebitAtBank[]) =>
    collectAsSeen(
      db,
      actor,
      await seen(),
      chosen.map(({ debit }) => debit.id),
    );
  await expect(act(all[2])).rejects.toMatchObject({ code: "debits_of_other_sum" });
  await expect(act(all[0], all[1], all[2])).rejects.toMatchObject({ code: "debit_collected" });
  expect(await act(all[1], all[2])).toBe("done");
  expect([await states(), await status()]).toEqual([["booked"], ["booked", "booked", "booked"]]);
  await expect(undoDecision(db, actor, await seen())).rejects.toMatchObject({ code: "bank_transaction_settled_by_bank" });
});

test("the rest can be put off, set aside and booked on an invoice, and Undo leaves the debits", async () => {
  const { partner, company, actor, seen, states, status } = await given();
  await expect(undoDecision(db, actor, await seen())).rejects.toMatchObject({ code: "bank_transaction_settled_by_bank" });
  await setAside(db, actor, await seen(), "later");
  await undoDecision(db, actor, await seen());
  const { invoice } = await givenBilled({ partner, company }, { amountCents: 1_000 });
  await bookAsSeen(db, actor, await seen(), [{ invoiceId: invoice.id, amountCents: 1_000 }]);
  await undoDecision(db, actor, await seen());
  expect([await states(), await status()]).toEqual([["open"], ["booked", "rejected", "at_bank"]]);
  await setAside(db, actor, await seen(), "noted");
  expect(await states()).toEqual(["noted"]);
});

test("once all of the rest is booked on an invoice, Undo gives the rest back to a person, and leaves the debits", async () => {
  const { partner, company, actor, seen, states, status, lines, all } = await given();
  const { invoice } = await givenBilled({ partner, company }, { amountCents: 2_500 });
  await bookAsSeen(db, actor, await seen(), [{ invoiceId: invoice.id, amountCents: 2_500 }]);
  expect([await states(), await lines(invoice)]).toEqual([["booked"], ["PAYMENT-LINE -25.00 bank_transfer"]]);
  const { transactionId } = await seen();
  expect(await describeTransaction(db, actor, transactionId)).toMatchObject({ refusal: null });
  await undoDecision(db, actor, await seen());
  expect([await states(), await status()]).toEqual([["open"], ["booked", "rejected", "at_bank"]]);
  expect(await lines(invoice)).toEqual(["PAYMENT-LINE -25.00 bank_transfer", "CHARGEBACK-LINE 25.00"]);
  expect(await lines(all[0].invoices[0] as { id: string })).toEqual(["PAYMENT-LINE -10.00 sdd"]);
  expect(await describeTransaction(db, actor, transactionId)).toMatchObject({ leftCents: 2_500 });
});
