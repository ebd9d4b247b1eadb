import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { sendAgain } from "@/server/messages/send-again";
import { givenMember } from "@/server/testing/given-person";
import { givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { markNotArrived } from "./mark-not-arrived";

async function given() {
  const { partner, company, first } = await givenCollecting();
  const { debit, invoices } = await givenPlannedDebit(partner, company, { amounts: [4_500] });
  const whereAnnouncement = and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.aboutId, debit.id));
  return {
    ...{ partner, company, first, debit, invoiceId: invoices[0]?.id ?? "", whereAnnouncement },
    listed: async () => (await listComing(db, first.actor, company.id)).listed,
    announcement: async () => (await db.select().from(outgoingMessages).where(whereAnnouncement))[0],
  };
}

test("a debit whose announcement did not arrive, as a person states, goes into no file until it is announced again", async () => {
  const { first, company, debit, invoiceId, whereAnnouncement, listed, announcement } = await given();
  expect(await listed()).toMatchObject([{ blocker: null, isAnnounced: true }]);
  await markNotArrived(db, first.actor, debit.id);
  expect(await announcement()).toMatchObject({ state: "refused", failure: "not_arrived" });
  expect(await listed()).toMatchObject([{ blocker: "not_arrived", isAnnounced: false }]);
  await expect(markNotArrived(db, first.actor, debit.id)).rejects.toMatchObject({ code: "changed_meanwhile" });

  await sendAgain(db, first.actor, invoiceId, (await announcement())?.id ?? "");
  expect(await listed()).toMatchObject([{ blocker: "not_announced" }]);
  await db.update(outgoingMessages).set({ state: "sent" }).where(whereAnnouncement);
  expect(await makeFiles(first.actor, company)).toHaveLength(1);
  await expect(markNotArrived(db, first.actor, debit.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("only people who see the company may state it, and no system", async () => {
  const { partner, debit, listed } = await given();
  const { actor } = await givenMember(partner, { accessLevel: "money", companyIds: [] });
  await expect(markNotArrived(db, actor, debit.id)).rejects.toMatchObject({ code: "invalid_debit_id" });
  await expect(markNotArrived(db, partner.actor, debit.id)).rejects.toThrow();
  expect(await listed()).toMatchObject([{ blocker: null }]);
});
