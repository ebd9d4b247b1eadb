import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { decideWithdrawnFile } from "@/server/bank/debit-files/decide-withdrawn-file";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { collectAsSeen } from "@/server/bank/payments/collect-debits";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { batchOf, booking, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { lookAtDesk } from "@/server/testing/given-statement";

/** A file of two batches, of which the bank has refused the second one, and a person has withdrawn it. */
async function given(restCents: number) {
  const at = await givenDebitsAtBank([{ amounts: [restCents] }, { amounts: [1_000], collectOn: "2026-11-26" }]);
  const [rest, left] = at.debits as [DebitAtBank, DebitAtBank];
  const { actor } = await givenMember(at.partner, { role: "administrator" });
  await at.report({ status: "PART", partId: batchOf(left), partStatus: "RJCT", reason: "DT01", saidAt: "2026-11-26T10:00:00" });
  await withdrawDebitFile(db, actor, at.id);
  return {
    ...{ ...at, actor, rest, left },
    states: async () => (await at.debitsNow()).map(({ status }) => status),
    isHeld: async () =>
      (await db.query.withdrawnDebits.findFirst({ where: eq(withdrawnDebits.debitId, left.debit.id) }))?.namedAt instanceof Date,
    described: async () => {
      const [transaction] = await at.transactions();
      return describeTransaction(db, actor, transaction?.id ?? "");
    },
  };
}

test("a sum that names only the file waits for a person if the withdrawn batch has the same sum as the rest; the desk names the file", async () => {
  const at = await given(1_000);
  await at.told([{ cents: 1_000, on: "2026-11-26", batchId: at.messageId }], { on: "2026-11-26" });
  expect([await at.states(), await at.isHeld()]).toEqual([["at_bank", "planned"], true]);
  const described = await at.described();
  expect(described).toMatchObject({ state: "open", debitDoubt: "partly_withdrawn" });
  expect(described.withdrawnFile).toMatchObject({ id: at.id, withdrawnAt: null, isWaiting: true });

  await decideWithdrawnFile(db, at.actor, at.id, "not_collected");
  expect((await at.described()).withdrawnFile).toMatchObject({ isWaiting: false });
  await collectAsSeen(db, at.actor, { transactionId: described.id, seenDecisions: described.decisions }, [at.rest.debit.id]);
  expect([await at.states(), await at.isHeld()]).toEqual([["booked", "planned"], false]);
});

test("the same sum does not hold the withdrawn batch again after a person has decided about it", async () => {
  const at = await given(1_000);
  await at.told([{ cents: 1_000, on: "2026-11-26", batchId: at.messageId }], { on: "2026-11-26" });
  await decideWithdrawnFile(db, at.actor, at.id, "not_collected");
  await db.update(bankTransactions).set({ state: "new" }).where(eq(bankTransactions.partnerId, at.partner.id));
  await lookAtDesk(at.partner);
  expect([await at.states(), await at.isHeld()]).toEqual([["booked", "planned"], false]);
});

test.each([
  ["that names the batch of the rest is booked", 1_000, (at: Awaited<ReturnType<typeof given>>) => batchOf(at.rest)],
  [
    "that names only the file is booked if the withdrawn batch has another sum",
    1_500,
    (at: Awaited<ReturnType<typeof given>>) => at.messageId,
  ],
])("a sum %s", async (_what, cents, named) => {
  const at = await given(cents);
  await at.told([{ cents, on: "2026-11-26", batchId: named(at) }], { on: "2026-11-26" });
  expect([await at.states(), await at.isHeld()]).toEqual([["booked", "planned"], false]);
  expect((await at.described()).withdrawnFile).toBeNull();
});

test("the desk names the file of which a single debit was withdrawn that the bank has collected", async () => {
  const at = await given(1_000);
  await at.told([booking(at.left, { on: "2026-11-26" })], { on: "2026-11-26" });
  const described = await at.described();
  expect(described).toMatchObject({ state: "open", debitDoubt: "withdrawn_file" });
  expect(described.withdrawnFile).toMatchObject({ id: at.id, withdrawnAt: null, isWaiting: true });
});
