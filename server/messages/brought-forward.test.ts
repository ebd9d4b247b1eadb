import { and, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect, db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { jumpClock } from "@/server/testing/given-collection";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { type ClaimedMessage, type ComposedMessage, composeMessage } from "./compose-message";
import { beginHandOver, recordNotSent } from "./hand-over";

/** Two invoices of one payer. The mail of the first is being handed over, and has brought the second's reminder forward. */
async function givenBroughtForward() {
  const customerEmail = newAddress();
  const settings = { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34 };
  const { at, collect, collectOn, partner } = await givenHouseholds([{ customerEmail }, { customerEmail }], { settings });
  const actor = { ...partner.actor, clockOffsetMs: 18 * DAY_MS };
  await collectOn(0);
  const dueOn = addDays(dayAt(new Date()), 17);
  await db
    .update(invoices)
    .set({ dueOn })
    .where(eq(invoices.id, at(1).id));
  await jumpClock(partner, 18);
  await takeDueSteps(db, { canMail: true, scope: { partnerId: partner.id } });
  const reminders = (index: number) =>
    db
      .select()
      .from(outgoingMessages)
      .where(and(eq(outgoingMessages.invoiceId, at(index).id), eq(outgoingMessages.kind, "reminder1")));
  const [own] = await reminders(0);
  const claimed = { ...own, checkCode: newCheckCode() } as ClaimedMessage;
  const composed = (await composeMessage(db, actor, claimed)) as ComposedMessage;
  expect(await beginHandOver(db, claimed, composed)).toBe(true);
  expect(await reminders(1)).toMatchObject([{ state: "handing_over", carriedBy: claimed.id }]);
  return { at, collect, collectOn, actor, dueOn, reminders, claimed };
}

test("a reminder that was brought forward by another invoice's mail is not sent alone if that mail is not sent: it keeps its own day", async () => {
  const { at, collect, collectOn, actor, dueOn, reminders, claimed } = await givenBroughtForward();
  await recordNotSent(db, claimed, { state: "waiting", failure: "EENVELOPE" });
  expect(await reminders(1)).toEqual([]);
  const { lines } = await getInvoice(db, actor, at(0).id);
  const payment = { amountCents: 4_500, reason: "Statement", mayExceed: false, paidOn: null };
  await recordExternalPayment(db, actor, at(0).id, lines.length, payment);
  await collect();
  expect(await reminders(0)).toMatchObject([{ state: "cancelled" }]);
  expect(await reminders(1)).toEqual([]);
  const [next] = (await describePlan(db, actor, at(1).id))?.items ?? [];
  expect([next?.kind, next && dayAt(next.at)]).toEqual(["reminder1", addDays(dueOn, 4)]);
  await collectOn(21);
  expect(await reminders(1)).toMatchObject([{ state: "sent", carriedBy: null }]);
});

test("a mail that was refused is recorded although another process uses a covered invoice's plan for too long", async () => {
  const { at, reminders, claimed } = await givenBroughtForward();
  const sender = connect(env().DATABASE_URL, { max: 1 });
  onTestFinished(() => sender.close());
  await sender.db.execute(sql`set lock_timeout = '200ms'`);
  const { promise: isHeld, resolve } = Promise.withResolvers<void>();
  const isOver = db.transaction(async (tx) => {
    await tx.execute(sql`select from collections where invoice_id = ${at(1).id} for update`);
    resolve();
    await tx.execute(sql`select pg_sleep(0.5)`);
  });
  await isHeld;
  await recordNotSent(sender.db, claimed, { state: "refused", failure: "550" });
  await isOver;
  expect(await reminders(0)).toMatchObject([{ state: "refused" }]);
  expect(await reminders(1)).toEqual([]);
});

test("a covered invoice's own reminder that waited before waits again, with its id, if the mail was not sent", async () => {
  const { claimed, reminders, actor } = await givenBroughtForward();
  const [added] = await reminders(1);
  // As if its own reminder had been due on the same day, and had been claimed before.
  await db.execute(sql`update outgoing_messages set attempts = 1 where id = ${added?.id}`);
  await recordNotSent(db, claimed, { state: "waiting" });
  expect(await reminders(1)).toMatchObject([{ id: added?.id, state: "waiting", carriedBy: null, partnerId: actor.partnerId }]);
});
