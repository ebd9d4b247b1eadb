import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { lookAtDesk } from "@/server/testing/given-statement";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile } from "@/server/testing/statement-files";

const ROUNDS = sizeOf({ small: 3, large: 60 });

// Postgres counts deadlocks per database, and each connection reports its own late: those of other files must not count here.
givenOwnDatabase("waiting_return_locks");

/** Returns the number of deadlocks that are known to have been ended in this file's database. */
async function deadlocks(): Promise<number> {
  const [row] = await db.execute<{ count: string }>(
    sql`select deadlocks as count from pg_stat_database where datname = current_database()`,
  );
  return Number(row?.count);
}

/** A return that waits for its booking, which is stored and not matched yet. */
async function givenWaitingReturn() {
  const given = await givenDebitsAtBank([{ amounts: [1_000, 500] }]);
  const [one] = given.debits as [DebitAtBank];
  await given.told([returned(one)], { id: "S2", on: RETURNED_ON });
  await given.store(camtFile([{ iban: given.iban, entries: [booking(one)], id: "S1" }]));
  const [waiting] = await given.transactions();
  return { ...given, one, seen: { transactionId: waiting?.id ?? "", seenDecisions: 0 } };
}

type Given = Awaited<ReturnType<typeof givenWaitingReturn>>;

const acts: [string, (given: Given) => Promise<unknown>][] = [
  ["a person who puts the return off", ({ partner, seen }) => setAside(db, partner.actor, seen, "later")],
  ["a person who says that it is no return", ({ partner, seen }) => setAside(db, partner.actor, seen, "noted")],
  [
    "a person who takes the payments back",
    async ({ partner, seen }) => {
      const paid = await db.query.payments.findMany({ where: (of, { eq }) => eq(of.partnerId, partner.id) });
      await takePaymentBack(
        db,
        partner.actor,
        seen,
        paid.map(({ id }) => id),
      );
    },
  ],
  ["another run of the job", ({ partner }) => lookAtDesk(partner)],
  ["a report", ({ report, one }) => report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "AC04" }] })],
  [
    "a payment by hand",
    ({ partner, one }) =>
      recordExternalPayment(db, partner.actor, one.invoices[0]?.id ?? "", 1, { amountCents: 100, reason: "Cash", mayExceed: true }),
  ],
  [
    "a retraction",
    ({ partner, one }) =>
      creditAndRetractInvoice(db, partner.actor, one.invoices[1]?.id ?? "", {
        ...{ creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false },
      }),
  ],
];

test.each(acts)(
  "a booking with a waiting return, and %s at once: both end without a deadlock, and the return counts once",
  async (_who, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const given = await givenWaitingReturn();
      await Promise.allSettled([lookAtDesk(given.partner), act(given)]);
      await lookAtDesk(given.partner);
      const [debit] = await given.debitsNow();
      expect(["booked", "returned"]).toContain(debit?.status);
      for (const invoice of given.one.invoices) {
        const lines = await given.lines(invoice);
        expect(lines.filter((line) => line.endsWith("sdd"))).toHaveLength(1);
        expect(lines.filter((line) => line.startsWith("CHARGEBACK-LINE"))).toHaveLength(debit?.status === "returned" ? 1 : 0);
      }
    }
    expect(await deadlocks()).toBe(0);
  },
  600_000,
);

test("a booking does not wait for a person who decides about the return: it is made once they have decided", async () => {
  const given = await givenWaitingReturn();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from bank_transactions where id = ${given.seen.transactionId} for update`);
    await lookAtDesk(given.partner);
    expect((await given.transactions()).map(({ state }) => state)).toEqual(["open", "new"]);
    // The invoice is not locked, so the person can go on.
    await tx.execute(sql`select from invoices where id = ${given.one.invoices[0]?.id ?? ""} for update nowait`);
  });
  await lookAtDesk(given.partner);
  expect((await given.debitsNow()).map(({ status }) => status)).toEqual(["returned"]);
});
