import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import { listDebitsOfFile } from "@/server/bank/debit-files/list-debits-of-file";
import { collectAsSeen } from "@/server/bank/payments/collect-debits";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { offerDebits } from "@/server/bank/payments/offer-debits";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { approveProposal } from "@/server/desk/approvals/decide-proposal";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenPartner } from "@/server/testing/given";
import {
  batchOf,
  booking,
  COLLECTED_ON,
  type DebitAtBank,
  givenDebitsAtBank,
  RETURNED_ON,
  returned,
} from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";
import { endDebit } from "./end-debit";

const three = [{}, { amounts: [2_000] }, { amounts: [300, 200] }];

/** Three debits, of 10.00, 20.00 and 5.00, collected yesterday or before, and functions for what a person does about them. */
async function given(wanted: Parameters<typeof givenDebitsAtBank>[0] = three) {
  const bank = await givenDebitsAtBank(wanted);
  const all = bank.debits as [DebitAtBank, DebitAtBank, DebitAtBank];
  const person = await givenMember(bank.partner);
  const idsOf = (...chosen: DebitAtBank[]) => chosen.map(({ debit }) => debit.id);
  const end = (one: DebitAtBank) => endDebit(db, person.actor, one.debit.id);
  const seen = async () => {
    const { id: transactionId = "", decisions: seenDecisions = 0 } = (await bank.transactions()).at(-1) ?? {};
    return { transactionId, seenDecisions };
  };
  const collect = async (...chosen: DebitAtBank[]) => collectAsSeen(db, person.actor, await seen(), idsOf(...chosen));
  const lines = async () => (await Promise.all(all.flatMap(({ invoices }) => invoices).map(bank.lines))).flat();
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  const status = async () => (await bank.debitsNow()).map((debit) => debit.status);
  const doubt = async () => (await describeTransaction(db, person.actor, (await seen()).transactionId)).debitDoubt;
  return { ...bank, all, person, idsOf, end, seen, collect, lines, states, status, doubt };
}

const sum = (cents: number, more: object = {}) => ({ cents, on: COLLECTED_ON, text: "Collections", ...more });

test("a booking that failed, and against which nothing speaks, is not said to be booked otherwise", async () => {
  const { all, store, iban, transactions, doubt } = await given();
  await store(camtFile([{ iban, entries: [booking(all[0])] }]));
  // As after an error while it was matched.
  await recordMatches(db, await transactions(), "open");
  expect(await doubt()).toBe("not_matched");
});

describe("a debit of which the bank says nothing", () => {
  test("is ended by a person: nothing stands on the invoice, the customer is told, and the security log names the person", async () => {
    const { all, end, status, lines, announced, person, partner, id } = await given();
    await end(all[0]);
    expect([await status(), await lines()]).toEqual([["rejected", "at_bank", "at_bank"], []]);
    expect(await announced(all[0].invoices)).toEqual(["payment_failed"]);
    const events = await db.select().from(securityEvents).where(eq(securityEvents.partnerId, partner.id));
    expect(events.filter(({ kind }) => kind === "debit_ended")).toMatchObject([
      { actor: `person:${person.actor.id}`, after: expect.objectContaining({ debit: all[0].debit.id, amountCents: 1_000 }) },
    ]);
    const { entries } = await listDebitsOfFile(db, person.actor, id, { pageNumber: 1, pageSize: 10 });
    expect(entries.find((each) => each.id === all[0].debit.id)).toMatchObject({ endedBy: `person:${person.actor.id}` });
  });

  test("is ended once, also by two clicks, and not once the bank has answered", async () => {
    const { all, end, told, report, status } = await given();
    const clicks = await Promise.allSettled([end(all[0]), end(all[0])]);
    expect(clicks.map((click) => click.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await told([booking(all[1])]);
    await report({ payments: [{ endToEndId: all[2].debit.endToEndId, status: "RJCT", reason: "AC04" }] });
    for (const one of [all[1], all[2]]) await expect(end(one)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await status()).toEqual(["rejected", "booked", "rejected"]);
  });

  test("is not ended before its day is over, nor by another partner", async () => {
    const { all, end } = await given([{ collectOn: dayAt(new Date()) }, {}, {}]);
    await expect(end(all[0])).rejects.toMatchObject({ code: "debit_not_due" });
    await expect(endDebit(db, (await givenPartner()).actor, all[1].debit.id)).rejects.toMatchObject({ code: "invalid_debit_id" });
  });

  test("and is then left out of the sum of its batch, which is booked", async () => {
    const { all, end, told, partner, states, status, lines } = await given();
    await told([sum(2_500, { batchId: batchOf(all[0]) })]);
    expect(await states()).toEqual(["open"]);
    await end(all[0]);
    await lookAtDesk(partner);
    expect([await states(), await status()]).toEqual([["booked"], ["rejected", "booked", "booked"]]);
    expect(await lines()).toEqual(["PAYMENT-LINE -20.00 sdd", "PAYMENT-LINE -3.00 sdd", "PAYMENT-LINE -2.00 sdd"]);
  });

  test.each([
    ["alone", (one: DebitAtBank) => booking(one), "ended_by_person"],
    ["with the sum of its batch", (one: DebitAtBank) => sum(3_500, { batchId: batchOf(one) }), "sum_differs"],
  ])("and is booked late nevertheless, %s: the money waits for a person, who can book it, once", async (_how, entryOf, why) => {
    const { all, end, told, states, status, lines, collect, doubt } = await given();
    await end(all[0]);
    await told([entryOf(all[0])]);
    expect([await states(), await lines(), await doubt()]).toEqual([["open"], [], why]);
    const chosen = why === "sum_differs" ? all : [all[0]];
    expect(await collect(...chosen)).toBe("done");
    expect([await states(), (await status())[0]]).toEqual([["booked"], "booked"]);
    await expect(collect(...chosen)).rejects.toMatchObject({ code: "bank_transaction_settled_by_bank" });
    expect((await lines()).filter((line) => line === "PAYMENT-LINE -10.00 sdd")).toHaveLength(1);
  });

  test("and goes back: the return waits, and is booked with the late booking", async () => {
    const { all, end, told, states, lines, collect, seen } = await given();
    await end(all[0]);
    await told([returned(all[0])], { id: "S2", on: RETURNED_ON });
    await told([booking(all[0])]);
    expect([await states(), await lines()]).toEqual([["open", "open"], []]);
    await collect(all[0]);
    expect([await states(), await lines()]).toEqual([
      ["booked", "booked"],
      ["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"],
    ]);
    expect((await seen()).seenDecisions).toBe(1);
  });

  test("while its booking or a report arrives: whichever was first, the debit ends in one way, and nothing is booked twice", async () => {
    for (let round = 0; round < sizeOf({ small: 3, large: 60 }); round += 1) {
      const { all, end, told, report, status, lines, partner } = await given();
      const { endToEndId } = all[1].debit;
      await Promise.allSettled([
        told([booking(all[0])]),
        end(all[0]),
        report({ payments: [{ endToEndId, status: "RJCT", reason: "AM04" }] }),
        end(all[1]),
      ]);
      await lookAtDesk(partner);
      const [first, second] = await status();
      expect(["booked", "rejected"]).toContain(first);
      expect(second).toBe("rejected");
      expect(await lines()).toEqual(first === "booked" ? ["PAYMENT-LINE -10.00 sdd"] : []);
    }
  }, 600_000);
});

describe("a sum that a person assigns to direct debits", () => {
  test("is booked on their invoices; the others stay at the bank, and the same money in another file is only noted", async () => {
    const { all, told, collect, states, status, lines, person, seen } = await given();
    await told([sum(1_500)]);
    expect(await offerDebits(db, person.actor, (await seen()).transactionId)).toMatchObject([
      { collectOn: COLLECTED_ON, debits: [{ amountCents: 1_000, isRejected: false }, { amountCents: 2_000 }, { amountCents: 500 }] },
    ]);
    expect(await collect(all[0], all[2])).toBe("done");
    expect([await states(), await status()]).toEqual([["booked"], ["booked", "at_bank", "booked"]]);
    const booked = ["PAYMENT-LINE -10.00 sdd", "PAYMENT-LINE -3.00 sdd", "PAYMENT-LINE -2.00 sdd"];
    expect(await lines()).toEqual(booked);
    const last = await seen();
    await told([booking(all[0]), booking(all[2])], { style: "notification8" });
    expect([await states(), await lines()]).toEqual([["booked", "noted", "noted"], booked]);
    await expect(undoDecision(db, person.actor, last)).rejects.toMatchObject({ code: "bank_transaction_settled_by_bank" });
  });

  test("is refused if they do not add up to it, are collected already, or are of another account or partner", async () => {
    const { all, told, collect, person, partner, seen, idsOf } = await given();
    await told([sum(1_500)]);
    await expect(collect(all[0], all[1])).rejects.toMatchObject({ code: "debits_of_other_sum" });
    await told([booking(all[2], { bankReference: "B9" })], { style: "notification8" });
    const [first] = (await seenAll(partner.id)).filter(({ amountCents }) => amountCents === 1_500);
    const act = (ids: string[], actor = person.actor) =>
      collectAsSeen(db, actor, { transactionId: first?.id ?? "", seenDecisions: 0 }, ids);
    await expect(act(idsOf(all[0], all[2]))).rejects.toMatchObject({ code: "debit_collected" });
    await expect(act(["f".repeat(40)])).rejects.toMatchObject({ code: "invalid_debit_id" });
    const sibling = await givenBankingCompany(partner);
    await sibling.told([sum(1_000)]);
    await expect(collect(all[0])).rejects.toMatchObject({ code: "invalid_debit_id" });
    const stranger = await givenPartner();
    await expect(collectAsSeen(db, stranger.actor, await seen(), idsOf(all[0]))).rejects.toMatchObject({
      code: "invalid_bank_transaction_id",
    });
  });

  test("is refused if the same money is booked by hand from another kind of file", async () => {
    const { all, told, collect, person, seen } = await given();
    await told([sum(1_000)], { style: "notification8" });
    const [invoice] = all[0].invoices;
    await bookAsSeen(db, person.actor, await seen(), [{ invoiceId: invoice?.id ?? "", amountCents: 1_000 }]);
    await told([sum(3_500)]);
    await expect(collect(...all)).rejects.toMatchObject({ code: "debit_booked_otherwise" });
  });

  test("above the limit waits for a second person, and is then booked once", async () => {
    const { all, told, collect, states, status, partner, lines } = await given();
    await db.update(partners).set({ secondPersonAboveCents: 1_499 }).where(eq(partners.id, partner.id));
    const colleague = await givenMember(partner);
    await told([sum(1_500)]);
    expect(await collect(all[0], all[2])).toBe("proposed");
    expect([await states(), await status()]).toEqual([["open"], ["at_bank", "at_bank", "at_bank"]]);
    await expect(collect(all[0], all[2])).rejects.toMatchObject({ code: "bank_transaction_proposed" });
    const proposalId = (await listProposals(db, colleague.actor))[0]?.id ?? "";
    await approveProposal(db, colleague.actor, proposalId, null);
    expect([await states(), await status()]).toEqual([["booked"], ["booked", "at_bank", "booked"]]);
    expect(await lines()).toHaveLength(3);
  });

  test("that a person approves too late, after the bank has booked one of them alone, is refused", async () => {
    const { all, told, collect, states, partner } = await given();
    await db.update(partners).set({ secondPersonAboveCents: 1_499 }).where(eq(partners.id, partner.id));
    const colleague = await givenMember(partner);
    await told([sum(1_500, { on: "2026-11-24" })], { on: "2026-11-24" });
    await collect(all[0], all[2]);
    await told([booking(all[0])], { id: "S2", opening: 101_500 });
    expect(await states()).toEqual(["open", "booked"]);
    const proposalId = (await listProposals(db, colleague.actor))[0]?.id ?? "";
    await expect(approveProposal(db, colleague.actor, proposalId, null)).rejects.toMatchObject({ code: "debit_collected" });
  });

  test("by two people at once, while the bank's single bookings arrive: each debit is booked once", async () => {
    for (let round = 0; round < sizeOf({ small: 3, large: 60 }); round += 1) {
      const { all, told, collect, lines, partner } = await given();
      await told([sum(3_500)]);
      await Promise.allSettled([
        collect(...all),
        collect(...all),
        told(
          all.map((each) => booking(each)),
          { style: "notification8" },
        ),
      ]);
      await lookAtDesk(partner);
      expect(await lines()).toEqual([
        ...["PAYMENT-LINE -10.00 sdd", "PAYMENT-LINE -20.00 sdd"],
        ...["PAYMENT-LINE -3.00 sdd", "PAYMENT-LINE -2.00 sdd"],
      ]);
    }
  }, 600_000);
});

async function seenAll(partnerId: string) {
  return db.query.bankTransactions.findMany({ where: (of, { eq: is }) => is(of.partnerId, partnerId) });
}
