import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { isBankDay } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { changesOf } from "@/server/testing/changes-of";
import { readingFor } from "@/server/testing/customer-page-of";
import { times } from "@/server/testing/given";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";
import { pdfContents } from "./document/pdf-contents";

const mailbox = { kind: "mailbox" } as const;
const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };
const planned = ["1 planned 33.34", "2 planned 33.33", "3 planned 33.33"];

/** Three parts by debit, agreed on and announced. */
async function givenAgreed(options: Parameters<typeof givenPartsByDebit>[0] = {}) {
  const given = await givenPartsByDebit(options);
  expect(await given.agree(3, "debit")).toBeUndefined();
  await given.collect(mailbox);
  return given;
}

describe("instalments by direct debit are chosen on the page", () => {
  test("each is a debit of its own on a bank day, planned once however often the form is sent, and told to the partner", async () => {
    const { form, send, debitsNow, states, rows, partner } = await givenPartsByDebit();
    const shown = await form(3, "debit");
    const changes = await changesOf(partner.id, async () => {
      expect(await Promise.all(times(5, () => send(shown)))).toEqual(Array(5).fill(undefined));
    });
    expect(await states()).toEqual(planned);
    expect(changes.filter(({ kind }) => kind === "debit_planned")).toHaveLength(3);
    const [plan] = await rows();
    const days = (await debitsNow()).map(({ collectOn }) => collectOn);
    expect(plan?.parts.map(({ dueOn }) => dueOn)).toEqual(days);
    expect(days.every((day) => isBankDay(day, "target"))).toBe(true);
    expect((days[0] ?? "") >= addDays(dayAt(new Date()), 14)).toBe(true);
  });

  test("one mail announces all of them, with account, mandate and creditor; no part is asked for while its debit is planned or at the bank", async () => {
    const { mails, bodies, goTo, goToLastDayForFile, file, debitsNow, outgoing, states, plan } = await givenAgreed();
    expect(await mails()).toEqual([expect.stringContaining("in 3 instalments")]);
    const [body] = await bodies();
    for (const word of ["Ada Brandsma", "M-", "DE98ZZZ09999999999", "33.34", "33.33", "advance notice of all"])
      expect(body).toContain(word);
    expect(body).toContain("Do you have a question? Reply to this e-mail");
    await goToLastDayForFile(1);
    expect(await file()).toHaveLength(1);
    await goTo(1, -3);
    expect((await states())[0]).toBe("1 at_bank 33.34");
    expect(await outgoing()).toEqual(["instalments_agreed sent"]);
    const [first] = await debitsNow();
    expect(await plan()).toMatchObject({ dueOn: first?.collectOn, debit: { status: "at_bank", amountCents: 3_334 } });
  });

  test("in place of a debit of the whole amount that was announced, which is not collected", async () => {
    const { collect, states, agree, offer, bodies, mails } = await givenPartsByDebit();
    await collect(mailbox);
    expect(await states()).toEqual(["whole planned 100.00"]);
    expect(await offer()).toMatchObject({ plans: [], debit: { instead: { amountCents: 10_000 } } });
    await agree(3, "debit");
    await collect(mailbox);
    expect((await states()).sort()).toEqual([...planned, "whole cancelled 100.00"]);
    expect(await mails()).toHaveLength(2);
    expect((await bodies())[1]).toMatch(/The €100\.00 of this invoice will not be collected in one sum on .+, but in these instalments\./);
  });

  test("not without a mandate, or by one for a single debit: the parts are then paid by transfer", async () => {
    const none = await givenPartsByDebit({ mandate: null });
    expect(await none.offer()).toMatchObject({ debit: null, plans: [{}, {}, {}] });
    expect(await none.send({ count: 3, way: "debit", version: "" })).toBe("changed_meanwhile");
    expect(await none.page()).toContain("/instalments");
    const once = await givenPartsByDebit({ mandate: { sequence: "one_off" } });
    expect(await once.offer()).toMatchObject({ reason: "not_offered" });
  });

  test("not by a mandate that was withdrawn since the form was shown", async () => {
    const { form, send, mandate, partner, states } = await givenPartsByDebit();
    const shown = await form(3, "debit");
    await withdrawMandate(db, partner.actor, (await mandate())?.id ?? "");
    expect(await send(shown)).toBe("changed_meanwhile");
    expect(await states()).toEqual([]);
  });
});

describe("the debits of instalments", () => {
  test("go into a file each when its day comes, also while an earlier one is unanswered, and pay the invoice", {
    timeout: 120_000,
  }, async () => {
    const { goToLastDayForFile, file, book, states, plan, lines, outgoing } = await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    await goToLastDayForFile(2);
    await file();
    expect(await states()).toEqual(["1 at_bank 33.34", "2 at_bank 33.33", "3 planned 33.33"]);
    await book(1);
    await book(2);
    await goToLastDayForFile(3);
    await file();
    await book(3);
    expect(await states()).toEqual(["1 booked 33.34", "2 booked 33.33", "3 booked 33.33"]);
    expect((await lines()).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    expect(await plan()).toMatchObject({ instalments: null, debit: null });
    expect((await outgoing()).filter((each) => /part_|request|reminder|debit_/.test(each))).toEqual([]);
  });

  test("a return of part 2 makes it due again by transfer; the others are taken out, and the customer is told once", {
    timeout: 120_000,
  }, async () => {
    const { goTo, goToLastDayForFile, file, book, bounce, states, plan, mails, bodies, page, customer, debitOf, collect } =
      await givenAgreed();
    await goToLastDayForFile(1);
    await file();
    await book(1);
    await goToLastDayForFile(2);
    await file();
    await book(2);
    await goTo(2, -2);
    await bounce(2, addDays((await debitOf(2)).collectOn, 2));
    await collect(mailbox);
    expect(await states()).toEqual(["1 booked 33.34", "2 returned 33.33", "3 cancelled 33.33"]);
    expect((await plan())?.instalments).toMatchObject({
      debits: [],
      parts: [{ state: "paid" }, { state: "due", openCents: 3_333 }, { state: "coming", openCents: 3_333 }],
    });
    const returned = (await bodies()).find((body) => body.includes("was returned by the bank"));
    expect(returned).toMatch(/Please pay €33\.33 in another way, by \d/);
    expect(returned).toContain("Pay €33.33: ");
    const subjects = await mails();
    expect(subjects.filter((subject) => subject.startsWith("No more direct debits"))).toHaveLength(1);
    await goTo(2, -20);
    expect((await mails()).some((subject) => subject.includes("Reminder: instalment 2 of 3"))).toBe(true);
    const reminder = (await bodies()).at(-1);
    expect(reminder).toMatch(/\n\nThe direct debit of [^.]* was returned by the bank on [^.]*\. [^\n]*please pay instalment 2 of 3/);
    expect(await page()).toMatch(
      /€33\.33<\/span><\/p>\s*<p class="fact overdue">Was to be paid by [^<]*<\/p>\s*<p class="fact">Please pay by/,
    );
    const { described, reading } = await readingFor({ actor: await customer() });
    const { facts, remarks } = pdfContents(described, reading);
    const payBy = facts.find((fact) => fact.startsWith("Please pay by "))?.replace("Please pay by ", "");
    expect(facts).toContain("Instalment 2 of 3: €33.33");
    expect(facts.join()).not.toContain("66.66");
    expect(remarks).toContain(`Instalment 2 of 3: €33.33, to be paid by ${payBy}`);
    expect(await states()).toEqual(["1 booked 33.34", "2 returned 33.33", "3 cancelled 33.33"]);
  });

  test("a withdrawn mandate, or a hold, takes all out; the plan goes on by transfer", async () => {
    for (const stop of ["withdraw", "hold"] as const) {
      const { mandate, partner, invoiceId, collect, states, plan, mails, goTo } = await givenAgreed();
      if (stop === "withdraw") await withdrawMandate(db, partner.actor, (await mandate())?.id ?? "");
      else await holdInvoice(db, partner.actor, invoiceId, { kind: "paused", until: addDays(dayAt(new Date()), 2), reason: "Ill" });
      await collect(mailbox);
      expect(await states()).toEqual(["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
      expect((await plan())?.instalments).toMatchObject({ debits: [], next: { number: 1 } });
      expect((await mails()).filter((subject) => subject.startsWith("No more direct debits"))).toHaveLength(1);
      await goTo(1, 4);
      expect((await mails()).some((subject) => subject.includes("Instalment 1 of 3"))).toBe(true);
    }
  });

  test("a retraction ends all with the invoice, without another word", async () => {
    const { partner, invoiceId, states, collect, mails } = await givenAgreed();
    await creditAndRetractInvoice(db, partner.actor, invoiceId, retraction);
    expect(await states()).toEqual(["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
    await collect(mailbox);
    expect((await mails()).filter((subject) => /direct debit/i.test(subject))).toEqual([]);
  });

  test("a payment of all ends all, and its receipt says so", async () => {
    const { partner, invoiceId, states, collect, bodies } = await givenAgreed();
    await recordExternalPayment(db, partner.actor, invoiceId, 1, { amountCents: 10_000, reason: "Cash", mayExceed: false, paidOn: null });
    await collect(mailbox);
    expect(await states()).toEqual(["1 cancelled 33.34", "2 cancelled 33.33", "3 cancelled 33.33"]);
    expect((await bodies()).at(-1)?.match(/will not take place/g)).toHaveLength(3);
  });

  test("a credit lowers the last one; a payment covers the first, whose debit is not collected, and lowers the next", async () => {
    const { partner, invoiceId, states, collect, mails } = await givenAgreed();
    await creditAmount(db, partner.actor, invoiceId, null, { amountCents: 1_000, description: "Less" });
    await collect(mailbox);
    expect(await states()).toEqual(["1 planned 33.34", "2 planned 33.33", "3 planned 23.33"]);
    await recordExternalPayment(db, partner.actor, invoiceId, 2, { amountCents: 4_000, reason: "Cash", mayExceed: false, paidOn: null });
    await collect(mailbox);
    expect(await states()).toEqual(["1 cancelled 33.34", "2 planned 26.67", "3 planned 23.33"]);
    expect((await mails()).filter((subject) => subject.startsWith("One direct debit cancelled"))).toHaveLength(1);
  });
});
