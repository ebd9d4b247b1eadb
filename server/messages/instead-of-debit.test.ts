import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { dueOnOf } from "@/server/billing/collection/plan";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { jumpClock } from "@/server/testing/given-collection";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { keptMails } from "@/server/testing/given-mail-server";
import { invoiceWith, onDay } from "@/server/testing/planned-invoice";
import { askedAt } from "./household-message";

describe("the day that a mail in place of a direct debit named", () => {
  test("does not move back a later due day that was stored since, such as with an amount that was added", () => {
    const [named, stored] = [dayAt(onDay(14)), dayAt(onDay(17))];
    const request = { kind: "request1", round: 0 } as const;
    const dueOnAsked = (dueOn: string | null) => dueOnOf(askedAt(invoiceWith({ dueOn, insteadNamed: named }), request, onDay(3)), onDay(3));
    expect(dueOnAsked(stored)).toBe(stored);
    expect(dueOnAsked(dayAt(onDay(10)))).toBe(named);
    expect(dueOnAsked(null)).toBe(named);
  });

  test("keeps an invoice out of the payer's other reminders until it is over, also if its own reminder waits to be sent already", async () => {
    const customerEmail = newAddress();
    const settings = { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 40, reminder3Day: null };
    const { at, collect, collectOn, partner } = await givenHouseholds([{ customerEmail }, { customerEmail }], { settings });
    const statesOf = async (index: number) =>
      (
        await db
          .select({ state: outgoingMessages.state })
          .from(outgoingMessages)
          .where(and(eq(outgoingMessages.invoiceId, at(index).id), eq(outgoingMessages.kind, "reminder1")))
      ).map(({ state }) => state);
    await collectOn(0);
    await jumpClock(partner, 18);
    await takeDueSteps(db, { canMail: true, scope: { partnerId: partner.id } });
    expect([await statesOf(0), await statesOf(1)]).toEqual([["waiting"], ["waiting"]]);
    await db.insert(outgoingMessages).values({
      partnerId: partner.id,
      id: newId(),
      invoiceId: at(1).id,
      kind: "debit_cancelled",
      aboutId: newId(),
      round: 0,
      state: "sent",
      createdAt: new Date(),
      nextAttemptAt: new Date(),
      payBy: addDays(dayAt(new Date()), 22),
    });
    await collect();
    expect([await statesOf(0), await statesOf(1)]).toEqual([["sent"], ["waiting"]]);
    const [mail = ""] = (await keptMails(customerEmail)).slice(-1);
    expect(mail).toMatch(/45[.]00/);
    expect(mail).not.toMatch(/90[.]00/);
  });
});
