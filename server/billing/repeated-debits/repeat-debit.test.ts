import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { collections, outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { prepareDebits } from "@/server/bank/debit-files/prepare-debits";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { agreeToArrangement } from "@/server/desk/arrangements/agree-to-arrangement";
import { findArrangementOffer } from "@/server/desk/arrangements/arrangement-offer";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { proposeParts } from "@/server/domain/rules/arrangement";
import { sayInMessage } from "@/server/messages/say-in-message";
import { transact } from "@/server/platform/transact";
import { changesOf } from "@/server/testing/changes-of";
import { givenPartner, times } from "@/server/testing/given";
import { collectionOf } from "@/server/testing/given-collection";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { offerRepetition, offerRepetitionOfInvoice } from "./offer-repetition";
import { repeatDebit } from "./repeat-debit";

const mailbox = { kind: "mailbox" } as const;

/** A debit of two invoices at the bank, of a company that collects by direct debit, and a person. */
async function given({ amounts = [1_000, 500] } = {}) {
  const at = await givenDebitsAtBank([{}], { of: await givenPartner({ isSandbox: true }) });
  await db
    .update(companySettings)
    .set({ directDebit: true, debitNoticeDays: 14, instalmentsPeriodEndsOn: addDays(dayAt(new Date()), 300) })
    .where(eq(companySettings.companyId, at.company.id));
  const { id: fileId, debits: made } = await at.more([{ amounts }]);
  const [one] = made as [DebitAtBank];
  // Planning a debit sets this due day as well.
  for (const { id } of one.invoices) await db.update(invoices).set({ dueOn: COLLECTED_ON }).where(eq(invoices.id, id));
  const { actor } = await givenMember(at.partner, { role: "administrator" });
  const { collect } = collectionOf(at.partner);
  const offer = () => offerRepetition(db, actor, one.debit.id);
  return {
    ...at,
    actor,
    one,
    fileId,
    offer,
    collect: () => collect(mailbox),
    reject: (reason: string) =>
      at.report({
        fileId: one.debit.fileId?.slice(-35),
        status: "PART",
        id: `R${reason}`,
        payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason }],
      } as Parameters<typeof at.report>[0]),
    /** Repeats the debit as a person who confirms the offer. */
    repeat: async () => {
      const { amountCents = 1, collectOn = null } = (await offer()) ?? {};
      await repeatDebit(db, actor, one.debit.id, { amountCents, collectOn: collectOn ?? dayAt(new Date()) });
    },
    repeating: async () =>
      db
        .select()
        .from(debits)
        .where(and(eq(debits.partnerId, at.partner.id), eq(debits.repeatsDebitId, one.debit.id))),
    first: one.invoices[0] ?? { id: "" },
    second: one.invoices[1] ?? { id: "" },
  };
}

const inNotice = bankDayFrom(addDays(dayAt(new Date()), 14), "target");

const locale = "nl";

test("while a debit is planned, no earlier day to pay by is named", async () => {
  const at = await given();
  await at.reject("AM04");
  await at.collect();
  const payBy = async () => (await describePlan(db, at.actor, at.first.id))?.payBy;
  expect(await payBy()).toEqual(expect.any(String));
  await at.repeat();
  expect(await payBy()).toBeNull();
});

test("a person collects a rejected debit once more: planned by its mandate, announced with the agreed notice, and told as planned", async () => {
  const at = await given();
  await at.reject("AM04");
  expect(await at.repeating()).toEqual([]);
  expect(await at.offer()).toMatchObject({
    amountCents: 1_500,
    collectOn: inNotice,
    left: [],
    invoices: [{ amountCents: 1_000 }, { amountCents: 500 }],
  });
  expect(await offerRepetitionOfInvoice(db, at.actor, at.first.id)).toEqual(await at.offer());
  const changes = await changesOf(at.partner.id, at.repeat);
  expect(
    changes
      .filter(({ kind }) => kind === "debit_planned")
      .map(({ recordId }) => recordId)
      .sort(),
  ).toEqual(at.one.invoices.map(({ id }) => id).sort());
  const [again, ...others] = await at.repeating();
  expect(others).toEqual([]);
  expect(again).toMatchObject({
    status: "planned",
    amountCents: 1_500,
    collectOn: inNotice,
    mandateId: at.one.debit.mandateId,
    fileId: null,
  });
  for (const { id } of at.one.invoices) {
    expect((await getInvoice(db, at.actor, id)).dueOn).toBe(inNotice);
    expect(await describePlan(db, at.actor, id)).toMatchObject({ items: [], debit: { id: again?.id, status: "planned" } });
  }
  await at.collect();
  const messages = await db
    .select()
    .from(outgoingMessages)
    .where(eq(outgoingMessages.aboutId, again?.id ?? ""));
  expect(messages.map(({ kind, state }) => `${kind} ${state}`)).toEqual(["debit_announced sent", "debit_announced sent"]);
  const sent = await db.select().from(mails).where(eq(mails.recipient, at.one.debit.customerKey));
  const announcements = sent.filter(({ body }) => body?.includes(sayInMessage[locale]("debit.again", { why: "rejected" })));
  expect(announcements).toHaveLength(1);
});

test("a returned debit is collected once more without the fee for its return, which stays owed", async () => {
  const at = await given({ amounts: [1_000] });
  await at.told([booking(at.one)]);
  await at.told([returned(at.one, { returnReason: "AM04" })], { id: "S2" });
  expect(await at.lines(at.first)).toEqual(["PAYMENT-LINE -10.00 sdd", "CHARGEBACK-LINE 10.00", "CHARGEBACK-FEE-LINE 4.00"]);
  await at.repeat();
  expect(await at.repeating()).toMatchObject([{ status: "planned", amountCents: 1_000 }]);
});

const cash = (amountCents: number) => ({ amountCents, reason: "Cash", mayExceed: false, paidOn: dayAt(new Date()) });

/** A debit of 10.00 that was returned, with a fee of 4.00. */
async function givenReturned() {
  const at = await given({ amounts: [1_000] });
  await at.told([booking(at.one)]);
  await at.told([returned(at.one, { returnReason: "AM04" })], { id: "S2" });
  return { ...at, pay: (amountCents: number) => recordExternalPayment(db, at.actor, at.first.id, null, cash(amountCents)) };
}

test("once only the fee for the return is owed, nothing is collected once more", async () => {
  const at = await givenReturned();
  await at.pay(1_000);
  expect((await getInvoice(db, at.actor, at.first.id)).amountTotalCents).toBe(400);
  expect(await at.offer()).toMatchObject({ amountCents: 0, left: [{ blocker: "fees_only" }] });
});

test.each([
  ["all but the fee for the return, is not collected", 1_000, [], "cancelled"],
  ["a part, collects no more than what is owed beside the fee", 700, [300], "planned"],
])("a repeated debit whose customer has paid %s", async (_what, paidCents, parts, status) => {
  const at = await givenReturned();
  await at.repeat();
  await at.collect();
  await at.pay(paidCents);
  const [again] = await at.repeating();
  const { ready } = await transact(db, at.actor, (tx) => prepareDebits(tx, at.actor, [again?.id ?? ""]));
  expect(ready.map(({ amountCents }) => amountCents)).toEqual(parts);
  expect(await at.repeating()).toMatchObject([{ status }]);
});

test("what was paid meanwhile is not collected again, and the other invoice is", async () => {
  const at = await given();
  await at.reject("MS03");
  await recordExternalPayment(db, at.actor, at.first.id, null, cash(1_000));
  expect(await at.offer()).toMatchObject({ amountCents: 500, left: [{ id: at.first.id, blocker: "paid" }] });
  expect(await offerRepetitionOfInvoice(db, at.actor, at.first.id)).toBeNull();
  await expect(repeatDebit(db, at.actor, at.one.debit.id, { amountCents: 1_500, collectOn: inNotice })).rejects.toMatchObject({
    code: "changed_meanwhile",
  });
  await at.repeat();
  expect(await at.repeating()).toMatchObject([{ amountCents: 500 }]);
});

/** States after which the bank may have the money of the first debit. */
const doubts: [string, (at: Awaited<ReturnType<typeof given>>) => Promise<unknown>][] = [
  [
    "the bank has said since that it collected it",
    (at) =>
      at.report({
        fileId: at.one.debit.fileId?.slice(-35),
        status: "PART",
        id: "collected",
        saidAt: "2026-12-24T10:00:00",
        payments: [{ endToEndId: at.one.debit.endToEndId, status: "ACSC" }],
      } as Parameters<typeof at.report>[0]),
  ],
  [
    "the bank has named a withdrawn file that contained it",
    (at) => {
      const { partnerId, id: debitId, collectOn, amountCents } = at.one.debit;
      const file = { fileId: at.id, fileCents: amountCents, collectOn, scheme: "CORE", sequenceType: "RCUR" } as const;
      return db.insert(withdrawnDebits).values({ partnerId, debitId, ...file, stated: null, namedAt: new Date(), refusedAt: null });
    },
  ],
];
const mayWait: typeof doubts = [
  ["a payment at the desk has its id", (at) => at.told([booking(at.one, { cents: 900 })])],
  [
    "a payment at the desk names its file",
    (at) => at.told([{ cents: 77_700, on: COLLECTED_ON, batchId: at.one.debit.fileId?.slice(-35) }]),
  ],
];

test.each([...doubts, ...mayWait])("a debit is not collected once more if %s", async (_what, act) => {
  const at = await given();
  await at.reject("AM04");
  expect(await at.offer()).not.toBeNull();
  await act(at);
  expect(await at.offer()).toBeNull();
  const seen = { amountCents: 1_500, collectOn: inNotice };
  await expect(repeatDebit(db, at.actor, at.one.debit.id, seen)).rejects.toMatchObject({ code: "debit_not_repeatable" });
});

test.each(doubts)("a repeated debit is taken out, also by the daily look, if %s", async (_what, act) => {
  for (const isDaily of [false, true]) {
    const at = await given();
    await at.reject("AM04");
    await at.repeat();
    await at.collect();
    await act(at);
    const [again] = await at.repeating();
    if (isDaily) {
      await db.update(collections).set({ nextAt: new Date() }).where(eq(collections.partnerId, at.partner.id));
      await at.collect();
    } else expect(await transact(db, at.actor, (tx) => prepareDebits(tx, at.actor, [again?.id ?? ""]))).toEqual({ ready: [], waiting: [] });
    expect(await at.repeating()).toMatchObject([{ status: "cancelled" }]);
  }
});

test.each(mayWait)("a repeated debit waits while %s", async (_what, act) => {
  const at = await given();
  await at.reject("AM04");
  await at.repeat();
  await at.collect();
  await act(at);
  const [again] = await at.repeating();
  const prepared = await transact(db, at.actor, (tx) => prepareDebits(tx, at.actor, [again?.id ?? ""]));
  expect(prepared).toEqual({ ready: [], waiting: [{ debitId: again?.id, blocker: "at_desk" }] });
});

describe("a debit is not collected once more", () => {
  test.each(["MD06", "MD01", "AC04", "AC15", "SL01", "AM05", "XX99", "RUECKGABE"])("after %s, which does not allow it", async (reason) => {
    const at = await given();
    await at.reject(reason);
    expect(await at.offer()).toBeNull();
    await expect(at.repeat()).rejects.toMatchObject({ code: "debit_not_repeatable" });
    expect(await at.repeating()).toEqual([]);
  });

  test("twice, also by many people at once, and a repeated one not again", async () => {
    const at = await given();
    await at.reject("AM04");
    const seen = { amountCents: 1_500, collectOn: inNotice };
    const outcomes = await Promise.allSettled(times(5, () => repeatDebit(db, at.actor, at.one.debit.id, seen)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await at.repeating()).toHaveLength(1);
    await expect(at.repeat()).rejects.toMatchObject({ code: "debit_not_repeatable" });
    const [again] = await at.repeating();
    expect(await offerRepetition(db, at.actor, again?.id ?? "")).toBeNull();
  });

  test.each<[string, string, (at: Awaited<ReturnType<typeof given>>) => Promise<unknown>]>([
    ["without a valid mandate", "mandate", (at) => withdrawMandate(db, at.actor, at.one.debit.mandateId)],
    [
      "once its invoice is cancelled",
      "retracted",
      (at) =>
        creditAndRetractInvoice(db, at.actor, at.first.id, {
          creditNoteNumber: "C",
          description: "Left",
          retractionReason: null,
          showRetractionReasonToCustomer: false,
        }),
    ],
    ["while its invoice is held", "held", (at) => holdInvoice(db, at.actor, at.first.id, { kind: "stopped", reason: "Asked for time" })],
    [
      "after a reminder has named a late-payment fee",
      "fee",
      (at) =>
        db.insert(outgoingMessages).values({
          partnerId: at.partner.id,
          id: `f${at.first.id.slice(1)}`,
          invoiceId: at.first.id,
          kind: "reminder1",
          state: "sent",
          graceUntil: dayAt(new Date()),
          feeTerms: "NL",
          createdAt: new Date(),
          nextAttemptAt: new Date(),
        }),
    ],
    [
      "while it is paid in parts",
      "instalments",
      async (at) => {
        // The law allows an arrangement here.
        await db.update(companies).set({ countryCode: "DE" }).where(eq(companies.id, at.company.id));
        await db.update(invoices).set({ customerCountryCode: "DE", customerOrganization: null }).where(eq(invoices.id, at.first.id));
        const terms = await findArrangementOffer(db, at.actor, at.first.id);
        if ("reason" in terms) throw new Error(terms.reason);
        await agreeToArrangement(db, at.actor, at.first.id, { seenLines: terms.seenLines, parts: proposeParts(terms, 2) });
      },
    ],
  ])("%s", async (_when, blocker, act) => {
    const at = await given({ amounts: [10_000] });
    await at.reject("AM04");
    await act(at);
    expect(await at.offer()).toMatchObject({ amountCents: 0, collectOn: null, invoices: [], left: [{ blocker }] });
    await expect(at.repeat()).rejects.toMatchObject({ code: "debit_not_repeatable" });
    expect(await at.repeating()).toEqual([]);
  });

  test("by itself: after weeks the customer has only been asked, and no system may do it", async () => {
    const at = await given();
    await at.reject("AM04");
    await at.collect();
    expect(await at.repeating()).toEqual([]);
    const seen = { amountCents: 1_500, collectOn: inNotice };
    await expect(repeatDebit(db, at.partner.actor, at.one.debit.id, seen)).rejects.toThrow();
    const { actor } = await givenMember(at.partner, { accessLevel: "money", companyIds: [] });
    await expect(repeatDebit(db, actor, at.one.debit.id, seen)).rejects.toMatchObject({ code: "invalid_debit_id" });
    expect(await at.repeating()).toEqual([]);
  });

  test("in the database by anybody but a person, or if it is not over", async () => {
    const at = await given();
    const [row] = await db.select().from(debits).where(eq(debits.id, at.one.debit.id));
    if (!row) throw new Error("There is no debit");
    const id = `e${row.id.slice(1)}`;
    const copy = { partnerId: row.partnerId, id, companyId: row.companyId, mandateId: row.mandateId, customerKey: row.customerKey };
    const values = {
      ...copy,
      bankAccountId: row.bankAccountId,
      collectOn: inNotice,
      amountCents: 1_500,
      endToEndId: id.slice(-35),
      announcedAt: new Date(),
      createdAt: new Date(),
      repeatsDebitId: row.id,
    };
    await expect(transact(db, at.actor, (tx) => tx.insert(debits).values(values))).rejects.toThrow();
    await at.reject("AM04");
    await expect(transact(db, at.partner.actor, (tx) => tx.insert(debits).values(values))).rejects.toThrow();
    expect(await at.repeating()).toEqual([]);
  });

  test.each(doubts)("in the database if %s", async (_what, act) => {
    const at = await given();
    await at.reject("AM04");
    await act(at);
    const { partnerId, companyId, mandateId, customerKey, bankAccountId, amountCents, id: repeatsDebitId } = at.one.debit;
    const id = `e${repeatsDebitId.slice(1)}`;
    const copy = { partnerId, companyId, mandateId, customerKey, bankAccountId, amountCents, repeatsDebitId };
    const values = { ...copy, id, collectOn: inNotice, endToEndId: id.slice(-35), announcedAt: new Date(), createdAt: new Date() };
    const inserted = transact(db, at.actor, (tx) => tx.insert(debits).values(values));
    await expect(inserted).rejects.toMatchObject({ cause: { constraint_name: "debits_repeat_by_person" } });
  });
});
