import { text } from "node:stream/consumers";
import { and, eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { outstandingRollups } from "@/db/schema/rollups";
import type { Actor } from "@/server/actor";
import { presentCollection } from "@/server/api/collection";
import { addAmount } from "@/server/billing/collection/add-amount";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { type ExportWords, exportColumns, exportInvoices } from "@/server/billing/invoices/export-invoices";
import { invoiceQuery } from "@/server/billing/invoices/invoice-filter";
import { listInvoices } from "@/server/billing/invoices/list-invoices";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { findCustomer } from "@/server/customer-page/find-customer";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { changesOf } from "@/server/testing/changes-of";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";

const mailbox = { kind: "mailbox" } as const;
const today = () => dayAt(new Date());

async function givenCollectedWithDueDay(invoice: Parameters<typeof givenCollected>[0] = {}) {
  const collected = await givenCollected({ isSandbox: true, ...invoice });
  const { partner } = collected;
  const later = (days: number) => ({ ...partner.actor, clockOffsetMs: days * DAY_MS });
  return {
    ...collected,
    later,
    mailsTo: (address: string) =>
      db.select({ subject: mails.subject, body: mails.body }).from(mails).where(like(mails.recipient, address)).orderBy(mails.createdAt),
    /** The due day in each place, after so many days. */
    saidOn: async (days: number) => {
      const actor = later(days);
      const [row] = await listInvoices(db, actor, invoiceQuery.parse({}));
      const record = await describeInvoice(db, actor, collected.invoice.id);
      const plan = await describePlan(db, actor, collected.invoice.id);
      const told = presentCollection(await describeCollection(db, actor, collected.invoice.id));
      return {
        list: row?.dueOn,
        record: record.dueOn,
        plan: plan?.dueOn,
        interface: told.due_on,
        export: await exported(actor, "dueOn"),
        page: await dueDayOnPage(actor, collected.invoice.id),
      };
    },
    daysOverdueOn: async (days: number) => ({
      interface: presentCollection(await describeCollection(db, later(days), collected.invoice.id)).days_overdue,
      export: await exported(later(days), "daysOverdue"),
    }),
    isOverdueOn: async (days: number) => (await listInvoices(db, later(days), invoiceQuery.parse({ fact: "overdue" }))).length === 1,
  };
}

const everywhere = (day: string) => ({
  list: day,
  record: day,
  plan: day,
  interface: day,
  export: day,
  page: formatDay(day, "nl", "long"),
});

/** The due day on the customer's page. */
async function dueDayOnPage(actor: Actor, invoiceId: string): Promise<string | undefined> {
  const secret = secretOf(await customerLink(db, actor, invoiceId));
  const customer = await findCustomer(db, secret, null);
  const page = customer && (await customerPageOf({ secret, actor: { ...customer, clockOffsetMs: actor.clockOffsetMs } }));
  return /(?:uiterlijk|moest) op (\d+ \w+ \d{4})/.exec(page ?? "")?.[1];
}

/** One column of the export of the partner's only invoice. */
async function exported(actor: Actor, column: (typeof exportColumns)[number]): Promise<string | undefined> {
  const headers = Object.fromEntries(exportColumns.map((column) => [column, column])) as ExportWords["headers"];
  const states = { not_transmitted: "", transmitted: "", payment_in_progress: "", retracted: "" };
  const words = { headers, states, facts: { paid: "", to_refund: "", outstanding: "" } };
  const [, row] = (await text(exportInvoices(db, actor, { filter: {}, ids: null, locale: "nl", words }))).trimEnd().split("\r\n");
  return row?.split(";")[exportColumns.indexOf(column)]?.replaceAll('"', "");
}

describe("the due day", () => {
  test("of a customer asked on time is the import's in every place; the invoice is overdue from the day after", async () => {
    const { partner, collect, customerEmail, mailsTo, saidOn, isOverdueOn, daysOverdueOn, invoice } = await givenCollectedWithDueDay();
    const due = addDays(today(), 14);
    expect((await forecastImport(db, partner.actor, invoice.importId))?.dueOn).toBe(due);
    await collect(mailbox);
    expect((await mailsTo(customerEmail))[0]?.body).toContain(formatDay(due, "nl", "long"));
    for (const days of [0, 14, 15]) expect(await saidOn(days)).toEqual(everywhere(due));
    expect(await isOverdueOn(14)).toBe(false);
    expect(await isOverdueOn(15)).toBe(true);
    expect(await daysOverdueOn(14)).toEqual({ interface: 0, export: "" });
    expect(await daysOverdueOn(15)).toEqual({ interface: 1, export: "1" });
    expect((await db.select().from(invoices).where(eq(invoices.id, invoice.id)))[0]?.dueOn).toBeNull();
  });

  test("of a customer first reached late is the agreed number of days after that, in every place; the partner is notified, and the ages on Home follow", async () => {
    const { partner, invoice, collect, mailsTo, saidOn, isOverdueOn, outgoing } = await givenCollectedWithDueDay({
      invoice: { customerEmail: null, customerPhoneNumber: "0612345678" },
    });
    await collect(mailbox);
    await jumpClock(partner, 20);
    await collect(mailbox);
    expect(await outgoing()).toEqual([]);
    const address = `${invoice.id}@members.example`;
    await db
      .update(invoices)
      .set({ customerEmail: address })
      .where(and(eq(invoices.partnerId, partner.id), eq(invoices.id, invoice.id)));

    await refreshRollups(db, { scope: { partnerId: partner.id } });
    const changes = await changesOf(partner.id, () => collect(mailbox));
    const due = addDays(today(), 34);
    expect(changes.map(({ kind }) => kind)).toEqual(["due_day_moved", "message_added"]);
    await refreshRollups(db, { scope: { partnerId: partner.id } });
    expect(
      await db.select({ dueOn: outstandingRollups.dueOn }).from(outstandingRollups).where(eq(outstandingRollups.partnerId, partner.id)),
    ).toEqual([{ dueOn: due }]);
    const [mail] = await mailsTo(address);
    expect(mail?.body).toContain(formatDay(due, "nl", "long"));
    expect(await saidOn(20)).toEqual(everywhere(due));
    expect(await isOverdueOn(34)).toBe(false);
    expect(await isOverdueOn(35)).toBe(true);

    for (const days of [30, 38]) {
      await jumpClock(partner, days);
      await collect(mailbox);
    }
    expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([
      ["request1", "sent"],
      ["request2", "sent"],
      ["reminder1", "sent"],
    ]);
    for (const { body } of await mailsTo(address)) expect(body).toContain(formatDay(due, "nl", "long"));
    expect(await saidOn(38)).toEqual(everywhere(due));
  });

  test("once passed, turns a planned request into a reminder; no reminder is sent within a day of a failed payment", async () => {
    const { partner, invoice, collect, outgoing } = await givenCollectedWithDueDay();
    await collect(mailbox);
    const payment = await givenBegunPayment(partner, invoice, "bank_transfer");
    await payment.decide("wait");
    await jumpClock(partner, 23);
    await collect(mailbox);
    expect(await outgoing()).toHaveLength(1);

    await payment.decide("fail");
    await payment.follow();
    await collect(mailbox);
    expect((await outgoing()).map(({ kind }) => kind)).toEqual(["request1", "payment_failed"]);
    await jumpClock(partner, 24.25);
    await collect(mailbox);
    expect((await outgoing()).map(({ kind }) => kind)).toEqual(["request1", "payment_failed", "reminder1"]);
  });

  test("of an amount that staff add to a settled invoice is the agreed number of days after that, in every place; the timeline shows the move", async () => {
    const { partner, invoice, collect, later, saidOn, isOverdueOn, mailsTo, customerEmail } = await givenCollectedWithDueDay();
    await collect(mailbox);
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: "Statement 3", mayExceed: false });
    await jumpClock(partner, 60);
    await addAmount(db, later(60), invoice.id, 2, { amountCents: 1_200, description: "Lost key" });
    await collect(mailbox);

    const due = addDays(today(), 74);
    expect(await saidOn(60)).toEqual(everywhere(due));
    expect(await isOverdueOn(74)).toBe(false);
    expect(await isOverdueOn(75)).toBe(true);
    expect((await mailsTo(customerEmail)).at(-1)?.body).toContain(formatDay(due, "nl", "long"));
    expect((await listTimeline(db, later(60), invoice.id)).map(({ kind }) => kind)).toContain("due_day_moved");
  });

  test("does not move if staff add an amount while something is outstanding", async () => {
    const { invoice, collect, later, saidOn } = await givenCollectedWithDueDay();
    await collect(mailbox);
    await addAmount(db, later(0), invoice.id, 1, { amountCents: 1_200, description: "Lost key" });
    expect(await saidOn(0)).toEqual(everywhere(addDays(today(), 14)));
  });
});
