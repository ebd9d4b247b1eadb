import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { askQuestion } from "@/server/customer-page/ask-question";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { findCustomer } from "@/server/customer-page/find-customer";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { changesOf } from "@/server/testing/changes-of";
import { givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";
import { holdInvoice, resumeInvoice } from "./hold-invoice";

const settings = {
  dueDays: 14,
  request1Day: 0,
  request2Day: 10,
  reminder1Day: 4,
  reminder2Day: 18,
  reminder3Day: null,
  latePaymentFeeCents: 500,
};
const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
const today = () => dayAt(new Date());

/** An invoice in a sandbox, this many days after its customer was asked. */
async function given(days = 0) {
  const world = await givenCollected({ settings, isSandbox: true, invoice: { customerCountryCode: "NL" } });
  await world.collect();
  await jumpClock(world.partner, days);
  const actor = { ...world.partner.actor, clockOffsetMs: days * DAY_MS };
  const kinds = async () => (await world.outgoing()).map(({ kind, state }) => `${kind} ${state}`);
  return { ...world, actor, kinds, invoiceId: world.invoice.id };
}

describe("a paused invoice", () => {
  test("causes no message through the last day of the pause, and the next one the day after", async () => {
    const { partner, actor, invoiceId, collect, kinds } = await given();
    await holdInvoice(db, actor, invoiceId, { kind: "paused", until: addDays(today(), 20), reason: "On holiday" });
    await jumpClock(partner, 20);
    await collect();
    expect(await kinds()).toEqual(["request1 sent"]);
    await jumpClock(partner, 21);
    await collect();
    // The due day is over by then, so the next message is a reminder.
    expect(await kinds()).toEqual(["request1 sent", "reminder1 sent"]);
  });

  test("whose customer has not been asked yet leaves them the payment period after the pause", async () => {
    const { partner, invoice, collect } = await givenCollected({ settings: { ...settings, request1Day: 1 }, isSandbox: true });
    await holdInvoice(db, partner.actor, invoice.id, { kind: "paused", until: addDays(today(), 20), reason: "Address unknown" });
    await collect();
    expect(await describeInvoice(db, partner.actor, invoice.id)).toMatchObject({ dueOn: addDays(today(), 35) });
  });

  test("can be paused for longer, and stopped or handed over instead, but not paused once it is stopped", async () => {
    const { actor, invoiceId } = await given();
    const until = addDays(today(), 5);
    await holdInvoice(db, actor, invoiceId, { kind: "paused", until, reason: "Ill" });
    await holdInvoice(db, actor, invoiceId, { kind: "paused", until: addDays(until, 9), reason: "Still ill" });
    await holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "Deceased" });
    await expect(holdInvoice(db, actor, invoiceId, { kind: "paused", until, reason: "Ill" })).rejects.toMatchObject({
      code: "invoice_on_hold",
    });
    await holdInvoice(db, actor, invoiceId, { kind: "handed_over", reason: "To the estate's lawyer" });
    expect((await describeInvoice(db, actor, invoiceId)).hold).toMatchObject({ kind: "handed_over", reason: "To the estate's lawyer" });
    const told = (await listTimeline(db, actor, invoiceId)).flatMap((event) => (event.kind === "held" ? [event.hold] : []));
    expect(told).toEqual(["handed_over", "stopped", "paused", "paused"]);
  });

  test.each([-1, 367])("cannot be paused until %i days from today", async (days) => {
    const { actor, invoiceId } = await given();
    const pause = { kind: "paused", until: addDays(today(), days), reason: "Ill" } as const;
    await expect(holdInvoice(db, actor, invoiceId, pause)).rejects.toMatchObject({ code: "invalid_until" });
  });
});

describe("a stopped invoice", () => {
  test("causes no message and no fee, is still due and payable, and continues when resumed", async () => {
    const { partner, actor, invoiceId, collect, kinds } = await given();
    await holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "Hardship" });
    await jumpClock(partner, 60);
    await collect();
    expect(await kinds()).toEqual(["request1 sent"]);
    expect(await describePlan(db, actor, invoiceId)).toMatchObject({ items: [], dueOn: addDays(today(), 14) });
    const described = await describeInvoice(db, actor, invoiceId);
    expect(described.account).toMatchObject({ outstandingCents: 4_500, feesCents: 0 });

    await resumeInvoice(db, actor, invoiceId, described.hold?.id);
    await collect();
    expect(await kinds()).toEqual(["request1 sent", "reminder1 sent"]);
  });

  test("cancels a waiting message", async () => {
    const { partner, invoice, decide, collect, outgoing } = await givenCollected({ settings, isSandbox: true });
    await decide();
    await holdInvoice(db, partner.actor, invoice.id, { kind: "stopped", reason: "A mistake" });
    await collect();
    expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([["request1", "cancelled"]]);
  });
});

describe("a customer who objects", () => {
  async function asCustomer(actor: Awaited<ReturnType<typeof given>>["actor"], invoiceId: string) {
    const customer = await findCustomer(db, secretOf(await customerLink(db, actor, invoiceId)), null);
    if (!customer) throw new Error("a new link opens nothing");
    return customer;
  }

  test("asks a question that holds the invoice until staff resume, and is told about the hold", async () => {
    const { partner, actor, invoiceId, collect, kinds } = await given();
    const customer = await asCustomer(actor, invoiceId);
    await askQuestion(db, customer, { message: "I left in May.", objects: true });
    await jumpClock(partner, 60);
    await collect();
    expect(await kinds()).toEqual(["request1 sent"]);
    const seen = await describeForCustomer(db, { ...customer, clockOffsetMs: 60 * DAY_MS });
    expect(seen).toMatchObject({ invoice: { hold: { kind: "objected", reason: "I left in May." } }, plan: { items: [] } });
    expect(seen.tickets.map(({ message, status }) => [message, status])).toEqual([["I left in May.", "unanswered"]]);
    await resumeInvoice(db, actor, invoiceId);
    await collect();
    expect(await kinds()).toEqual(["request1 sent", "reminder1 sent"]);
  });

  test("can object once: objecting again, or to a stopped or retracted invoice, is only a question", async () => {
    const { actor, invoiceId } = await given();
    const customer = await asCustomer(actor, invoiceId);
    await Promise.all(times(3, () => askQuestion(db, customer, { message: "No.", objects: true })));
    expect(await holdsOf(invoiceId)).toMatchObject([{ kind: "objected", endedAt: null }]);
    await holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "They are right" });
    await askQuestion(db, customer, { message: "Still no.", objects: true });
    expect((await describeInvoice(db, actor, invoiceId)).hold).toMatchObject({ kind: "stopped" });

    const other = await given();
    const otherCustomer = await asCustomer(other.actor, other.invoiceId);
    await creditAndRetractInvoice(db, other.actor, other.invoiceId, retraction);
    await askQuestion(db, otherCustomer, { message: "Thanks?", objects: true });
    expect(await holdsOf(other.invoiceId)).toEqual([]);
  });
});

test("of twenty simultaneous holds one succeeds, the partner is notified, and resuming twice is refused", async () => {
  const { partner, actor, invoiceId } = await given();
  const hold = () => holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "Hardship" });
  let outcomes: PromiseSettledResult<void>[] = [];
  const changes = await changesOf(partner.id, async () => {
    outcomes = await Promise.allSettled(times(20, hold));
  });
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(changes).toMatchObject([{ record: "invoice", recordId: invoiceId, kind: "held" }]);
  expect(await changesOf(partner.id, () => resumeInvoice(db, actor, invoiceId))).toMatchObject([
    { recordId: invoiceId, kind: "hold_ended" },
  ]);
  await expect(resumeInvoice(db, actor, invoiceId)).rejects.toMatchObject({ code: "invoice_not_on_hold" });
});

test("a person who saw an earlier hold cannot lift the one that replaced it", async () => {
  const { actor, invoiceId } = await given();
  await holdInvoice(db, actor, invoiceId, { kind: "paused", until: addDays(today(), 3), reason: "Ill" });
  const seen = (await describeInvoice(db, actor, invoiceId)).hold?.id;
  await holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "Deceased" });
  await expect(resumeInvoice(db, actor, invoiceId, seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("an untransmitted or retracted invoice cannot be held, and another partner's does not exist", async () => {
  const partner = await givenPartner();
  const stop = { kind: "stopped", reason: "No" } as const;
  const draft = await givenInvoice(partner);
  await expect(holdInvoice(db, partner.actor, draft.id, stop)).rejects.toMatchObject({ code: "invoice_not_transmitted" });
  const { actor, invoiceId } = await given();
  await expect(holdInvoice(db, partner.actor, invoiceId, stop)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  await expect(resumeInvoice(db, partner.actor, invoiceId)).rejects.toMatchObject({ code: "invalid_invoice_id" });
  await creditAndRetractInvoice(db, actor, invoiceId, retraction);
  await expect(holdInvoice(db, actor, invoiceId, stop)).rejects.toMatchObject({ code: "already_retracted" });
});

test("holds stay on record: nothing changes one, ends it twice, or deletes it without its invoice", async () => {
  const { actor, invoiceId } = await given();
  await holdInvoice(db, actor, invoiceId, { kind: "stopped", reason: "Hardship" });
  await resumeInvoice(db, actor, invoiceId);
  const ofInvoice = and(eq(holds.partnerId, actor.partnerId), eq(holds.invoiceId, invoiceId));
  await expect(db.update(holds).set({ reason: "Another" }).where(ofInvoice)).rejects.toThrow();
  await expect(
    db
      .update(holds)
      .set({ endedAt: new Date(0) })
      .where(ofInvoice),
  ).rejects.toThrow();
  await expect(db.delete(holds).where(ofInvoice)).rejects.toThrow();
});

function holdsOf(invoiceId: string) {
  return db.select().from(holds).where(eq(holds.invoiceId, invoiceId)).orderBy(holds.id);
}
