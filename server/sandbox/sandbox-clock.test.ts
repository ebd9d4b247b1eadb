import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { runCollection } from "@/server/background/run-collection";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { dayAt, daysFrom, sameTimeOn } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import type { Transport } from "@/server/messages/transport";
import { actorOf } from "@/server/tenancy/people/person";
import { feeDayAfter } from "@/server/testing/fee-day";
import { type GivenPartner, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { collectionOf, givenCollected } from "@/server/testing/given-collection";
import { givenMember } from "@/server/testing/given-person";
import { findSandbox } from "./find-sandbox";
import { MOST_DAYS_AHEAD, moveClock } from "./move-clock";
import { walkClocks } from "./walk-clocks";

const partnerOf = async ({ id }: Pick<GivenPartner, "id">) => only(await db.select().from(partners).where(eq(partners.id, id)));

const move = (partner: GivenPartner, days: number, seenOffsetMs = 0) => moveClock(db, partner.actor, { days, seenOffsetMs });

/** Number of calendar days since the start, and of minutes by which the time of day is later. */
const sinceStart = (start: number) => (moment: Date) => {
  const began = new Date(start);
  const minutes = Math.floor((moment.getTime() - sameTimeOn(dayAt(moment), began).getTime()) / 60_000);
  return [daysFrom(dayAt(began), dayAt(moment)), minutes];
};

describe("a sandbox's clock", () => {
  test("moved over several weeks lets each day happen at its own time, with the fee on the day of the reminder", async () => {
    const start = Date.now();
    const { partner, invoice, customerEmail, outgoing, collect } = await givenCollected({
      settings: { latePaymentFeeCents: 500 },
      invoice: { locale: "en" },
      isSandbox: true,
    });
    await move(partner, 90);
    expect(await findSandbox(db, partner.actor)).toMatchObject({ offsetMs: 0, goingTo: expect.any(Date) });
    await collect({ kind: "mailbox" });

    const days = sinceStart(start);
    expect((await outgoing()).map(({ kind, createdAt, state }) => [kind, ...days(createdAt), state])).toEqual([
      ["request1", 0, 0, "sent"],
      ["request2", 10, 0, "sent"],
      ["reminder1", 18, 0, "sent"],
      ["reminder2", 32, 0, "sent"],
      ["reminder3", feeDayAfter(45), 0, "sent"],
    ]);
    const { lines, messages } = await getInvoice(db, partner.actor, invoice.id);
    expect(messages.map(({ createdAt }) => days(createdAt))).toEqual([
      [0, 0],
      [10, 0],
      [18, 0],
      [32, 0],
      [feeDayAfter(45), 0],
    ]);
    expect(lines.slice(1).map(({ type, date }) => [type, ...days(date)])).toEqual([["LATE-PAYMENT-FEE-LINE", feeDayAfter(45), 0]]);
    const bodies = await db.select({ body: mails.body }).from(mails).where(eq(mails.recipient, customerEmail)).orderBy(asc(mails.id));
    expect(bodies.map(({ body }) => body?.includes("includes collection costs"))).toEqual([false, false, false, false, true]);
    expect(await findSandbox(db, partner.actor)).toMatchObject({ offsetMs: 90 * DAY_MS, goingTo: null });
  });

  test("ends an abandoned payment at its time, and continues with reminders from there", async () => {
    const start = Date.now();
    const { partner, invoice, outgoing, collect } = await givenCollected({ isSandbox: true });
    await collect({ kind: "mailbox" });
    const payment = await givenBegunPayment(partner, invoice, "bank_transfer");
    await move(partner, 12);
    await collect({ kind: "mailbox" });

    const { status, endedAt } = await payment.row();
    expect([status, ...sinceStart(start)(endedAt ?? new Date(0))]).toEqual(["expired", 5, 0]);
    expect((await outgoing()).map(({ kind, createdAt }) => [kind, ...sinceStart(start)(createdAt)])).toEqual([
      ["request1", 0, 0],
      ["request2", 10, 0],
    ]);
  });

  test("continues even while the mail server is away, for which real partners' mails wait", async () => {
    const real = await givenCollected();
    await real.decide();
    const { partner, outgoing, decide } = await givenCollected({ isSandbox: true });
    await decide();
    await move(partner, 12);
    const away: Transport = { kind: "smtp", connect: () => Promise.reject(new Error("away")) };
    // Runs for all partners like the job: the mails of this partner and of the other are in one queue.
    const hasArrived = async () => (await findSandbox(db, partner.actor))?.goingTo === null;
    for (let round = 0; round < 10 && !(await hasArrived()); round += 1) await runCollection(db, { transport: away }).catch(() => {});
    expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([
      ["request1", "sent"],
      ["request2", "sent"],
    ]);
    expect(await findSandbox(db, partner.actor)).toMatchObject({ offsetMs: 12 * DAY_MS, goingTo: null });
  });

  test("waits no longer than the payment for a message that was postponed because of it", async () => {
    const { partner, invoice, outgoing, collect, decide } = await givenCollected({ isSandbox: true });
    await decide();
    await givenBegunPayment(partner, invoice, "ideal");
    await collect({ kind: "mailbox" });
    expect(await outgoing()).toMatchObject([{ kind: "request1", state: "waiting" }]);
    await move(partner, 3);
    await collect({ kind: "mailbox" });
    expect(await outgoing()).toMatchObject([{ kind: "request1", state: "sent" }]);
    expect(await findSandbox(db, partner.actor)).toMatchObject({ offsetMs: 3 * DAY_MS, goingTo: null });
  });

  test("continues after its process died, and moves once even if several processes move it", async () => {
    const { partner, outgoing, collect, decide, sendDue } = await givenCollected({ isSandbox: true });
    await move(partner, 40);
    // The process dies on the tenth day, before any of its work.
    await decide();
    await sendDue({ kind: "mailbox" });
    expect(await walkClocks(db, () => false, { partnerId: partner.id })).toBe(1);
    expect((await partnerOf(partner)).clockOffsetMs).toBeLessThanOrEqual(10 * DAY_MS);
    expect((await partnerOf(partner)).clockTargetMs).toBe(40 * DAY_MS);

    await Promise.all(times(4, () => collect({ kind: "mailbox" })));
    await collect({ kind: "mailbox" });
    expect((await outgoing()).map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1", "reminder2"]);
    expect(await partnerOf(partner)).toMatchObject({ clockOffsetMs: 40 * DAY_MS, clockTargetMs: null });
  });

  test("stays while anything due by it remains to be done", async () => {
    const { partner } = await givenCollected({ isSandbox: true });
    await move(partner, 40);
    await walkClocks(db, () => false, { partnerId: partner.id });
    expect((await partnerOf(partner)).clockOffsetMs).toBe(0);
  });

  test("is moved once by two clicks, and not again while it is moving", async () => {
    const partner = await givenPartner({ isSandbox: true });
    const outcomes = await Promise.allSettled(times(2, () => move(partner, 3)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await collectionOf(partner).collect({ kind: "mailbox" });
    await expect(move(partner, 3)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await move(partner, 3, 3 * DAY_MS);
    await expect(move(partner, 3, 3 * DAY_MS)).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("can be ten years ahead, and no more", async () => {
    const partner = await givenPartner({ isSandbox: true });
    const aheadMs = (MOST_DAYS_AHEAD - 1) * DAY_MS;
    await db.update(partners).set({ clockOffsetMs: aheadMs }).where(eq(partners.id, partner.id));
    expect(await findSandbox(db, partner.actor)).toMatchObject({ mostDays: 1 });
    await expect(move(partner, 2, aheadMs)).rejects.toMatchObject({ code: "clock_too_far" });
    await move(partner, 1, aheadMs);
  });

  test("leaves earlier events at their time, including those that only the table of changes contains", async () => {
    const start = Date.now();
    const { partner, invoice, collect } = await givenCollected({ isSandbox: true });
    const change = (reference: string) =>
      updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber: invoice.externalInvoiceNumber, reference });
    await change("before");
    await move(partner, 9);
    await collect({ kind: "mailbox" });
    await change("after");
    const changed = (await listTimeline(db, partner.actor, invoice.id)).filter(({ kind }) => kind === "recipient_changed");
    expect(changed.map(({ at }) => sinceStart(start)(at))).toEqual([
      [9, 0],
      [0, 0],
    ]);
  });

  test("is the time that people see", async () => {
    const partner = await givenPartner({ isSandbox: true });
    await move(partner, 30);
    await collectionOf(partner).collect({ kind: "mailbox" });
    const { person } = await givenMember({ ...partner, ...(await partnerOf(partner)) });
    const sandbox = await findSandbox(db, actorOf(person, null));
    expect(Math.abs(Number(sandbox?.now) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
  });
});

describe("a real partner", () => {
  test("has no clock to move", async () => {
    const partner = await givenPartner();
    expect(await findSandbox(db, partner.actor)).toBeNull();
    await expect(move(partner, 1)).rejects.toMatchObject({ code: "not_a_sandbox" });
  });

  test("never becomes a sandbox, a sandbox never becomes real, and no clock goes back: the database refuses", async () => {
    const real = await givenPartner();
    const played = await givenPartner({ isSandbox: true });
    const set = (id: string, values: Partial<typeof partners.$inferInsert>) => db.update(partners).set(values).where(eq(partners.id, id));
    await expect(set(real.id, { isSandbox: true })).rejects.toThrow();
    await expect(set(played.id, { isSandbox: false })).rejects.toThrow();
    await set(played.id, { clockOffsetMs: 5_000 });
    await expect(set(played.id, { clockOffsetMs: 4_000 })).rejects.toThrow();
    await expect(set(real.id, { clockTargetMs: 5_000 })).rejects.toThrow();
  });
});
