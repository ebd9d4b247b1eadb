import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { addAmount } from "@/server/billing/collection/add-amount";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { restDueOn } from "@/server/billing/collection/rest-of-debit";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { givenPartner } from "@/server/testing/given";
import { collectionOf } from "@/server/testing/given-collection";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";

test("a booked debit that leaves a rest is told by a receipt with the day to pay it by, and no request or reminder comes with it", async () => {
  const of = await givenPartner({ isSandbox: true });
  const at = await givenDebitsAtBank([{ locale: "en" }], { of, isOn: true });
  const [one] = at.debits as [DebitAtBank];
  const [invoice] = one.invoices;
  if (!invoice) throw new Error("The debit collects nothing");
  // Planning a debit sets this due day as well.
  await db.update(invoices).set({ dueOn: COLLECTED_ON }).where(eq(invoices.id, invoice.id));
  await addAmount(db, at.partner.actor, invoice.id, 1, { amountCents: 300, description: "Fee" });
  await at.told([booking(one)]);
  const { collect } = collectionOf(at.partner);
  await collect({ kind: "mailbox" });
  const dueOn = restDueOn(dayAt(new Date()));
  const plan = await describePlan(db, at.partner.actor, invoice.id);
  expect(plan).toMatchObject({ dueOn, payBy: dueOn });
  expect(plan?.items[0]?.kind).toBe("reminder1");
  expect(dayAt(plan?.items[0]?.at ?? new Date()) > dueOn).toBe(true);
  const queued = await db
    .select({ kind: outgoingMessages.kind })
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, at.partner.id), eq(outgoingMessages.invoiceId, invoice.id)));
  expect(queued.filter(({ kind }) => /request|reminder/.test(kind))).toEqual([]);
  const [receipt] = (await db.select().from(mails).where(eq(mails.recipient, one.debit.customerKey))).filter(({ body }) =>
    body?.includes("€3.00"),
  );
  expect(receipt?.body).toContain(formatDay(dueOn, "en", "long"));
});
