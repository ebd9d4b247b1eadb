import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { lockDebits } from "@/server/bank/debits/lock-debits";
import { rejectDebits } from "@/server/bank/debits/reject-debits";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { isAsked } from "@/server/billing/collection/plan";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { agreeToArrangement } from "@/server/desk/arrangements/agree-to-arrangement";
import { findArrangementOffer } from "@/server/desk/arrangements/arrangement-offer";
import { endArrangement } from "@/server/desk/arrangements/end-arrangement";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { proposeParts } from "@/server/domain/rules/arrangement";
import { transact } from "@/server/platform/transact";
import { jumpClock } from "@/server/testing/given-collection";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenMember } from "@/server/testing/given-person";

/** An invoice with requests on days 0 and 10, and reminders, whose debit the bank rejects after `after` days. */
async function givenRejected({ dueDays = 40, after = 0 } = {}) {
  const instalmentsPeriodEndsOn = addDays(dayAt(new Date()), 300);
  const world = await givenDebits({ settings: { request1Day: 0, request2Day: 10, dueDays, instalmentsPeriodEndsOn } });
  const { partner } = world;
  await world.collect();
  const [debit] = await world.debits();
  if (!debit) throw new Error("No debit is planned");
  await givenFileOf(debit);
  await jumpClock(partner, after);
  const actor = { ...partner.actor, clockOffsetMs: after * DAY_MS };
  await transact(db, actor, async (tx) => {
    const { debits } = await lockDebits(tx, actor, [debit.id]);
    await rejectDebits(
      tx,
      actor,
      debits.map((each) => ({ ...each, code: "AC04" })),
    );
  });
  const news = async () =>
    (await world.mailsTo(world.customerEmail)).find(({ subject }) => subject?.startsWith("Direct debit not carried out"));
  const subjects = async () => (await world.mailsTo(world.customerEmail)).map(({ subject }) => subject).slice(1);
  return { ...world, subjects, news };
}

test("the mail about a debit that the bank rejected takes the place of the first request; the second one comes as far behind it", async () => {
  const { partner, collect, subjects } = await givenRejected();
  await collect();
  expect(await subjects()).toEqual([expect.stringContaining("Direct debit not carried out")]);
  await jumpClock(partner, 9);
  await collect();
  expect(await subjects()).toHaveLength(1);
  await jumpClock(partner, 11);
  await collect();
  expect(await subjects()).toHaveLength(2);
});

test("the due day counts from that mail, and is stored with it", async () => {
  const today = dayAt(new Date());
  const dueDays = daysFrom(today, bankDayFrom(addDays(today, 40), "target"));
  const { collect, invoice, partner } = await givenRejected({ dueDays, after: 5 });
  await collect();
  const [stored] = await db.select({ dueOn: invoices.dueOn }).from(invoices).where(eq(invoices.id, invoice.id));
  expect(stored?.dueOn).toBe(addDays(today, dueDays + 5));
  const [collected] = await findCollectedInvoices(db, partner.id, [invoice.id]);
  expect(collected && isAsked(collected)).toBe(true);
});

test("a mail that asks for nothing, because the invoice is held, takes no place: the request follows once the hold is over", async () => {
  const { collect, partner, invoice, subjects } = await givenRejected();
  const { actor } = await givenMember(partner);
  await holdInvoice(db, actor, invoice.id, { kind: "stopped", reason: "Agreed" });
  await collect();
  expect(await subjects()).toEqual([expect.stringContaining("Direct debit not carried out")]);
  await resumeInvoice(db, actor, invoice.id);
  await jumpClock(partner, 2);
  await collect();
  expect(await subjects()).toHaveLength(2);
});

test("the due day counts from that mail, also if the debit had put it off", async () => {
  const { collect, invoice, partner } = await givenRejected({ dueDays: 12, after: 13 });
  await collect();
  const [stored] = await db.select({ dueOn: invoices.dueOn }).from(invoices).where(eq(invoices.id, invoice.id));
  expect(stored?.dueOn).toBe(addDays(dayAt(new Date()), 13 + 12));
  const [collected] = await findCollectedInvoices(db, partner.id, [invoice.id]);
  expect(collected && isAsked(collected)).toBe(true);
});

test("a mail before the day of the debit says that it will not be carried out, one after it that it could not be", async () => {
  const ahead = await givenRejected();
  await ahead.collect();
  expect((await ahead.news())?.body).toMatch(/planned for .+ will not be carried out\./);
  const over = await givenRejected({ dueDays: 12, after: 30 });
  await over.collect();
  expect((await over.news())?.body).toMatch(/planned for .+ could not be carried out\./);
});

/** Returns the due day of the invoice, and the days to pay by that its mails named, in order. */
async function daysOf({ invoice, partner }: Awaited<ReturnType<typeof givenDebits>>) {
  const [stored] = await db.select({ dueOn: invoices.dueOn }).from(invoices).where(eq(invoices.id, invoice.id));
  const told = await db
    .select({ kind: outgoingMessages.kind, payBy: outgoingMessages.payBy, state: outgoingMessages.state })
    .from(outgoingMessages)
    .where(eq(outgoingMessages.partnerId, partner.id))
    .orderBy(outgoingMessages.createdAt, outgoingMessages.id);
  const named = told.filter(({ state, kind }) => state === "sent" && kind !== "debit_announced");
  return { dueOn: stored?.dueOn, named: named.map(({ kind, payBy }) => [kind, payBy]) };
}

test("the second request names the day that the mail about the failed debit named, and the due day stays", async () => {
  const { partner, collect, ...world } = await givenRejected({ dueDays: 40, after: 5 });
  await collect();
  const before = await daysOf({ partner, collect, ...world });
  await jumpClock(partner, 5 + 11);
  await collect();
  const { dueOn, named } = await daysOf({ partner, collect, ...world });
  expect(dueOn).toBe(before.dueOn);
  expect(named).toEqual([
    ["payment_failed", dueOn],
    ["request2", dueOn],
  ]);
});

test("the first reminder comes after the day that the mail about the failed debit named, and does not move the due day", async () => {
  const { partner, collect, subjects, ...world } = await givenRejected({ dueDays: 40, after: 5 });
  await collect();
  const { dueOn = "" } = await daysOf({ partner, collect, ...world });
  const today = dayAt(new Date());
  for (let day = 6; day <= daysFrom(today, dueOn ?? ""); day += 1) {
    await jumpClock(partner, day);
    await collect();
  }
  expect((await subjects()).filter((subject) => subject?.includes("Reminder"))).toEqual([]);
  await jumpClock(partner, daysFrom(today, dueOn ?? "") + 5);
  await collect();
  const after = await daysOf({ partner, collect, ...world });
  expect(after.dueOn).toBe(dueOn);
  expect(after.named.at(-1)?.[0]).toBe("reminder1");
  const [mail] = (await world.mailsTo(world.customerEmail)).slice(-1);
  expect(mail?.body).toContain(formatDay(dueOn ?? "", "en", "long"));
});

test("after an arrangement of the time after a failed debit has ended, the reminder states the due day that the mail about its end named", async () => {
  const { partner, company, invoice, collect, ...world } = await givenRejected({ dueDays: 12, after: 13 });
  await collect();
  // The law allows an arrangement here.
  await db.update(companies).set({ countryCode: "DE" }).where(eq(companies.id, company.id));
  await db.update(invoices).set({ customerCountryCode: "DE", customerOrganization: null }).where(eq(invoices.id, invoice.id));
  const { actor } = await givenMember(partner);
  const at = (days: number) => ({ ...actor, clockOffsetMs: days * DAY_MS });
  await jumpClock(partner, 16);
  const terms = await findArrangementOffer(db, at(16), invoice.id);
  if ("reason" in terms) throw new Error(terms.reason);
  await agreeToArrangement(db, at(16), invoice.id, { seenLines: terms.seenLines, parts: proposeParts(terms, 2) });
  await collect();
  const planId = (await describePlan(db, at(16), invoice.id))?.instalments?.id ?? "";
  await endArrangement(db, at(16), invoice.id, { planId, because: "customer_asked" });
  await collect();
  const today = dayAt(new Date());
  const dueOn = addDays(today, 16 + 14);
  await jumpClock(partner, 16 + 14 + 5);
  await collect();
  const days = await daysOf({ partner, company, invoice, collect, ...world });
  expect(days.dueOn).toBe(dueOn);
  expect(days.named.at(-1)?.[0]).toBe("reminder1");
  const [mail] = (await world.mailsTo(world.customerEmail)).slice(-1);
  expect(mail?.body).toContain(formatDay(dueOn, "en", "long"));
});

test("after a debit that was taken out, the mail about it and the request name one day", async () => {
  const { partner, collect, mandate, ...world } = await givenDebits({ settings: { request1Day: 0, request2Day: null, dueDays: 3 } });
  await collect();
  const [debit] = await world.debits();
  await jumpClock(partner, 2);
  await withdrawMandate(db, { ...partner.actor, clockOffsetMs: 2 * DAY_MS }, mandate?.id ?? "");
  await collect();
  const { dueOn, named } = await daysOf({ partner, collect, mandate, ...world });
  // Both wait to be sent at the same time.
  expect(named.toSorted()).toEqual([
    ["debit_cancelled", dueOn],
    ["request1", dueOn],
  ]);
  // The debit had put the due day off.
  expect(dueOn).toBe(debit?.collectOn);
});
