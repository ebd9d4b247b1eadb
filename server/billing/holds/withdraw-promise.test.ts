import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { presentCollection } from "@/server/api/collection";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { formatDay } from "@/server/domain/formats/dates";
import { firstFeeDay } from "@/server/domain/rules/late-fee";
import { waitsUntil } from "@/server/domain/rules/promise";
import { changesOf } from "@/server/testing/changes-of";
import { givenPromise } from "@/server/testing/given-promise";
import { holdInvoice, resumeInvoice, withdrawPromise } from "./hold-invoice";

const long = (day: string) => formatDay(day, "en", "long");

async function promisedWorld(days: number, settings: Parameters<typeof givenPromise>[0] = {}) {
  const world = await givenPromise({ settings: { promiseDays: 30 }, ...settings });
  expect(await world.promise(world.day(days))).toBeUndefined();
  await world.collect();
  const holdId = (await world.promised())[0]?.id ?? "";
  return {
    ...world,
    holdId,
    withdraw: (id = holdId) => withdrawPromise(db, world.staff(), world.id, { holdId: id, reason: "Moved away" }),
  };
}

describe("a promise that staff withdraw", () => {
  test("leaves seven days, which a mail names; then the reminders go on, and do not name it", async () => {
    const { withdraw, mails, collect, collection, day, staff, id, jump, kinds } = await promisedWorld(40);
    await withdraw();
    await collect();
    const mail = (await mails()).at(-1);
    expect(mail?.subject).toMatch(new RegExp(`please pay €\\s?45.00 by ${long(day(25))}`));
    expect(mail?.body).toContain("the day by which you had promised to pay invoice");
    expect(presentCollection(await collection())).toMatchObject({
      promise: { pay_on: day(40), state: "withdrawn" },
      hold: { kind: "paused", until: day(25), reason: "Moved away" },
      pay_by: day(25),
    });
    expect((await listTimeline(db, staff(), id)).find(({ kind }) => kind === "held")).toMatchObject({
      withdrawsPromise: true,
      until: day(25),
      reason: "Moved away",
    });
    await jump(25);
    expect(await kinds()).not.toContain("reminder1");
    await jump(26);
    expect(await kinds()).toContain("reminder1");
    expect((await mails()).at(-1)?.body).not.toContain("promised");
  });

  test("is withdrawn once, as it was seen, and by nobody else", async () => {
    const { withdraw, staff, id, promise, day } = await promisedWorld(40);
    await expect(withdraw("0".repeat(40))).rejects.toMatchObject({ code: "no_promise" });
    const stranger = await givenPromise();
    await expect(withdrawPromise(db, stranger.staff(), id, { holdId: "", reason: "x" })).rejects.toMatchObject({
      code: "invalid_invoice_id",
    });
    const outcomes = await Promise.allSettled([withdraw(), withdraw()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(withdraw()).rejects.toMatchObject({ code: "no_promise" });
    // Also for the same day: it is not in force any more.
    for (const days of [30, 40]) expect(await promise(day(days))).toBe("promised");
    await resumeInvoice(db, staff(), id);
    const left = (await db.select().from(holds).where(eq(holds.invoiceId, id))).filter(({ endedAt }) => endedAt === null);
    expect(left).toMatchObject([{ withdrawsPromise: true, until: day(25) }]);
  });

  test("ends no later than it would have, and nobody is asked for what is paid", async () => {
    const { withdraw, collection, day, staff, id, collect, kinds } = await promisedWorld(20);
    await withdraw();
    expect((await collection()).invoice.hold?.until).toBe(waitsUntil(day(20)));
    await recordExternalPayment(db, staff(), id, null, { amountCents: 4_500, reason: "Statement", mayExceed: false, paidOn: null });
    await collect();
    expect(await kinds()).not.toContain("promise_withdrawn");
  });

  test("is withdrawn by the interface's resumption as well", async () => {
    const { staff, id, collection, day, partner } = await promisedWorld(40);
    await resumeInvoice(db, staff(), id);
    const withdrawn = {
      promise: { state: "withdrawn" },
      hold: { until: day(25), reason: expect.not.stringContaining(long(day(40))) },
    };
    expect(presentCollection(await collection())).toMatchObject(withdrawn);
    // The second time changes nothing, because the mail names the last day of the pause.
    const changes = await changesOf(partner.id, () => resumeInvoice(db, staff(), id));
    expect(changes).toEqual([]);
    expect(presentCollection(await collection())).toMatchObject(withdrawn);
  });

  test("keeps its seven days: other holds only interrupt them, and no pause cuts them", async () => {
    const { withdraw, staff, id, collection, day } = await promisedWorld(40);
    await withdraw();
    const hold = (kind: "stopped" | "paused", until = day(19)) =>
      holdInvoice(db, staff(), id, kind === "paused" ? { kind, until, reason: "Ill" } : { kind, reason: "Deceased" });
    await expect(hold("paused")).rejects.toMatchObject({ code: "invoice_on_hold" });
    await hold("paused", day(40));
    await expect(hold("paused")).rejects.toMatchObject({ code: "invoice_on_hold" });
    await hold("stopped");
    await resumeInvoice(db, staff(), id);
    expect((await collection()).invoice.hold).toMatchObject({ withdrawsPromise: true, until: day(25), reason: "Moved away" });
    expect((await listTimeline(db, staff(), id)).filter((event) => event.kind === "held" && event.withdrawsPromise)).toMatchObject([
      { isResumed: true },
      { isResumed: false },
    ]);
  });

  test("is told by a mail that names the end of a longer pause, and asks for nothing while nothing may be demanded", async () => {
    const paused = await promisedWorld(40);
    await paused.withdraw();
    await holdInvoice(db, paused.staff(), paused.id, { kind: "paused", until: paused.day(45), reason: "Ill" });
    await paused.collect();
    expect((await paused.mails()).at(-1)?.subject).toContain(`by ${long(paused.day(45))}`);

    const stopped = await promisedWorld(40);
    await stopped.withdraw();
    await holdInvoice(db, stopped.staff(), stopped.id, { kind: "stopped", reason: "Deceased" });
    await stopped.collect();
    const mail = (await stopped.mails()).at(-1);
    expect(mail?.subject).toContain("the day that you promised no longer applies");
    expect(mail?.body).toContain("The invoice itself has not been cancelled. You do not need to do anything now");
    expect(mail?.body).not.toMatch(/45.00/);

    const paying = await promisedWorld(40);
    await startPayment(db, paying.customer(), paying.id, { method: "ideal", returnUrl: null });
    await paying.withdraw();
    await paying.collect();
    expect((await paying.outgoing()).find(({ kind }) => kind === "promise_withdrawn")).toMatchObject({ state: "waiting" });
  });
});

describe("a promise and a late-payment fee", () => {
  // Reminded on day 22, with the fee on day 44 unless the customer pays by day 36.
  const fee = {
    settings: { promiseDays: 30, latePaymentFeeCents: 500, reminder3Day: 60 },
    invoice: { customerCountryCode: "NL" },
    days: 22,
  } as const;
  const fees = async (invoiceId: string) =>
    (await db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))).filter(
      ({ type }) => type === "LATE-PAYMENT-FEE-LINE",
    );

  test("a promise before the last free day changes neither", async () => {
    const { plan, jump, id, day } = await promisedWorld(28, fee);
    expect((await plan())?.fee).toMatchObject({ graceUntil: day(43) });
    await jump(43);
    expect(await fees(id)).toEqual([]);
    const days = (Date.parse(firstFeeDay(day(43))) - Date.parse(day(0))) / 86_400_000;
    await jump(days);
    expect(await fees(id)).toHaveLength(1);
  });

  test("a promise beyond the last free day: no fee before it is over, and the next reminder names the fee as the first one did", async () => {
    const { jump, id, outgoing, day, kinds } = await promisedWorld(50, fee);
    await jump(50);
    expect(await fees(id)).toEqual([]);
    await jump(56);
    expect(await fees(id)).toEqual([]);
    expect(await kinds()).toContain("reminder2");
    // The third one comes 30 days later, with the fee.
    expect((await outgoing()).find(({ kind }) => kind === "reminder2")?.graceUntil).toBe(day(85));
    await jump(85);
    expect(await fees(id)).toEqual([]);
  });

  test.each(["in the portal", "over the interface, twice"])(
    "withdrawing one beyond the last free day %s brings no fee at once",
    async (way) => {
      const { jump, withdraw, id, outgoing, kinds, day, staff, collect } = await promisedWorld(50, fee);
      await jump(45);
      if (way === "in the portal") await withdraw();
      else for (const _ of [1, 2]) await resumeInvoice(db, staff(), id);
      await collect();
      expect(await kinds()).toContain("promise_withdrawn");
      expect(await fees(id)).toEqual([]);
      await jump(53);
      expect(await kinds()).toContain("reminder2");
      expect(await fees(id)).toEqual([]);
      expect((await outgoing()).find(({ kind }) => kind === "reminder2")?.graceUntil).toBe(day(82));
    },
  );
});
