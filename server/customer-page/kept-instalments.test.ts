import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { LoadedInvoices } from "@/server/bank/payments/load-possible";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { addAmount } from "@/server/billing/collection/add-amount";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { moveClock } from "@/server/sandbox/move-clock";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenInstalments } from "@/server/testing/given-instalments";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { instalmentPage } from "./document/instalments";
import { findInstalmentOffer } from "./instalment-offer";
import { simulatePayment } from "./simulate-payment";

const mailbox = { kind: "mailbox" } as const;
const day = (days: number) => addDays(dayAt(new Date()), days);
const objection = { kind: "objected", reason: "Wrong sum" } as const;

// The first part is due after 14 days. Banks' holidays move its reminder by a week at most; it names a day ten days later.
const ANNOUNCED = 9;
const REMINDED = 21;
const NAMED = REMINDED + 10;
const ENDED = NAMED + 11;

/** A plan of two instalments of 50.00, of which the days that are named have happened. */
async function givenPlan(days: readonly number[], settings = {}) {
  const given = await givenInstalments({ settings });
  await given.agree(2);
  await given.collect(mailbox);
  for (const each of days) {
    await given.jump(each);
    await given.collect(mailbox);
  }
  const { partner, invoice, email } = given;
  /** A person of the company, as of the clock now. */
  const staff = async () => {
    const [row] = await db.select().from(partners).where(eq(partners.id, partner.id));
    return { ...partner.actor, clockOffsetMs: row?.clockOffsetMs ?? 0 };
  };
  const bodies = async () =>
    (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).map(({ body }) => body ?? "");
  return {
    ...given,
    staff,
    pay: async (amountCents: number, paidOn?: string) =>
      recordExternalPayment(db, await staff(), invoice.id, null, {
        amountCents,
        reason: "Transfer",
        mayExceed: false,
        paidOn: paidOn ?? null,
      }),
    bodies,
    lastMail: async () => (await bodies()).at(-1) ?? "",
    /** Makes messages due that wait in real time. */
    retry: () =>
      db
        .update(outgoingMessages)
        .set({ nextAttemptAt: sql`now()` })
        .where(and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.state, "waiting"))),
    isEnded: async () => (await given.rows())[0]?.endedAt !== null,
  };
}

describe("a plan is kept", () => {
  test("for ten days after staff have lifted an objection, also one of after the reminder", async () => {
    const { staff, invoice, jump, collect, plan, isEnded, mails: subjects } = await givenPlan([ANNOUNCED, REMINDED]);
    await holdInvoice(db, await staff(), invoice.id, objection);
    await jump(60);
    await resumeInvoice(db, await staff(), invoice.id);
    const before = await subjects();
    await collect(mailbox);
    expect(await isEnded()).toBe(false);
    expect(await subjects()).toEqual(before);
    expect(await plan()).toMatchObject({ dueOn: day(70) });
    await jump(70 + 11);
    await collect(mailbox);
    expect(await isEnded()).toBe(true);
  });

  test("if the part was paid in time, and booked only after the end; a late fee of meanwhile is credited", async () => {
    const { pay, collect, plan, rows, lines, isEnded, invoice, bodies } = await givenPlan([ANNOUNCED, REMINDED, ENDED, 61, 80, 102], {
      latePaymentFeeCents: 250,
    });
    expect(await isEnded()).toBe(true);
    await pay(4_800, day(NAMED));
    expect(await isEnded()).toBe(true);
    await pay(200, day(NAMED));
    expect(await rows()).toMatchObject([{ endedAt: null, missedPart: null, keptUntil: null, restores: 1 }]);
    const added = (await lines()).slice(invoice.lines.length).map(({ type, amountCents }) => `${type} ${amountCents}`);
    expect(added.filter((line) => line.startsWith("LATE-PAYMENT-FEE-LINE") || line.startsWith("CREDIT"))).toEqual([
      "LATE-PAYMENT-FEE-LINE 250",
      "CREDIT-LINE -250",
    ]);
    await collect(mailbox);
    expect((await plan())?.instalments).toMatchObject({ next: { number: 2, openCents: 5_000 } });
    expect((await plan())?.fee).toBeNull();
    const receipt = (await bodies()).find((body) => body.includes("received your payment of €2.00"));
    expect(receipt).toContain(
      "The €50.00 is made up as follows: €100.00 invoiced, a late fee of €2.50, less €2.50 taken off, less €50.00 paid.",
    );
    expect(receipt).toContain("Only one instalment is left: instalment 2 of 2, €50.00, is to be paid by");
  });

  test("not if it was paid a day too late", async () => {
    const { pay, isEnded } = await givenPlan([ANNOUNCED, REMINDED, ENDED]);
    await pay(5_000, day(NAMED + 1));
    expect(await isEnded()).toBe(true);
  });

  test("also if a bank's statement brings that payment after the end", async () => {
    const { partner, company, invoice, staff, isEnded } = await givenPlan([ANNOUNCED, REMINDED, ENDED]);
    const account = await givenBankAccount(partner, company);
    const entry = { cents: 5_000, reference: referenceOf(invoice.invoiceNumber, "creditor").code, on: day(NAMED) };
    // Two payments are matched together.
    const entries = [entry, { cents: 100, name: "Nobody Known", text: "Raffle", on: day(NAMED) }];
    const file = camtFile([{ iban: account.current?.iban ?? "", entries, on: day(ENDED) }]);
    await storeStatementFile(db, await staff(), { name: "statement.xml" }, receivedFile(file));
    expect(await isEnded()).toBe(true);
    await lookAtDesk(partner);
    expect(await isEnded()).toBe(false);
  });

  test("without the fee that an earlier reminder of the whole sum named, once it ends again", async () => {
    const { pay, jump, collect, rows, lines } = await givenPlan([ANNOUNCED, REMINDED, ENDED, 61], { latePaymentFeeCents: 250 });
    await pay(5_000, day(NAMED));
    expect(await rows()).toMatchObject([{ endedAt: null, restores: 1 }]);
    for (const later of [80, 100, 130, 160, 200]) {
      await jump(later);
      await collect(mailbox);
    }
    expect((await rows())[0]?.endedAt).not.toBeNull();
    expect((await lines()).map(({ type }) => type)).not.toContain("LATE-PAYMENT-FEE-LINE");
  });

  test("if the reminder was refused", async () => {
    const { invoice, jump, decide, collect, outgoing, isEnded } = await givenPlan([ANNOUNCED]);
    await jump(REMINDED);
    await decide();
    const whereReminder = and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "part_missed"));
    await db
      .update(outgoingMessages)
      .set({ state: "handing_over", payBy: day(NAMED) })
      .where(whereReminder);
    await db.update(outgoingMessages).set({ state: "refused", failure: "552" }).where(whereReminder);
    await jump(REMINDED + 30);
    await collect(mailbox);
    expect(await outgoing()).toContain("part_missed refused");
    expect(await isEnded()).toBe(false);
  });
});

test("the reminder addresses customers who have paid in the last days", async () => {
  const { lastMail } = await givenPlan([ANNOUNCED, REMINDED]);
  expect(await lastMail()).toContain("If you have paid in the last few days, you do not need to do anything.");
});

test("a part that a hold kept from being announced is announced after it, and mail, page and payment name the same sum", async () => {
  const { staff, invoice, jump, collect, plan, page, mails: subjects } = await givenPlan([]);
  await jump(8);
  await holdInvoice(db, await staff(), invoice.id, objection);
  await jump(60);
  await resumeInvoice(db, await staff(), invoice.id);
  await collect(mailbox);
  expect((await subjects()).at(-1)).toContain("Instalment 1 of 2: €50.00 by");
  expect(await plan()).toMatchObject({ dueOn: day(70), payBy: day(70), instalments: { dueNowCents: 5_000 } });
  expect(await page()).toContain("Pay €50.00 now");
});

test("a receipt names the day of the reminder, and says once it is over that the instalment was to be paid by then", async () => {
  const { pay, jump, collect, lastMail } = await givenPlan([ANNOUNCED, REMINDED]);
  const named = formatDay(day(NAMED), regionalLocale("en", "DE"), "long");
  await pay(1_000);
  await collect(mailbox);
  expect(await lastMail()).toContain(`instalment 1 of 2, €40.00, is to be paid by ${named}`);
  await jump(NAMED + 1);
  await pay(1_000);
  await collect(mailbox);
  expect(await lastMail()).toContain(`instalment 1 of 2, €30.00, was to be paid by ${named}`);
});

test("the mail about the end that a hold delays leaves 14 days from when it is sent", async () => {
  const { staff, invoice, jump, decide, collect, retry, plan, outgoing } = await givenPlan([ANNOUNCED, REMINDED]);
  await jump(ENDED);
  await decide();
  await holdInvoice(db, await staff(), invoice.id, { kind: "paused", until: day(ENDED + 30), reason: "Asked" });
  await collect(mailbox);
  expect(await outgoing()).toContain("instalments_ended waiting");
  await jump(ENDED + 31);
  await retry();
  await collect(mailbox);
  expect((await outgoing()).at(-1)).toBe("instalments_ended sent");
  expect(await plan()).toMatchObject({ dueOn: day(ENDED + 45), payBy: day(ENDED + 45) });
});

test("a mail about a part that was cancelled is sent a day later, once it can be", async () => {
  const { invoice, email, jump, decide, collect, outgoing } = await givenPlan([]);
  await jump(ANNOUNCED);
  await decide();
  const whereInvoice = eq(invoices.id, invoice.id);
  await db.update(invoices).set({ customerEmail: null }).where(whereInvoice);
  await collect(mailbox);
  expect((await outgoing()).slice(1)).toEqual(["part_due cancelled"]);
  await db.update(invoices).set({ customerEmail: email }).where(whereInvoice);
  await jump(ANNOUNCED + 1.01);
  await collect(mailbox);
  expect((await outgoing()).slice(1)).toEqual(["part_due cancelled", "part_due sent"]);
});

test("a sandbox's clock goes on while a mail about a part waits for the end of a pause, and the mail leaves on the day after it", async () => {
  const { partner, staff, invoice, jump, decide, collect, outgoing, plan } = await givenPlan([]);
  await jump(ANNOUNCED);
  await decide();
  await holdInvoice(db, await staff(), invoice.id, { kind: "paused", until: day(12), reason: "Asked" });
  await collect(mailbox);
  const [seen] = await db.select().from(partners).where(eq(partners.id, partner.id));
  await moveClock(db, await staff(), { days: 5, seenOffsetMs: seen?.clockOffsetMs ?? 0 });
  await collect(mailbox);
  expect((await outgoing()).slice(1)).toEqual(["part_due sent"]);
  const [told] = await db
    .select()
    .from(mails)
    .where(eq(mails.recipient, invoice.customerEmail ?? ""))
    .orderBy(mails.id)
    .offset(1);
  expect(told?.subject).toContain("Instalment 1 of 2");
  expect(await plan()).toMatchObject({ dueOn: day(22), payBy: day(22) });
});

test("an amount that is added after the last instalment was paid has the days to pay from then on", async () => {
  const { staff, customer, invoice, jump, collect, plan, mails: subjects } = await givenPlan([ANNOUNCED]);
  const pay = async () => simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
  await pay();
  await jump(40);
  await pay();
  await jump(100);
  await collect(mailbox);
  const seen = (await subjects()).length;
  await addAmount(db, await staff(), invoice.id, invoice.lines.length + 2, { amountCents: 2_000, description: "Ball" });
  await collect(mailbox);
  expect((await subjects()).slice(seen).every((subject) => !subject.startsWith("Reminder"))).toBe(true);
  expect(await plan()).toMatchObject({ dueOn: day(114), instalments: { next: { number: 3, openCents: 2_000 } } });
});

test("the form for instalments names the first sum, which is not below any other", async () => {
  const { customer } = await givenInstalments();
  const actor = await customer();
  const [terms, { reading }] = await Promise.all([findInstalmentOffer(db, actor), readingFor({ actor })]);
  if ("reason" in terms) throw new Error(terms.reason);
  const form = instalmentPage({
    reading,
    style: "",
    path: "/i/secret",
    terms,
    chosen: undefined,
    way: "transfer",
    isMandateOffered: false,
  }).toString();
  expect(form).toContain("3 instalments, the first of €33.34");
});

test("the bank's desk compares a payment with the next instalment", async () => {
  const { partner, invoice, pay } = await givenPlan([]);
  const partCents = async () => {
    const loaded = new LoadedInvoices();
    await loaded.load(db, partner.actor, [invoice.id]);
    return loaded.ofId(invoice.id)?.partCents;
  };
  expect(await partCents()).toBe(5_000);
  await pay(6_000);
  expect(await partCents()).toBe(4_000);
});
