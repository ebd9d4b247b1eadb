import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { findDueDebits } from "@/server/bank/debit-files/find-due-debits";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { cancelDebitParts } from "@/server/billing/invoices/cancel-debit-parts";
import { DAY_MS } from "@/server/domain/formats/time";
import { transact } from "@/server/platform/transact";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenMember } from "@/server/testing/given-person";
import { givenCollecting, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { markNotArrived } from "./mark-not-arrived";

const mailbox = { kind: "mailbox" } as const;

async function given() {
  const { partner, company, first } = await givenCollecting();
  const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [4_500] });
  const whereAnnouncement = and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.aboutId, debit.id));
  return {
    ...{ partner, company, first, debit, invoiceId: invoices[0]?.id ?? "" },
    parts: () => db.select().from(payments).where(eq(payments.debitId, debit.id)),
    status: async () => (await db.select().from(debits).where(eq(debits.id, debit.id)))[0]?.status,
    listed: async () => (await listComing(db, first.actor, company.id)).listed,
    announcement: async () => (await db.select().from(outgoingMessages).where(whereAnnouncement))[0],
  };
}

test("a debit whose announcement did not arrive, as a person states, is taken out at once, also if it is alone on its day", async () => {
  const { first, debit, parts, status, listed, announcement, partner } = await given();
  expect(await listed()).toMatchObject([{ blocker: null, isAnnounced: true }]);
  await markNotArrived(db, first.actor, debit.id);
  expect(await announcement()).toMatchObject({ state: "refused", failure: "not_arrived" });
  expect(await listed()).toEqual([]);
  expect(await status()).toBe("cancelled");
  expect(await parts()).toMatchObject([{ status: "cancelled" }]);
  const inTwoWeeks = new Date(Date.now() + 14 * DAY_MS);
  expect(await findDueDebits(db, eq(debits.partnerId, partner.id), inTwoWeeks)).toEqual([]);
  await expect(markNotArrived(db, first.actor, debit.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("its customer is then asked by the ordinary request, and told of no debit that they do not know of", async () => {
  const world = await givenDebits();
  const { actor } = await givenMember(world.partner, { role: "administrator" });
  await world.collect(mailbox);
  const [debit] = await world.debits();
  await markNotArrived(db, actor, debit?.id ?? "");
  await world.collect(mailbox);
  const [announced, ...more] = await world.mailsTo(world.customerEmail);
  expect(announced?.subject).toContain("Direct debit");
  expect(more).toHaveLength(1);
  expect(more[0]?.subject).not.toMatch(/debit/i);
  expect(await world.debits()).toMatchObject([{ status: "cancelled" }]);
});

test("a customer who was told of an earlier day is told that nothing is collected", async () => {
  const { partner, first, debit, invoiceId } = await given();
  await transact(db, first.actor, (tx) => postponeDebits(tx, first.actor, [debit.id]));
  const ofPartner = eq(outgoingMessages.partnerId, partner.id);
  await db
    .update(outgoingMessages)
    .set({ state: "sent" })
    .where(and(ofPartner, eq(outgoingMessages.round, 1)));
  await markNotArrived(db, first.actor, debit.id);
  const told = and(ofPartner, eq(outgoingMessages.kind, "debit_cancelled"));
  expect(await db.select().from(outgoingMessages).where(told)).toMatchObject([{ invoiceId, aboutId: debit.id }]);
});

test("an invoice that has left the debit is not marked, and the others are taken out", async () => {
  const { partner, company, first } = await given();
  const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [2_000, 3_000] });
  const [gone, left] = invoices.map(({ id }) => id);
  const ofDebit = and(eq(payments.partnerId, partner.id), eq(payments.debitId, debit.id));
  const [part] = await db
    .select({ paymentId: payments.id, debitId: sql<string>`${payments.debitId}` })
    .from(payments)
    .where(and(ofDebit, eq(payments.invoiceId, gone ?? "")));
  if (!part) throw new Error("The debit has no such part");
  await db.transaction((tx) => cancelDebitParts(tx, partner.id, [part], new Date()));
  await markNotArrived(db, first.actor, debit.id);
  const rows = await db.select().from(outgoingMessages).where(eq(outgoingMessages.aboutId, debit.id));
  const stateOf = (invoiceId: string | undefined) => rows.find((row) => row.invoiceId === invoiceId)?.state;
  expect([stateOf(gone), stateOf(left)]).toEqual(["sent", "refused"]);
  expect((await db.select().from(payments).where(ofDebit)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});

test("nothing is marked while the bank may collect the debit by a withdrawn file that it has named", async () => {
  const { partner, first, debit, listed, announcement } = await given();
  const fileId = await givenFileOf(debit);
  await withdrawDebitFile(db, first.actor, fileId);
  await db.transaction((tx) => holdWithdrawn(tx, { partnerId: partner.id, fileId }, new Date()));
  expect(await listed()).toMatchObject([{ blocker: "bank_has_file", isAnnounced: false }]);
  await expect(markNotArrived(db, first.actor, debit.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await announcement()).toMatchObject({ state: "sent" });
});

test("only people who see the company may state it, and no system", async () => {
  const { partner, debit, listed } = await given();
  const { actor } = await givenMember(partner, { accessLevel: "money", companyIds: [] });
  await expect(markNotArrived(db, actor, debit.id)).rejects.toMatchObject({ code: "invalid_debit_id" });
  await expect(markNotArrived(db, partner.actor, debit.id)).rejects.toThrow();
  expect(await listed()).toMatchObject([{ blocker: null }]);
});
