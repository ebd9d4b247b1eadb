import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { mails } from "@/db/schema/mails";
import { payments } from "@/db/schema/payments";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { joinHousehold } from "@/server/billing/households/change-household";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { changesOf } from "@/server/testing/changes-of";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenArrangement } from "@/server/testing/given-arrangement";
import { givenDebits } from "@/server/testing/given-debit";
import { givenFileOf } from "@/server/testing/given-debit-file";
import { givenMember } from "@/server/testing/given-person";
import { findArrangementOffer } from "./arrangement-offer";

const mailbox = { kind: "mailbox" } as const;
const ideal = { method: "ideal", returnUrl: null } as const;
const pay = { outcome: "pay", method: "ideal" } as const;
const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const today = () => dayAt(new Date());
const inDays = (days: number) => addDays(today(), days);

/** An invoice whose last reminder was sent: 50 days after its transmission. */
async function givenArrears(options: Parameters<typeof givenArrangement>[0] = {}) {
  const given = await givenArrangement(options);
  for (const day of [0, 10, 18, 32, 46, 50]) {
    await given.jump(day);
    await given.collect(mailbox);
  }
  return given;
}

describe("an arrangement over arrears", () => {
  test("is agreed on after the last reminder, confirmed with its parts, and asked for part by part, without a fee", async () => {
    const {
      collect,
      jump,
      mails: subjects,
      plan,
      arrange,
      invoice,
      lines,
      customer,
      email,
      rows,
      partner,
    } = await givenArrears({
      settings: { latePaymentFeeCents: 250 },
    });
    expect((await subjects()).at(-1)).toMatch(/^Final reminder|^Last reminder/);
    expect((await plan())?.isReminderOver).toBe(true);
    const before = await lines();
    const changes = await changesOf(partner.id, () => arrange(2));
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["instalments_agreed", "due_day_moved"]));
    const first = inDays(64);
    const balanceCents = before.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(await rows()).toMatchObject([{ feeCents: 0, text: expect.stringContaining("Instalment 2 of 2: €"), locale: "en" }]);
    expect(await plan()).toMatchObject({
      dueOn: first,
      payBy: null,
      isReminderOver: false,
      instalments: { isArrangement: true, next: { number: 1 }, parts: [{ dueOn: first }, { dueOn: addMonths(first, 1) }] },
    });
    await collect(mailbox);
    const [confirmation] = (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).slice(-1);
    expect(confirmation?.subject).toContain("in 2 instalments");
    expect(confirmation?.body).toContain("This is what was agreed with");
    expect(confirmation?.body).toContain("Instalment 2 of 2");
    await jump(59);
    await collect(mailbox);
    expect((await subjects()).at(-1)).toMatch(/^Instalment 1 of 2: €/);
    await simulatePayment(db, await customer(), invoice.id, pay);
    await jump(91);
    await collect(mailbox);
    expect((await subjects()).at(-1)).toMatch(/^Instalment 2 of 2: €/);
    await simulatePayment(db, await customer(), invoice.id, pay);
    expect(await lines()).toHaveLength(
      before.length + (await lines()).slice(before.length).filter(({ amountCents }) => amountCents < 0).length,
    );
    expect((await lines()).slice(before.length).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(-balanceCents);
    expect((await plan())?.instalments).toBeNull();
  });

  test("is shown alike by page, PDF, timeline and interface, and recorded with the person who agreed on it", async () => {
    const { arrange, page, customer, partner, invoice, staff, events, name, end } = await givenArrears();
    await arrange(3);
    expect(await page()).toContain("Instalment 1 of 3");
    expect(await page()).toContain("Pay €33.34 now");
    const actor = await customer();
    const { reading } = await readingFor({ actor });
    expect(pdfContents(await describeForCustomer(db, actor), reading).remarks.join("\n")).toContain("Instalment 3 of 3");
    const { instalments } = collectionResource.parse(
      presentCollection(await describeCollection(db, { ...partner.actor, clockOffsetMs: (await staff()).clockOffsetMs }, invoice.id)),
    );
    expect(instalments).toMatchObject({ agreed_by: "company", fee_cents: 0, parts: [{ amount_cents: 3_334, due_on: inDays(64) }, {}, {}] });
    const by = { kind: "person", name };
    expect(await listTimeline(db, await staff(), invoice.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "instalments_agreed", by: expect.objectContaining(by) })]),
    );
    await end("other_terms");
    expect(await listTimeline(db, await staff(), invoice.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "instalments_ended", because: "other_terms", by: expect.objectContaining(by) }),
      ]),
    );
    const author = `person:${(await staff()).id}`;
    const parts = [`${inDays(64)}: 3334`, `${addMonths(inDays(64), 1)}: 3333`, `${addMonths(inDays(64), 2)}: 3333`];
    expect(await events()).toMatchObject([
      { kind: "arrangement_agreed", actor: author, about: `invoice:${invoice.id}`, after: { outstandingCents: 10_000, parts } },
      { kind: "arrangement_ended", actor: author, before: { outstandingCents: 10_000 }, after: { because: "other_terms" } },
    ]);
  });

  test("takes the amounts and days that were agreed on by hand, before the due day as well", async () => {
    const { send, terms, plan } = await givenArrangement();
    const parts = [
      { amountCents: 7_500, dueOn: inDays(1) },
      { amountCents: 2_500, dueOn: inDays(8) },
    ];
    await send({ seenLines: (await terms()).seenLines, parts });
    expect((await plan())?.instalments?.parts).toMatchObject(parts);
    expect((await plan())?.dueOn).toBe(inDays(1));
  });

  test("also without an e-mail address, on the page alone", async () => {
    const { arrange, terms, plan, outgoing } = await givenArrangement({ invoice: { customerEmail: null } });
    expect((await terms()).hasEmail).toBe(false);
    await arrange(2);
    expect((await plan())?.instalments).toMatchObject({ next: { number: 1 } });
    expect(await outgoing()).toEqual([]);
  });
});

describe("nothing is agreed on", () => {
  const refused = async (given: { proposal: (count: number) => Promise<unknown> }) => expect(given.proposal(2)).rejects;

  test("in another country than the law allows, for too small an amount, or after the period", async () => {
    await (await refused(await givenArrangement({ invoice: { customerCountryCode: "NL" } }))).toThrow("arrangement_against_law");
    await (await refused(await givenArrangement({ settings: { instalmentsPeriodEndsOn: null } }))).toThrow("arrangement_against_law");
    await (await refused(await givenArrangement({ amountCents: 999 }))).toThrow("arrangement_too_small");
    await (await refused(await givenArrangement({ settings: { instalmentsPeriodEndsOn: inDays(1) } }))).toThrow("arrangement_period_over");
    const organisation = { customerCountryCode: "NL", customerOrganization: "Regattaverein", customerFirstName: null };
    await (await givenArrangement({ invoice: organisation, settings: { instalmentsPeriodEndsOn: null } })).arrange(12);
  });

  test("on a retracted, paid or held invoice, one that is not transmitted, or one of a household", async () => {
    const retracted = await givenArrangement();
    await creditAndRetractInvoice(db, retracted.partner.actor, retracted.invoice.id, retraction);
    await (await refused(retracted)).toThrow("already_retracted");
    const paid = await givenArrangement();
    await simulatePayment(db, await paid.customer(), paid.invoice.id, pay);
    await (await refused(paid)).toThrow("nothing_outstanding");
    const held = await givenArrangement();
    const sent = await held.proposal(2);
    await holdInvoice(db, held.partner.actor, held.invoice.id, { kind: "handed_over", reason: "Too late" });
    await expect(held.send(sent)).rejects.toMatchObject({ code: "arrangement_while_held" });

    const { partner, company, staff } = await givenArrangement();
    const into = await givenImport(partner, { company });
    const of = (name: string) => givenInvoice(partner, { import: into, amountCents: 5_000, invoice: { externalInvoiceNumber: name } });
    const [one, other] = [await of("one"), await of("other")];
    expect(await findArrangementOffer(db, await staff(), one.id)).toEqual({ reason: "invoice_not_transmitted" });
    await transmitImport(db, partner.actor, into.id);
    await joinHousehold(db, partner.actor, one.id, other.externalInvoiceNumber);
    expect(await findArrangementOffer(db, await staff(), one.id)).toEqual({ reason: "arrangement_in_household" });
  });

  test("while an online payment is in progress, or a direct debit is planned or at the bank", async () => {
    const { proposal, send, customer, invoice, rows } = await givenArrangement();
    const sent = await proposal(2);
    await startPayment(db, await customer(), invoice.id, ideal);
    await expect(send(sent)).rejects.toMatchObject({ code: "payment_in_progress" });
    expect(await rows()).toEqual([]);

    const given = await givenDebits();
    await given.collect(mailbox);
    const { actor } = await givenMember(given.partner);
    expect(await findArrangementOffer(db, actor, given.invoice.id)).toEqual({ reason: "arrangement_while_debited" });
    const [debit] = await given.debits();
    if (!debit) throw new Error("no debit");
    await givenFileOf(debit);
    expect(await findArrangementOffer(db, actor, given.invoice.id)).toEqual({ reason: "arrangement_while_debited" });
  });

  test("outside sandboxes", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner, { transmitted: true, amountCents: 10_000 });
    const { actor } = await givenMember(partner);
    expect(await findArrangementOffer(db, actor, invoice.id)).toEqual({ reason: "instalments_only_in_sandboxes" });
  });

  test("with parts that do not add up, or days beyond the law", async () => {
    const { proposal, send, rows } = await givenArrangement();
    const { seenLines, parts } = await proposal(2);
    const [first, last] = parts;
    if (!first || !last) throw new Error("two parts");
    const changed = (part: object) => send({ seenLines, parts: [first, { ...last, ...part }] });
    await expect(changed({ amountCents: 4_999 })).rejects.toMatchObject({ code: "arrangement_sum_differs" });
    await expect(changed({ dueOn: inDays(301) })).rejects.toMatchObject({ code: "arrangement_too_long" });
    await expect(changed({ dueOn: today() })).rejects.toMatchObject({ code: "arrangement_days_wrong" });
    expect(await rows()).toEqual([]);
  });
});

describe("nothing is agreed on twice", () => {
  test("a double click makes one arrangement; of two people with other parts, one agrees", async () => {
    const { proposal, send, rows, events, outgoing } = await givenArrangement();
    const sent = await proposal(2);
    await Promise.all(times(5, () => send(sent)));
    expect(await rows()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
    expect((await outgoing()).filter((message) => message.startsWith("instalments_agreed"))).toHaveLength(1);
    await expect(send(sent, "second")).rejects.toMatchObject({ code: "already_in_instalments" });

    const other = await givenArrangement();
    const [two, three] = [await other.proposal(2), await other.proposal(3)];
    const outcomes = await Promise.allSettled([other.send(two), other.send(three, "second")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "already_in_instalments" } });
    expect(await other.rows()).toHaveLength(1);
  });

  test("a payment that arrives in between is noticed", async () => {
    const { proposal, send, partner, invoice, rows } = await givenArrangement();
    const sent = await proposal(2);
    const payment = { amountCents: 4_000, reason: "At the desk", mayExceed: false, paidOn: null };
    await recordExternalPayment(db, partner.actor, invoice.id, null, payment);
    await expect(send(sent)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await rows()).toEqual([]);
    await send(await proposal(2));
    expect((await rows())[0]?.parts.map(({ amountCents }) => amountCents)).toEqual([3_000, 3_000]);
  });

  test("at once with a retraction or a payment: either comes first, and no more is paid than is due", async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await givenArrangement();
      const sent = await one.proposal(2);
      const [agreed, retracted] = await Promise.allSettled([
        one.send(sent),
        creditAndRetractInvoice(db, one.partner.actor, one.invoice.id, retraction),
      ]);
      expect(retracted.status).toBe("fulfilled");
      expect(await one.rows()).toHaveLength(agreed.status === "fulfilled" ? 1 : 0);
      expect((await one.plan())?.instalments ?? null).toBeNull();

      const other = await givenArrangement();
      const parts = await other.proposal(2);
      const [second] = await Promise.allSettled([other.send(parts), startPayment(db, await other.customer(), other.invoice.id, ideal)]);
      const [begun] = await db.select().from(payments).where(eq(payments.invoiceId, other.invoice.id));
      expect(begun?.amountCents).toBe(second.status === "fulfilled" ? 5_000 : 10_000);
    }
  });
});

describe("an arrangement ends", () => {
  test("by a missed part, as set: all that is left is due in 14 days, no fee follows, and another one can be agreed on", async () => {
    const {
      arrange,
      collect,
      jump,
      mails: subjects,
      plan,
      lines,
      rows,
      terms,
    } = await givenArrangement({
      settings: { latePaymentFeeCents: 250 },
    });
    for (const day of [0, 18]) {
      await jump(day);
      await collect(mailbox);
    }
    expect((await plan())?.fee).toMatchObject({ amountCents: 250 });
    const before = await lines();
    await arrange(2);
    await collect(mailbox);
    expect((await plan())?.fee).toBeNull();
    for (const day of [27, 39, 60]) {
      await jump(day);
      await collect(mailbox);
    }
    expect((await subjects()).slice(-2)).toEqual([
      expect.stringContaining("Reminder: instalment 1 of 2"),
      expect.stringContaining("please pay €100.00 by"),
    ]);
    expect(await plan()).toMatchObject({ dueOn: inDays(74), instalments: null, fee: null });
    for (const day of [92, 106, 123]) {
      await jump(day);
      await collect(mailbox);
    }
    expect((await subjects()).at(-1)).toMatch(/reminder/i);
    expect(await lines()).toHaveLength(before.length);
    expect((await terms()).mostParts).toBe(12);
    await arrange(4);
    expect((await rows()).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect((await plan())?.instalments?.parts).toHaveLength(4);
  });

  test("or is spread over the rest, as set; a returned payment makes its part due again, a credit takes from the last", async () => {
    const { arrange, collect, jump, plan, partner, invoice, customer } = await givenArrangement({
      settings: { instalmentsMissed: "spread" },
    });
    await arrange(3);
    const open = async () => (await plan())?.instalments?.parts.map(({ openCents }) => openCents);
    await simulatePayment(db, await customer(), invoice.id, pay);
    await creditAmount(db, partner.actor, invoice.id, null, { amountCents: 1_000, description: "Less" });
    expect(await open()).toEqual([0, 3_333, 2_333]);
    await simulatePayment(db, await customer(), invoice.id, { outcome: "charge_back", method: "ideal" });
    expect(await open()).toEqual([3_334, 3_333, 2_333]);
    for (const day of [9, 21, 42, 43]) {
      await jump(day);
      await collect(mailbox);
    }
    expect(await open()).toEqual([0, 5_000, 4_000]);
  });

  test("by staff, once: what is left is due in 14 days, and the customer is told by a mail that blames nobody", async () => {
    const { arrange, collect, end, plan, email, customer, invoice, rows, staff } = await givenArrears();
    await arrange(2);
    await collect(mailbox);
    await simulatePayment(db, await customer(), invoice.id, pay);
    await collect(mailbox);
    const planId = (await plan())?.instalments?.id ?? "";
    const outcomes = await Promise.allSettled(times(3, () => end("customer_asked", planId)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "no_arrangement" } });
    expect(await rows()).toMatchObject([{ endedBy: `person:${(await staff()).id}`, endedBecause: "customer_asked" }]);
    await collect(mailbox);
    const [told] = (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).slice(-1);
    expect(told?.subject).toContain("please pay €50.00 by");
    expect(told?.body).toMatch(/At your request, .+ has ended payment of invoice/);
    expect(told?.body).toContain("Nothing more is added to this invoice for late payment. If you cannot pay by then");
    expect(told?.body).not.toContain("was not paid");
    expect(await plan()).toMatchObject({ dueOn: inDays(64), payBy: inDays(64), instalments: null });
  });

  test("but a plan that its customer chose on the page stays", async () => {
    const { agree, end, plan } = await givenArrangement({ settings: { instalmentsFromCents: 5_000 } });
    await agree(2);
    await expect(end()).rejects.toMatchObject({ code: "no_arrangement" });
    expect((await plan())?.instalments).toMatchObject({ isArrangement: false });
  });
});

test("the database refuses a second arrangement beside one that goes on, a fee for one, and an end without a reason", async () => {
  const { arrange, rows } = await givenArrangement();
  await arrange(2);
  const [plan] = await rows();
  if (!plan) throw new Error("no plan");
  const here = eq(instalmentPlans.id, plan.id);
  await expect(db.insert(instalmentPlans).values({ ...plan, id: newId() })).rejects.toThrow();
  await expect(db.update(instalmentPlans).set({ endedBy: "person:x", endedAt: new Date() }).where(here)).rejects.toThrow();
  await expect(db.update(instalmentPlans).set({ endedBy: "person:x", endedBecause: "other" }).where(here)).rejects.toThrow();
  const other = await givenArrangement();
  const elsewhere = { ...plan, id: newId(), partnerId: other.partner.id, invoiceId: other.invoice.id };
  await expect(db.insert(instalmentPlans).values({ ...elsewhere, feeCents: 100 })).rejects.toThrow();
  await db.insert(instalmentPlans).values(elsewhere);
});
