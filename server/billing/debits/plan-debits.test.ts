import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { collections, outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { findHousehold } from "@/server/billing/households/household";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, addMonths, dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { findHouseholdMessage } from "@/server/messages/household-message";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { changesOf } from "@/server/testing/changes-of";
import { givenImport, givenInvoice, times } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenMandate } from "@/server/testing/given-mandate";
import { planDebits } from "./plan-debits";

const mailbox = { kind: "mailbox" } as const;
const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
const today = dayAt(new Date());

/** The messages of these invoices, as kind and state. */
async function messagesOf(partnerId: string): Promise<string[]> {
  const rows = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partnerId)).orderBy(outgoingMessages.id);
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}

describe("an invoice is collected by direct debit", () => {
  test("instead of being asked for: planned and announced, without messages or fees, until the debit ends", async () => {
    const given = await givenDebits({ settings: { latePaymentFeeCents: 500 } });
    await given.collect(mailbox);
    const [debit, ...others] = await given.debits();
    expect(others).toEqual([]);
    expect(debit).toMatchObject({
      ...{ status: "planned", amountCents: 4_500, mandateId: given.mandate?.id, customerKey: given.customerEmail, fileId: null },
      collectOn: bankDayFrom(addDays(today, 14), "target"),
      endToEndId: debit?.id.slice(-35),
    });
    expect(await given.parts()).toMatchObject([
      { method: "sdd", status: "scheduled", amountCents: 4_500, debitId: debit?.id, provider: null },
    ]);
    expect(await messagesOf(given.partner.id)).toEqual(["debit_announced sent"]);

    for (const day of [10, 20, 40, 80]) {
      await jumpClock(given.partner, day);
      await given.collect(mailbox);
    }
    expect(await messagesOf(given.partner.id)).toEqual(["debit_announced sent"]);
    expect((await getInvoice(db, given.partner.actor, given.invoice.id)).lines.map(({ type }) => type)).toEqual(["INVOICE-LINE"]);
    expect(await describePlan(db, given.partner.actor, given.invoice.id)).toMatchObject({
      items: [],
      debit: { id: debit?.id, status: "planned", amountCents: 4_500, holder: "Ada Brandsma", mandateReference: given.mandate?.reference },
    });
  });

  test("together with the payer's others of that day, as one debit; the due day is the day of the collection", async () => {
    const given = await givenDebits({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }], settings: { dueDays: 12 } });
    await given.collect(mailbox);
    const [debit, ...others] = await given.debits();
    expect(others).toEqual([]);
    expect(debit?.amountCents).toBe(6_500);
    // Both were planned in one millisecond, so their ids have no order.
    expect(new Set((await given.parts()).map(({ amountCents }) => amountCents))).toEqual(new Set([4_500, 2_000]));
    expect(await messagesOf(given.partner.id)).toEqual(["debit_announced sent", "debit_announced sent"]);
    for (const { id } of given.invoices) {
      expect((await getInvoice(db, given.partner.actor, id)).dueOn).toBe(debit?.collectOn);
    }
  });

  test("once, however many processes look at it at the same time", async () => {
    const given = await givenDebits({ invoices: [{}, {}, {}] });
    await Promise.all(times(6, () => given.decide()));
    await given.decide();
    expect(await given.debits()).toHaveLength(1);
    expect(await given.parts()).toHaveLength(3);
  });

  test("and the plan says so before: the announcement, the day and the sum", async () => {
    const given = await givenDebits({ settings: { request1Day: 3 } });
    await given.decide();
    expect(await given.debits()).toEqual([]);
    const plan = await describePlan(db, given.partner.actor, given.invoice.id);
    expect(plan?.items).toMatchObject([{ kind: "debit", amountCents: 4_500, collectOn: bankDayFrom(addDays(today, 17), "target") }]);
    expect(plan?.debit).toBeNull();
  });

  test("which is recorded as a change of the invoice", async () => {
    const given = await givenDebits();
    const changes = await changesOf(given.partner.id, () => given.decide());
    expect(changes.map(({ kind }) => kind)).toContain("debit_planned");
  });
});

describe("an invoice is asked for as before, and never debited,", () => {
  const asked = async (given: Awaited<ReturnType<typeof givenDebits>>) => {
    await given.collect(mailbox);
    expect(await given.debits()).toEqual([]);
    return (await messagesOf(given.partner.id))[0];
  };

  test("if the import does not collect by direct debit", async () => {
    expect(await asked(await givenDebits({ settings: { directDebit: false } }))).toBe("request1 sent");
  });

  test("if its payer has no mandate, also if the invoice names an account", async () => {
    expect(await asked(await givenDebits({ mandate: null, invoices: [{ directDebitIban: "NL20TEST0012345678" }] }))).toBe("request1 sent");
  });

  test("if the mandate expires before the day of the collection, though it is valid today", async () => {
    // 36 months after the signature are in 10 days; the collection is in 14.
    expect(await asked(await givenDebits({ mandate: { signedOn: addMonths(addDays(today, 10), -36) } }))).toBe("request1 sent");
  });

  test("if the mandate is B2B, and the customer a person", async () => {
    expect(await asked(await givenDebits({ mandate: { scheme: "B2B", organization: "Boats Ltd" } }))).toBe("request1 sent");
  });

  test("if the mandate was withdrawn before", async () => {
    const given = await givenDebits();
    await withdrawMandate(db, given.partner.actor, given.mandate?.id ?? "");
    expect(await asked(given)).toBe("request1 sent");
  });

  test("if it was asked for before the mandate was given", async () => {
    const given = await givenDebits({ mandate: null });
    await given.collect(mailbox);
    await givenMandate(given.partner, given.company, { customerEmail: given.customerEmail });
    await jumpClock(given.partner, 10);
    expect(await asked(given)).toBe("request1 sent");
    expect(await messagesOf(given.partner.id)).toEqual(["request1 sent", "request2 sent"]);
  });

  test("a second time by a one-off mandate", async () => {
    const given = await givenDebits({ mandate: { sequence: "one_off" } });
    await given.collect(mailbox);
    const into = await givenImport(given.partner, { company: given.company });
    await givenInvoice(given.partner, { import: into, transmitted: true, invoice: { customerEmail: given.customerEmail } });
    await given.collect(mailbox);
    expect(await given.debits()).toHaveLength(1);
    expect(await messagesOf(given.partner.id)).toEqual(["debit_announced sent", "request1 sent"]);
  });
});

describe("a planned debit is taken out", () => {
  const planned = async (options: Parameters<typeof givenDebits>[0] = {}) => {
    const given = await givenDebits(options);
    await given.collect(mailbox);
    const [debit] = await given.debits();
    expect(debit?.status).toBe("planned");
    const looked = async () => {
      await given.collect(mailbox);
      return { debits: (await given.debits()).map(({ status }) => status), parts: (await given.parts()).map(({ status }) => status) };
    };
    return { ...given, looked, actor: given.partner.actor };
  };

  test("by a payment in full, of which the receipt tells", async () => {
    const { actor, invoice, looked, parts, mailsTo, customerEmail } = await planned();
    await recordExternalPayment(db, actor, invoice.id, null, { amountCents: 4_500, reason: "Cash", mayExceed: false });
    expect(await looked()).toEqual({ debits: ["cancelled"], parts: ["cancelled", "paid"] });
    expect((await parts())[0]?.endedAt).not.toBeNull();
    const mailed = await mailsTo(customerEmail);
    expect(mailed.map(({ subject }) => subject)).toHaveLength(2);
    expect(mailed[1]?.body).toMatch(/The announced direct debit of €45\.00 on .* will not take place\./);
  });

  test("by a retraction in the same transaction, of which its message tells", async () => {
    const { actor, invoice, debits, parts, looked, mailsTo, customerEmail } = await planned();
    await creditAndRetractInvoice(db, actor, invoice.id, retraction);
    expect(await debits()).toMatchObject([{ status: "cancelled" }]);
    expect(await parts()).toMatchObject([{ status: "cancelled" }]);
    await looked();
    const mailed = await mailsTo(customerEmail);
    expect(mailed.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Direct debit"),
      expect.stringContaining("was cancelled"),
    ]);
    expect(mailed[1]?.body).toContain("will not take place");
  });

  test("by a hold; afterwards the customer is asked, and not debited again", async () => {
    const { partner, actor, invoice, looked, mailsTo, customerEmail, debits } = await planned();
    await holdInvoice(db, actor, invoice.id, { kind: "objected", reason: "Not mine" });
    expect(await looked()).toEqual({ debits: ["cancelled"], parts: ["cancelled"] });
    expect((await mailsTo(customerEmail)).at(-1)?.subject).toContain("No direct debit for invoice");
    await resumeInvoice(db, actor, invoice.id);
    await looked();
    await jumpClock(partner, 1);
    await looked();
    expect(await debits()).toHaveLength(1);
    expect((await messagesOf(partner.id)).filter((message) => /^re(quest|minder)/.test(message))).toHaveLength(1);
  });

  test("by the withdrawal of its mandate, of which the customer is told, and then asked", async () => {
    const { partner, actor, mandate, looked } = await planned();
    await withdrawMandate(db, actor, mandate?.id ?? "");
    expect(await looked()).toEqual({ debits: ["cancelled"], parts: ["cancelled"] });
    expect(await messagesOf(partner.id)).toEqual(["debit_announced sent", "debit_cancelled sent", "request1 sent"]);
  });

  test("by a rejection before its day: the second request is scheduled for the time that the plan tells", async () => {
    const given = await givenDebits({ settings: { dueDays: 12, request2Day: 7, reminder1Day: 3 } });
    const { partner, invoice } = given;
    await given.collect(mailbox);
    const [debit] = await given.debits();
    if (!debit) throw new Error("Nothing was planned");
    await givenFileOf(debit);
    const at = new Date(Date.now() + 12 * DAY_MS);
    await db.transaction(async (tx) => {
      await tx.update(debits).set({ status: "rejected", endedAt: at }).where(eq(debits.id, debit.id));
      await tx.update(payments).set({ status: "failed", endedAt: at }).where(eq(payments.debitId, debit.id));
    });
    await jumpClock(partner, 12);
    await given.collect(mailbox);
    await jumpClock(partner, 13.1);
    await given.collect(mailbox);
    const [queued] = await db.select({ at: collections.nextAt }).from(collections).where(eq(collections.invoiceId, invoice.id));
    const told = await describePlan(db, { ...partner.actor, clockOffsetMs: 13.1 * DAY_MS }, invoice.id);
    expect(told?.items[0]).toMatchObject({ kind: "request2", at: queued?.at });
  });

  test("without a word if nobody was told of it", async () => {
    const given = await givenDebits();
    await given.decide();
    await withdrawMandate(db, given.partner.actor, given.mandate?.id ?? "");
    await given.collect(mailbox);
    await given.collect(mailbox);
    const sent = (await messagesOf(given.partner.id)).filter((message) => message.endsWith("sent"));
    expect(sent).toEqual(["request1 sent"]);
  });

  test("with one of its invoices: the other one is still collected", async () => {
    const { actor, invoices, looked, debits, parts } = await planned({ invoices: [{ amountCents: 4_500 }, { amountCents: 2_000 }] });
    await creditAndRetractInvoice(db, actor, invoices[0]?.id ?? "", retraction);
    const after = await looked();
    // Both were planned in one millisecond, so their ids have no order.
    expect([after.debits, after.parts.toSorted()]).toEqual([["planned"], ["cancelled", "scheduled"]]);
    await creditAndRetractInvoice(db, actor, invoices[1]?.id ?? "", retraction);
    expect((await debits()).map(({ status }) => status)).toEqual(["cancelled"]);
    expect((await parts()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  test("with all of its invoices at once", async () => {
    const { actor, invoices, debits } = await planned({ invoices: [{}, {}, {}, {}] });
    await Promise.all(invoices.map(({ id }) => creditAndRetractInvoice(db, actor, id, retraction)));
    expect((await debits()).map(({ status }) => status)).toEqual(["cancelled"]);
  });
});

test("a rejected debit is not repeated: after a quiet day the customer is asked", async () => {
  const given = await givenDebits({ settings: { request2Day: null } });
  await given.collect(mailbox);
  const [debit] = await given.debits();
  if (!debit) throw new Error("Nothing was planned");
  await givenFileOf(debit);
  const { partner } = given;
  const at = new Date(Date.now() + 14 * DAY_MS);
  await db.transaction(async (tx) => {
    await tx.update(debits).set({ status: "rejected", endedAt: at }).where(eq(debits.id, debit.id));
    await tx.update(payments).set({ status: "failed", endedAt: at }).where(eq(payments.debitId, debit.id));
  });
  await jumpClock(partner, 14);
  await given.collect(mailbox);
  expect(await messagesOf(partner.id)).toEqual(["debit_announced sent"]);
  await jumpClock(partner, 20);
  await given.collect(mailbox);
  // The payment period of a customer who was never asked begins with the first message.
  expect(await messagesOf(partner.id)).toEqual(["debit_announced sent", "request1 sent"]);
  expect(await given.debits()).toHaveLength(1);
});

test("a credit lowers the debit, and more is never collected than was announced", async () => {
  const given = await givenDebits();
  await given.collect(mailbox);
  const { actor } = given.partner;
  await creditAmount(db, actor, given.invoice.id, null, { amountCents: 1_500, description: "Half a season" });
  await given.collect(mailbox);
  expect(await given.parts()).toMatchObject([{ status: "scheduled", amountCents: 3_000 }]);
  expect(await given.debits()).toMatchObject([{ status: "planned", amountCents: 4_500 }]);
});

test("an announcement that cannot leave moves the day, so that the days of notice stay", async () => {
  const given = await givenDebits();
  await given.decide();
  await jumpClock(given.partner, 3);
  await given.decide();
  expect(await given.debits()).toMatchObject([{ collectOn: bankDayFrom(addDays(today, 17), "target"), postponements: 0 }]);
  await given.collect(mailbox);
  expect(await messagesOf(given.partner.id)).toEqual(["debit_announced sent"]);
  await jumpClock(given.partner, 6);
  await given.collect(mailbox);
  expect(await given.debits()).toMatchObject([{ collectOn: bankDayFrom(addDays(today, 17), "target") }]);
});

test("withdrawing the mandate while debits are planned leaves no debit without a mandate", async () => {
  for (const round of [0, 1, 2, 3, 4]) {
    const given = await givenDebits({ invoices: [1, 2, 3].map((nth) => ({ amountCents: 1_000 * nth + round })) });
    await Promise.all([given.decide(), withdrawMandate(db, given.partner.actor, given.mandate?.id ?? "")]);
    await given.decide();
    expect((await given.debits()).filter(({ status }) => status === "planned")).toEqual([]);
    expect((await given.parts()).filter(({ status }) => status === "scheduled")).toEqual([]);
  }
});

test("a one-off mandate is for one debit, also if two are planned at once", async () => {
  const given = await givenDebits({ invoices: [{}, {}], mandate: { sequence: "one_off" }, settings: { request1Day: 1 } });
  const { actor } = given.partner;
  const [account] = await listBankAccounts(db, actor, given.company.id);
  const bankAccountId = account?.id ?? "";
  const wanted = given.invoices.map(({ id: invoiceId }, nth) => ({
    ...{ invoiceId, bankAccountId, mandateId: given.mandate?.id ?? "", amountCents: 4_500 },
    collectOn: bankDayFrom(addDays(today, 20 + 7 * nth), "target"),
  }));
  const plan = () => transact(db, actor, (tx) => planDebits(tx, actor, wanted, new Date()));
  expect(await plan()).toEqual(wanted.slice(1));
  expect(await transact(db, actor, (tx) => planDebits(tx, actor, wanted.slice(1), new Date()))).toEqual(wanted.slice(1));
  expect(await given.debits()).toHaveLength(1);
});

test("a household's message asks for nothing that will be debited", async () => {
  // The mandate counts for the organisation's invoice alone, which is paused when the other one is first asked for.
  const given = await givenDebits({
    invoices: [{}, { customerOrganization: "Boats Ltd" }],
    mandate: { scheme: "B2B", organization: "Boats Ltd" },
  });
  const { actor } = given.partner;
  const [asked, debited] = given.invoices;
  await holdInvoice(db, actor, debited?.id ?? "", { kind: "paused", until: addDays(today, 9), reason: "Later" });
  await given.collect(mailbox);
  expect(await messagesOf(given.partner.id)).toEqual(["request1 sent"]);
  // Just before the debit is planned.
  const now = new Date(sameTimeOn(addDays(today, 10), new Date()).getTime() - MINUTE_MS);
  const message = { partnerId: actor.partnerId, id: newId(), invoiceId: asked?.id ?? "", kind: "request2" as const };
  const household = await findHousehold(db, { ...actor, clockOffsetMs: now.getTime() - Date.now() }, message.invoiceId);
  expect(household?.invoices).toHaveLength(2);
  const together = await findHouseholdMessage(db, message, household, now);
  expect(together).not.toBe("soon");
  expect(together).toMatchObject({ members: [], apart: [{ id: debited?.id }] });
});
