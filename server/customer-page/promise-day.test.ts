import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { presentCollection } from "@/server/api/collection";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { addDays } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { waitsUntil } from "@/server/domain/rules/promise";
import { changesOf } from "@/server/testing/changes-of";
import { readingFor } from "@/server/testing/customer-page-of";
import { times } from "@/server/testing/given";
import { givenPromise } from "@/server/testing/given-promise";
import { askQuestion } from "./ask-question";
import { pdfContents } from "./document/pdf-contents";

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const paid = { amountCents: 4_500, reason: "Statement 12", mayExceed: false, paidOn: null };
const long = (day: string) => formatDay(day, "en", "long");

describe("a customer who promises a day", () => {
  test("gets no reminder before a transfer of that day can have arrived; the due day and the amount stay", async () => {
    const { page, promise, promised, plan, day, jump, kinds, staff, id, partner, collection } = await givenPromise();
    const before = await plan();
    expect(await page()).toContain("I will pay by");
    const changes = await changesOf(partner.id, async () => expect(await promise(day(24))).toBeUndefined());
    expect(changes).toMatchObject([{ kind: "held", record: "invoice", recordId: id, actor: expect.stringMatching(/^customer:/) }]);
    const until = waitsUntil(day(24));
    expect(await promised()).toMatchObject([
      { kind: "paused", promisedOn: day(24), until, reason: expect.stringContaining(long(day(24))) },
    ]);
    expect((await plan())?.dueOn).toBe(before?.dueOn);
    expect(presentCollection(await collection())).toMatchObject({
      promise: { pay_on: day(24), no_reminder_until: until, state: "waiting" },
      hold: { kind: "paused", until },
      outstanding_cents: 4_500,
    });
    expect((await listTimeline(db, staff(), id)).find(({ kind }) => kind === "held")).toMatchObject({
      promisedOn: day(24),
      isResumed: false,
      withdrawsPromise: false,
      by: { kind: "customer" },
    });

    const last = 24 + Math.round((Date.parse(until) - Date.parse(day(24))) / 86_400_000);
    await jump(last);
    expect(await kinds()).not.toContain("reminder1");
    await jump(last + 1);
    expect(await kinds()).toContain("reminder1");
    expect((await plan())?.promise).toMatchObject({ state: "missed" });
  });

  test("reads the same on the page, in the PDF and in one mail, and in the next reminder alone that the day is over", async () => {
    const { page, promise, day, collect, mails, jump, customer, invoice } = await givenPromise();
    const number = invoice.externalInvoiceNumber;
    await promise(day(20));
    await collect();
    const next = long(addDays(waitsUntil(day(20)), 1));
    expect(await page()).toContain(
      `You have promised to pay by ${long(day(20))}. You will get no reminder for this invoice before ${next}.`,
    );
    expect(await page()).not.toContain('action="/i/x/promise"');
    const { described, reading } = await readingFor({ actor: customer() });
    expect(pdfContents(described, reading).remarks).toEqual([`You have promised to pay by ${long(day(20)).replaceAll(" ", "\u00a0")}.`]);
    const [confirmation] = (await mails()).filter(({ subject }) => subject.includes("Payment promised by"));
    expect(confirmation?.body).toContain(long(day(20)));
    expect(confirmation?.body).toContain(`will send you no reminder for invoice ${number} before ${next}.`);
    expect(confirmation?.body).toContain(`thank you for telling Rowing Club Northbank when you will pay invoice ${number}.`);
    expect(confirmation?.body).toContain(
      "The amount stays the same, and the invoice keeps its original due date: only the reminders wait.",
    );
    expect(confirmation?.body).not.toMatch(/you will pay by|you pay by/i);

    await jump(30);
    await jump(60);
    const bodies = (await mails())
      .map(({ body }) => body ?? "")
      .filter((body) => body.includes(`You promised to pay by ${long(day(20))}.`));
    expect(bodies).toHaveLength(1);
    expect(await page()).toContain(`You had said that you would pay by ${long(day(20))}; the whole amount has not arrived yet.`);
  });

  test.each(locales)("is told so in their language: %s", async (locale) => {
    const { page, promise, day, collect, mails, jump } = await givenPromise({ invoice: { locale } });
    await promise(day(20));
    await collect();
    const count = (await mails()).length;
    expect((await mails()).at(-1)?.body).not.toMatch(/promise\.|\{/);
    expect(await page()).toContain('class="notice waiting"');
    await jump(30);
    expect((await mails()).length).toBeGreaterThan(count);
  });

  test("promises once, also by a double click and at once for two days; and a form that is sent again changes nothing", async () => {
    const { promise, promised, day, outgoing, offer } = await givenPromise();
    expect(await Promise.all(times(5, () => promise(day(22))))).toEqual(Array(5).fill(undefined));
    expect(await promised()).toHaveLength(1);
    expect((await outgoing()).filter(({ kind }) => kind === "day_promised")).toHaveLength(1);
    expect(await promise(day(23))).toBe("promised");
    expect(await offer()).toEqual({ reason: "promised" });

    const other = await givenPromise();
    const outcomes = await Promise.all([other.promise(other.day(22)), other.promise(other.day(23))]);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    expect(await other.promised()).toHaveLength(1);
  });

  test("can choose no day outside the limits, and none that does not exist", async () => {
    const { promise, promised, day, offer } = await givenPromise();
    expect(await offer()).toMatchObject({ from: day(19), to: day(32) });
    const hostile = ["", "soon", "2027-02-30", "'; drop table holds", `${day(20)} `, "0000-00-00", "9999-12-31", day(18), day(33)];
    for (const wrong of hostile) expect(await promise(wrong)).toBe("invalid_day");
    expect(await promised()).toEqual([]);
    expect(await promise(day(32))).toBeUndefined();
  });
});

describe("no day can be promised", () => {
  test("where the import does not let customers, before they were asked, and long before the due day", async () => {
    const off = await givenPromise({ settings: { promiseDays: null } });
    expect(await off.offer()).toEqual({ reason: "not_offered" });
    expect(await off.page()).not.toContain("I will pay by");
    const early = await givenPromise({ settings: { promiseDays: 5 }, days: 1 });
    expect(await early.offer()).toEqual({ reason: "not_offered" });
    await early.jump(10);
    expect(await early.offer()).toMatchObject({ from: early.day(15), to: early.day(15) });
    expect(await early.page()).toMatch(/Only \d+ \w+ \d{4} is possible/);
    const unasked = await givenPromise({ settings: { request1Day: null, request2Day: null }, days: 16 });
    expect(await unasked.offer()).toEqual({ reason: "not_offered" });
  });

  test("once the invoice is paid, cancelled, held, or being paid", async () => {
    const done = await givenPromise();
    await recordExternalPayment(db, done.staff(), done.id, null, paid);
    expect(await done.promise(done.day(20))).toBe("nothing_outstanding");
    const cancelled = await givenPromise();
    await creditAndRetractInvoice(db, cancelled.staff(), cancelled.id, retraction);
    expect(await cancelled.promise(cancelled.day(20))).toBe("already_retracted");
    const paying = await givenPromise();
    await startPayment(db, paying.customer(), paying.id, { method: "ideal", returnUrl: null });
    expect(await paying.promise(paying.day(20))).toBe("payment_in_progress");
    const disputed = await givenPromise();
    await askQuestion(db, disputed.customer(), { message: "Why?", objects: true });
    expect(await disputed.promise(disputed.day(20))).toBe("on_hold");
    for (const { promised } of [done, cancelled, paying, disputed]) expect(await promised()).toEqual([]);
  });
});

test("a promise and a retraction at once: either comes first, and nobody waits for a cancelled invoice", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { promise, staff, id, day, kinds, collect, plan } = await givenPromise();
    const [promised] = await Promise.all([promise(day(20)), creditAndRetractInvoice(db, staff(), id, retraction)]);
    expect([undefined, "already_retracted"]).toContain(promised);
    await collect();
    expect(await kinds()).not.toContain("day_promised");
    expect((await plan())?.items).toEqual([]);
  }
});

test("a payment in time keeps the promise, and a stronger hold only interrupts it", async () => {
  const kept = await givenPromise();
  await kept.promise(kept.day(24));
  await recordExternalPayment(db, kept.staff(), kept.id, null, paid);
  await kept.jump(40);
  expect((await kept.plan())?.promise).toMatchObject({ state: "kept" });
  expect(await kept.kinds()).not.toContain("reminder1");

  const disputed = await givenPromise();
  await disputed.promise(disputed.day(28));
  await askQuestion(db, disputed.customer(), { message: "Why?", objects: true });
  await disputed.jump(22);
  await resumeInvoice(db, disputed.staff(), disputed.id);
  expect((await disputed.collection()).invoice.hold).toMatchObject({ promisedOn: disputed.day(28), until: waitsUntil(disputed.day(28)) });
  await disputed.jump(28);
  expect(await disputed.kinds()).not.toContain("reminder1");
  const events = (await listTimeline(db, disputed.staff(), disputed.id)).filter((event) => event.kind === "held" && event.promisedOn);
  expect(events).toMatchObject([{ isResumed: true }, { isResumed: false }]);
});

test("a longer pause or an objection within the delay of mails does not keep the confirmation back", async () => {
  const paused = await givenPromise();
  await paused.promise(paused.day(24));
  await holdInvoice(db, paused.staff(), paused.id, { kind: "paused", until: paused.day(40), reason: "On holiday" });
  const disputed = await givenPromise();
  await disputed.promise(disputed.day(24));
  await askQuestion(db, disputed.customer(), { message: "Why?", objects: true });
  for (const { collect, kinds } of [paused, disputed]) {
    await collect();
    expect(await kinds()).toContain("day_promised");
  }
});

test("while a payment is in progress, the confirmation waits", async () => {
  const { promise, customer, id, day, collect, outgoing } = await givenPromise();
  await promise(day(24));
  await startPayment(db, customer(), id, { method: "ideal", returnUrl: null });
  await collect();
  expect((await outgoing()).find(({ kind }) => kind === "day_promised")).toMatchObject({ state: "waiting" });
});

test("what is paid or cancelled meanwhile is not paused again once another hold is lifted", async () => {
  const { promise, staff, id, day, collection } = await givenPromise();
  await promise(day(24));
  await holdInvoice(db, staff(), id, { kind: "stopped", reason: "Deceased" });
  await recordExternalPayment(db, staff(), id, null, paid);
  await resumeInvoice(db, staff(), id);
  expect((await collection()).invoice.hold).toBeNull();
});

test("staff cannot shorten a promise by a pause, and can pause for longer", async () => {
  const { promise, staff, id, day, plan } = await givenPromise();
  await promise(day(24));
  const pause = (until: string) => holdInvoice(db, staff(), id, { kind: "paused", until, reason: "On holiday" });
  await expect(pause(day(22))).rejects.toMatchObject({ code: "invoice_on_hold" });
  await pause(day(40));
  // Nor by two: the customer was told of the promise, not of the longer pause.
  await expect(pause(day(22))).rejects.toMatchObject({ code: "invoice_on_hold" });
  await pause(day(30));
  expect((await plan())?.promise).toMatchObject({ promisedOn: day(24), state: "waiting" });
});
