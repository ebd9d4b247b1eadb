import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { messages } from "@/db/schema/messages";
import { presentCollection } from "@/server/api/collection";
import { runCollection } from "@/server/background/run-collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { newId } from "@/server/platform/id";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { collectionOf, givenCollected, jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";

const mailbox = { kind: "mailbox" } as const;
const inDays = (days: number) => addDays(dayAt(new Date()), days);
const written = (day: string) => formatDay(day, "en", "long");
const spaced = (text: string) => text.replace(/\s+/g, " ");

/** Due on day 14, first reminder on 18, last free day 45: the note is sent on day 42. */
const NOTE_DAY = 42;
const settings = { latePaymentFeeCents: 250, latePaymentFeeNotice: true, reminder2Day: null, reminder3Day: 32 };

async function given(options: Parameters<typeof givenCollected>[0] = {}) {
  const collected = await givenCollected({
    isSandbox: true,
    ...options,
    settings: { ...settings, ...options.settings },
    invoice: { locale: "en", ...options.invoice },
  });
  const { partner, invoice, collect, outgoing } = collected;
  return {
    ...collected,
    on: async (...days: number[]) => {
      for (const day of days) {
        await jumpClock(partner, day);
        await collect(mailbox);
      }
    },
    at: (days: number) => ({ ...partner.actor, clockOffsetMs: days * DAY_MS }),
    notes: async () => (await outgoing()).filter(({ kind }) => kind === FEE_NOTE),
    inInterface: async () => presentCollection(await describeCollection(db, partner.actor, invoice.id)),
  };
}

test.each(locales)("the note leaves three days before the last free day and names the sum, the fee and that day, in %s", async (locale) => {
  const { on, notes, customerEmail, invoice } = await given({ invoice: { locale } });
  await on(0, 18, NOTE_DAY - 1);
  expect(await notes()).toEqual([]);
  await on(NOTE_DAY, NOTE_DAY + 1, 45);
  expect(await notes()).toMatchObject([{ state: "sent", graceUntil: inDays(45), payBy: inDays(45) }]);
  const mails = (await keptMails(customerEmail)).map(spaced);
  expect(mails).toHaveLength(3);
  const note = mails.at(-1) ?? "";
  expect(note).not.toMatch(/[{}]/);
  expect(note).toMatch(/45[.,]00/);
  expect(note).toMatch(/2[.,]50/);
  expect(note.split(spaced(formatDay(inDays(45), `${locale}-NL`, "long"))).length).toBeGreaterThan(3);
  expect(note).toContain(invoice.externalInvoiceNumber);
  const [listed] = (await db.select().from(messages).where(eq(messages.invoiceId, invoice.id)).orderBy(messages.recordedOrder)).slice(-1);
  expect(note).toContain(`Subject: ${spaced(listed?.description ?? "?")} `);
  expect(listed?.type).toBe("EMAIL");
});

describe("no note is sent", () => {
  const happens: [string, (at: Awaited<ReturnType<typeof given>>) => Promise<unknown>][] = [
    [
      "once it is paid",
      ({ at, invoice }) => recordExternalPayment(db, at(30), invoice.id, 1, { amountCents: 4_500, reason: "S", mayExceed: false }),
    ],
    ["while collection is on hold", ({ at, invoice }) => holdInvoice(db, at(30), invoice.id, { kind: "stopped", reason: "By telephone" })],
    [
      "after a retraction",
      ({ at, invoice }) =>
        creditAndRetractInvoice(db, at(30), invoice.id, {
          retractionReason: "",
          creditNoteNumber: "",
          description: "",
          showRetractionReasonToCustomer: false,
        }),
    ],
  ];
  test.each(happens)("%s", async (_, happen) => {
    const all = await given();
    await all.on(0, 18);
    await happen(all);
    await all.on(NOTE_DAY, NOTE_DAY + 1);
    expect(await all.notes()).toEqual([]);
  });

  test("unless the company allows it, and without a fee", async () => {
    for (const changed of [{ latePaymentFeeNotice: false }, { latePaymentFeeCents: 0 }]) {
      const { on, notes } = await given({ settings: changed });
      await on(0, 18, NOTE_DAY, NOTE_DAY + 1);
      expect(await notes()).toEqual([]);
    }
  });

  test("if the reminder that names the fee was refused", async () => {
    const { on, notes, outgoing, partner, decide } = await given();
    await on(0);
    await jumpClock(partner, 18);
    await decide();
    const reminder = (await outgoing()).find(({ kind }) => kind === "reminder1");
    await db.execute(`update outgoing_messages set state = 'refused' where id = '${reminder?.id}'`);
    await on(NOTE_DAY, NOTE_DAY + 1);
    expect(await notes()).toEqual([]);
  });

  test("when three days are no longer left", async () => {
    const { on, notes } = await given();
    await on(0, 18, NOTE_DAY + 1, 45);
    expect(await notes()).toEqual([]);
    const late = await given();
    await late.on(0, 18);
    await jumpClock(late.partner, NOTE_DAY);
    await late.decide();
    await jumpClock(late.partner, NOTE_DAY + 1);
    await late.sendDue(mailbox);
    expect(await late.notes()).toMatchObject([{ state: "cancelled" }]);
  });
});

test("a hold between the decision and the sending cancels the note", async () => {
  const { on, notes, partner, decide, sendDue, at, invoice } = await given();
  await on(0, 18);
  await jumpClock(partner, NOTE_DAY);
  await decide();
  await holdInvoice(db, at(NOTE_DAY), invoice.id, { kind: "stopped", reason: "By telephone" });
  await sendDue(mailbox);
  expect(await notes()).toMatchObject([{ state: "cancelled" }]);
});

test("of several processes at once, each note is decided and sent once", async () => {
  const { on, notes, partner, collect, customerEmail } = await given();
  await on(0, 18);
  await jumpClock(partner, NOTE_DAY);
  await Promise.all(times(6, () => collect(mailbox)));
  await Promise.all(times(6, () => collect(mailbox)));
  expect(await notes()).toMatchObject([{ state: "sent" }]);
  expect(await keptMails(customerEmail)).toHaveLength(3);
});

test("the note is in the plan, in the interface beside the next message, and in the forecast", async () => {
  const { on, inInterface, partner, invoice } = await given();
  expect((await forecastImport(db, partner.actor, invoice.importId))?.rows).toContainEqual(
    expect.objectContaining({ kind: FEE_NOTE, day: inDays(NOTE_DAY), count: 1 }),
  );
  await on(0, 18);
  const plan = await describePlan(db, partner.actor, invoice.id);
  expect(plan?.items.map(({ kind, at }) => [kind, dayAt(at)])).toEqual([
    [FEE_NOTE, inDays(NOTE_DAY)],
    ["late_payment_fee", inDays(feeDayAfter(45))],
    ["reminder3", inDays(feeDayAfter(45))],
  ]);
  const before = await inInterface();
  expect(before.next_message?.kind).toBe("reminder3");
  expect(dayAt(new Date(before.late_payment_fee_notice?.date ?? 0))).toBe(inDays(NOTE_DAY));
  await on(NOTE_DAY);
  expect(await inInterface()).toMatchObject({ late_payment_fee_notice: null, pay_by: inDays(45), next_message: { kind: "reminder3" } });
});

test("a household gets one note, with the sum of its invoices and its one fee, which is at most what the law allows on that sum", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  const target = await givenImport(partner, { company });
  const customerEmail = `${newId()}@members.example`;
  const billed = (number: string, customerFirstName: string) =>
    givenInvoice(partner, {
      import: target,
      invoice: { externalInvoiceNumber: number, customerFirstName, customerEmail, locale: "en" },
    });
  const both = [await billed("F-1", "Ada"), await billed("F-2", "Ben")];
  // One invoice allows 22.50, half of it; both allow 40.00, the least of the Dutch scale.
  const wanted = { ...settings, latePaymentFeeCents: 18_000 };
  await db.update(importSettings).set(wanted).where(eq(importSettings.importId, target.id));
  await transmitImport(db, partner.actor, target.id);
  for (const day of [0, 18, NOTE_DAY, NOTE_DAY + 1]) {
    await jumpClock(partner, day);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: mailbox });
  }
  const mails = (await keptMails(customerEmail)).map(spaced);
  expect(mails).toHaveLength(3);
  const note = mails.at(-1) ?? "";
  expect(note).toContain(`2 invoices from Rowing Club Northbank: please pay €90.00 in total by ${written(inDays(45))}.`);
  expect(note).toContain(
    "If invoice F-1 is not paid by then, collection costs of €40.00 will be added to it; nothing is added to the other invoice.",
  );
  expect(note).toMatch(/Hello, .*for Ada Brandsma: €45\.00.*F-1.*for Ben Brandsma: €45\.00.*F-2.*Total: €90\.00/);
  for (const { id } of both) {
    const last = (await db.select().from(messages).where(eq(messages.invoiceId, id)).orderBy(messages.recordedOrder)).at(-1);
    expect(last?.description).toBe(`2 invoices from Rowing Club Northbank: pay by ${written(inDays(45))} to avoid collection costs`);
  }
  await collectionOf(partner).collect(mailbox);
  expect(await keptMails(customerEmail)).toHaveLength(3);
});
