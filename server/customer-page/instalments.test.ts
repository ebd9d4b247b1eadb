import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { payments } from "@/db/schema/payments";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { joinHousehold } from "@/server/billing/households/change-household";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { startPayment } from "@/server/billing/payments/start-payment";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { changesOf } from "@/server/testing/changes-of";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenImport, givenInvoice, times } from "@/server/testing/given";
import { givenInstalments } from "@/server/testing/given-instalments";
import { describeForCustomer } from "./describe-for-customer";
import { pdfContents } from "./document/pdf-contents";
import { simulatePayment } from "./simulate-payment";

const mailbox = { kind: "mailbox" } as const;
const ideal = { method: "ideal", returnUrl: null } as const;
const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const today = () => dayAt(new Date());

describe("instalments are agreed to on the page", () => {
  test("as they were shown, from the due day on, without a fee for a consumer; a form that is sent twice makes one plan", async () => {
    const { agree, form, send, rows, lines, plan, invoice, partner } = await givenInstalments({ settings: { instalmentsFeeCents: 300 } });
    const shown = await form(3);
    const changes = await changesOf(partner.id, async () => {
      expect(await Promise.all(times(5, () => send(shown)))).toEqual([undefined, undefined, undefined, undefined, undefined]);
    });
    expect(changes.filter(({ kind }) => kind === "instalments_agreed")).toHaveLength(1);
    const due = addDays(today(), 14);
    expect(await rows()).toMatchObject([
      {
        parts: [
          { amountCents: 3_334, dueOn: due },
          { amountCents: 3_333, dueOn: addMonths(due, 1) },
          { amountCents: 3_333, dueOn: addMonths(due, 2) },
        ],
        feeCents: 0,
        agreedBy: expect.stringMatching(/^customer:/),
        text: expect.stringContaining("€33.34"),
      },
    ]);
    expect(await lines()).toHaveLength(invoice.lines.length);
    expect((await plan())?.instalments).toMatchObject({ next: { number: 1, openCents: 3_334 }, dueNowCents: 3_334 });
    await expect(agree(2)).rejects.toThrow("Not offered: agreed");
  });

  test("with the fee for an organisation, which its first payment pays", async () => {
    const { agree, lines, invoice, partner, collect } = await givenInstalments({
      settings: { instalmentsFeeCents: 300, instalmentsPeriodEndsOn: null },
      invoice: { customerOrganization: "Regattaverein", customerFirstName: null },
    });
    await agree(2);
    await collect(mailbox);
    await simulatePayment(db, partner.actor, invoice.id, { outcome: "pay", method: "ideal" });
    const added = (await lines()).slice(invoice.lines.length).map(({ type, amountCents }) => `${type} ${amountCents}`);
    expect(added).toEqual(["INSTALLMENT-FEE-LINE 300", "INSTALLMENT-FEE-PAYMENT-LINE -300", "PAYMENT-LINE -5000"]);
  });

  test("only as they were shown: after a change of the balance the form is shown again", async () => {
    const { form, send, rows, partner, invoice } = await givenInstalments();
    const shown = await form(2);
    await creditAmount(db, partner.actor, invoice.id, null, { amountCents: 1_000, description: "Less" });
    expect(await send(shown)).toBe("changed_meanwhile");
    expect(await rows()).toEqual([]);
  });

  test("not while a payment is in progress or the invoice is held, not once it is overdue, and not where the law forbids it", async () => {
    const { form, send, offer, partner, invoice, jump, collect } = await givenInstalments();
    await collect(mailbox);
    const shown = await form(2);
    await holdInvoice(db, partner.actor, invoice.id, { kind: "paused", until: addDays(today(), 1), reason: "Asked" });
    expect(await send(shown)).toBe("on_hold");
    await jump(15);
    expect(await offer()).toEqual({ reason: "overdue" });

    const paying = await givenInstalments();
    await startPayment(db, await paying.customer(), paying.invoice.id, ideal);
    expect(await paying.offer()).toEqual({ reason: "payment_in_progress" });

    const dutch = await givenInstalments({ invoice: { customerCountryCode: "NL" } });
    expect(await dutch.offer()).toEqual({ reason: "law" });
    expect(await dutch.page()).toContain("For legal reasons, this invoice cannot be paid in instalments");
    const off = await givenInstalments({ settings: { instalmentsFromCents: null } });
    expect(await off.page()).not.toContain("nstalment");
    expect(await (await givenInstalments({ amountCents: 4_900 })).offer()).toEqual({ reason: "too_small" });
  });

  test("at once with a retraction or a payment: either comes first, and nothing is owed twice", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { form, send, rows, partner, invoice } = await givenInstalments();
      const shown = await form(2);
      const [agreed, retracted] = await Promise.allSettled([
        send(shown),
        creditAndRetractInvoice(db, partner.actor, invoice.id, retraction),
      ]);
      expect(retracted.status).toBe("fulfilled");
      const isAgreed = agreed.status === "fulfilled" && agreed.value === undefined;
      expect(await rows()).toHaveLength(isAgreed ? 1 : 0);

      const other = await givenInstalments();
      const form2 = await other.form(2);
      await Promise.allSettled([other.send(form2), startPayment(db, await other.customer(), other.invoice.id, ideal)]);
      const [begun] = await db.select().from(payments).where(eq(payments.invoiceId, other.invoice.id));
      expect(begun?.amountCents).toBe((await other.rows()).length > 0 ? 5_000 : 10_000);
    }
  });
});

test("the database keeps what was agreed to, and refuses parts that are not the balance", async () => {
  const { agree, rows } = await givenInstalments();
  await agree(2);
  const [plan] = await rows();
  if (!plan) throw new Error("no plan");
  const here = eq(instalmentPlans.id, plan.id);
  await expect(db.update(instalmentPlans).set({ text: "x" }).where(here)).rejects.toThrow();
  await expect(db.delete(instalmentPlans).where(here)).rejects.toThrow();
  const other = await givenInstalments();
  const wrong = {
    ...plan,
    partnerId: other.partner.id,
    invoiceId: other.invoice.id,
    parts: plan.parts.slice(0, 1).concat(plan.parts.slice(0, 1)),
  };
  await db.insert(instalmentPlans).values(wrong);
  await expect(db.insert(instalmentPlans).values({ ...wrong, partnerId: plan.partnerId })).rejects.toThrow();
  const third = await givenInstalments({ amountCents: 9_000 });
  await expect(db.insert(instalmentPlans).values({ ...wrong, partnerId: third.partner.id, invoiceId: third.invoice.id })).rejects.toThrow();
});

describe("a plan is followed", () => {
  test("each part is asked for by name before its day, paid by page or transfer, and nothing else is sent", async () => {
    const { agree, collect, jump, mails, invoice, page, customer, plan } = await givenInstalments();
    await agree(2);
    await collect(mailbox);
    expect(await mails()).toEqual([expect.stringContaining("in 2 instalments")]);
    await jump(9);
    await collect(mailbox);
    expect((await mails()).at(-1)).toContain("Instalment 1 of 2: €50.00");
    expect(await page()).toContain("Instalment 1 of 2");
    expect(await page()).toContain("Pay €50.00 now");
    expect(await page()).toMatch(
      /<li class="sum"><span>Left to pay in all<\/span><span class="total">€100\.00<[\s\S]*Left to pay in all<[\s\S]*Tick this and you will get no reminders until/,
    );
    await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
    await collect(mailbox);
    expect((await mails()).at(-1)).toContain("Receipt: €50.00");
    const second = addMonths(addDays(today(), 14), 1);
    expect(await plan()).toMatchObject({ dueOn: second, instalments: { next: { number: 2, openCents: 5_000 } } });
    await jump(35);
    await collect(mailbox);
    await jump(41);
    await collect(mailbox);
    expect((await mails()).slice(3)).toEqual([expect.stringContaining("Instalment 2 of 2: €50.00")]);
    await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
    await collect(mailbox);
    await jump(80);
    await collect(mailbox);
    expect((await mails()).slice(4)).toEqual([expect.stringContaining("Receipt: €50.00")]);
    expect((await plan())?.instalments).toBeNull();
  });

  test("a missed part is reminded by name, and ends the plan: all is due in 14 days, then reminders begin", async () => {
    const { agree, collect, jump, mails, plan, rows, partner, page } = await givenInstalments({ settings: { latePaymentFeeCents: 250 } });
    await agree(2);
    await collect(mailbox);
    await jump(9);
    await collect(mailbox);
    await jump(21);
    await collect(mailbox);
    expect((await mails()).at(-1)).toContain("Reminder: instalment 1 of 2");
    expect(await page()).toContain("Was to be paid by");
    expect(await page()).not.toMatch(/Invoice was (due|to be paid)/);
    expect(await plan()).toMatchObject({ payBy: addDays(today(), 31), instalments: { next: { number: 1 } } });
    await jump(35);
    await collect(mailbox);
    expect((await rows())[0]?.endedAt).toBeNull();
    const changes = await changesOf(partner.id, async () => {
      await jump(42);
      await collect(mailbox);
    });
    expect(changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["instalments_ended", "due_day_moved"]));
    expect((await mails()).at(-1)).toContain("please pay €100.00 by");
    expect(await plan()).toMatchObject({ dueOn: addDays(today(), 56), instalments: null });
    expect(await page()).not.toContain("Instalment 1");
    await jump(60);
    await collect(mailbox);
    expect((await mails()).at(-1)).toMatch(/^Reminder: invoice/);
  });

  test("or is spread over the rest, as set", async () => {
    const { agree, collect, jump, mails, bodies, plan } = await givenInstalments({ settings: { instalmentsMissed: "spread" } });
    await agree(3);
    await collect(mailbox);
    for (const day of [9, 21, 42]) {
      await jump(day);
      await collect(mailbox);
    }
    expect((await mails()).at(-1)).toMatch(/^New instalments/);
    expect((await bodies()).at(-1)).toContain("€100.00 of this invoice is left to pay.");
    expect((await plan())?.instalments?.parts.map(({ openCents }) => openCents)).toEqual([0, 5_000, 5_000]);
    // The next one was agreed for a day that is nearer than a week.
    const dueOn = addDays(today(), 42 + 7);
    expect(addMonths(addDays(today(), 14), 1) < dueOn).toBe(true);
    expect((await plan())?.dueOn).toBe(dueOn);
    await jump(44);
    await collect(mailbox);
    expect((await mails()).at(-1)).toContain("Instalment 2 of 3: €50.00");
  });

  test("a payment that the bank takes back makes its part due again; a credit takes from the last part", async () => {
    const { agree, collect, jump, plan, partner, invoice, customer, mails, bodies } = await givenInstalments();
    await agree(4);
    await collect(mailbox);
    await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
    await creditAmount(db, partner.actor, invoice.id, null, { amountCents: 3_000, description: "Less" });
    const open = async () => (await plan())?.instalments?.parts.map(({ openCents }) => openCents);
    expect(await open()).toEqual([0, 2_500, 2_000, 0]);
    await simulatePayment(db, await customer(), invoice.id, { outcome: "charge_back", method: "ideal" });
    expect(await open()).toEqual([2_500, 2_500, 2_000, 0]);
    await jump(1);
    await collect(mailbox);
    expect((await mails()).at(-1)).toContain("was returned");
    expect((await bodies()).at(-1)).toContain("Pay €25.00: ");
    expect((await plan())?.dueOn).toBe(addDays(today(), 14));
  });

  test("a hold pauses it, and a retraction ends it", async () => {
    const { agree, collect, jump, mails, plan, partner, invoice, page } = await givenInstalments();
    await agree(2);
    await collect(mailbox);
    await holdInvoice(db, partner.actor, invoice.id, { kind: "paused", until: addDays(today(), 20), reason: "Asked" });
    await jump(19);
    await collect(mailbox);
    expect(await mails()).toHaveLength(1);
    await jump(21);
    await collect(mailbox);
    // The hold kept it from being announced, so it leaves ten days.
    expect((await mails()).at(-1)).toContain("Instalment 1 of 2");
    expect((await plan())?.dueOn).toBe(addDays(today(), 30));
    await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
    expect((await plan())?.instalments).toBeNull();
    expect(await page()).not.toContain("Instalment 1");
  });
});

test("page, PDF and payments name the part, and nothing is donated beside it", async () => {
  const { agree, customer, invoice } = await givenInstalments();
  await agree(2);
  const actor = await customer();
  const described = await describeForCustomer(db, actor);
  const { reading } = await readingFor({ actor });
  expect(pdfContents(described, reading).remarks.join("\n")).toContain("Instalment 2 of 2");
  expect(pdfContents({ ...described, transfer: null }, reading).remarks.at(-1)).toContain("To pay, use the link");
  expect(described).toMatchObject({ toPayCents: 5_000, canDonate: false });
  await startPayment(db, actor, invoice.id, ideal);
  const gift = { amountCents: 100, description: "Gift" };
  await expect(startPayment(db, actor, invoice.id, { ...ideal, gift })).rejects.toMatchObject({ code: "not_allowed" });
});

test("an invoice that is paid in instalments joins no household", async () => {
  const { agree, rows, partner, company } = await givenInstalments({ amountCents: 5_000 });
  await agree(2);
  const [plan] = await rows();
  if (!plan) throw new Error("no plan");
  const into = await givenImport(partner, { company });
  const of = (name: string) => givenInvoice(partner, { import: into, amountCents: 5_000, invoice: { externalInvoiceNumber: name } });
  const [divided, other] = [await of("one"), await of("other")];
  await transmitImport(db, partner.actor, into.id);
  await db.insert(instalmentPlans).values({ ...plan, id: newId(), invoiceId: divided.id });
  await expect(joinHousehold(db, partner.actor, other.id, "one")).rejects.toMatchObject({ code: "paid_in_instalments" });
});
