import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { bankDayInAWeek } from "@/server/billing/collection/returned-payment";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { askQuestion } from "@/server/customer-page/ask-question";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";

test("the page has the sum, invoices and days of the newest mail, and lists apart what that does not ask for", async () => {
  const customerEmail = newAddress();
  const family = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
    { settings: { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34 } },
  );
  const { at, collectOn, customerOf } = family;
  const secret = await customerOf(at(0).id);
  const look = async (day: number) => {
    const actor = { ...secret.actor, clockOffsetMs: day * DAY_MS };
    const { household, alsoOpen } = await describeForCustomer(db, actor);
    const page = (await customerPageOf({ ...secret, actor })).replaceAll("\u00a0", " ");
    return { sum: household?.outstandingCents, apart: alsoOpen.map((each) => each.externalInvoiceNumber), page };
  };
  await collectOn(0);
  expect(await look(0)).toMatchObject({ sum: 13_500, apart: [] });
  const line = { description: null, paymentMethod: null };
  await addLines(db, at(2), [{ ...line, type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -4_500, date: new Date() }]);
  await collectOn(18);
  const date = new Date(Date.now() + 20 * DAY_MS);
  await addLines(db, at(2), [{ ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date }]);
  await collectOn(20);
  const { sum, apart, page } = await look(20);
  expect([sum, apart]).toEqual([9_000, ["F-3"]]);
  const mail = (await mailsTo(customerEmail)).findLast(({ subject }) => subject.includes("2 invoices"))?.body?.replaceAll("\u00a0", " ");
  expect(mail).toContain("€90.00");
  const payBy = formatDay(addDays(dayAt(new Date()), 33), "en", "long");
  expect(mail).toContain(payBy);
  for (const who of ["F-1 for Ada", "F-2 for Ben"]) expect(page).toMatch(new RegExp(`${who}[^<]*<small>[^<]*${payBy}`));
  expect(page).toMatch(
    /2 invoices to pay together, in total[\s\S]*€90\.00[\s\S]*F-1 for Ada[\s\S]*F-2 for Ben[\s\S]*Also unpaid, not part of this sum[\s\S]*F-3 for Cy/,
  );
  // No mail told of the returned payment, so that the list has the day from which the reminders count.
  const again = formatDay(bankDayInAWeek(dayAt(date)), "en", "long");
  expect(page).toMatch(new RegExp(`F-3 for Cy[^<]*<small>Please pay by ${again}`));
  expect((await look(31)).page).toMatch(new RegExp(`F-3 for Cy[^<]*<small>The invoice was to be paid by ${again}`));
});

test("after a note before a fee, each invoice's page has the sum that the note asks for", async () => {
  const customerEmail = newAddress();
  const days = { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: null, reminder3Day: 32 };
  const family = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
    { settings: { ...days, latePaymentFeeCents: 250, latePaymentFeeNotice: true } },
  );
  const { at, collectOn, customerOf } = family;
  const sumOn = async (day: number, index: number) => {
    const { actor } = await customerOf(at(index).id);
    return (await describeForCustomer(db, { ...actor, clockOffsetMs: day * DAY_MS })).household?.outstandingCents;
  };
  await collectOn(0);
  // Due later, so that the reminder does not ask for it, and the note does.
  await db
    .update(invoices)
    .set({ dueOn: addDays(dayAt(new Date()), 40) })
    .where(eq(invoices.id, at(2).id));
  await collectOn(18);
  expect([await sumOn(18, 0), await sumOn(18, 1)]).toEqual([9_000, 9_000]);
  await collectOn(42);
  const note = (await mailsTo(customerEmail)).at(-1);
  expect(note?.subject).toContain("to avoid collection costs");
  expect(note?.body?.replaceAll("\u00a0", " ")).toContain("Pay all by one transfer (€135.00)");
  for (const index of [0, 1, 2]) expect(await sumOn(42, index)).toBe(13_500);
});

test("the page says what can be paid together: all by transfer, and online only this invoice", async () => {
  const customerEmail = newAddress();
  const { at, collectOn, customerOf } = await givenHouseholds(
    ["Ada", "Ben"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
  );
  await collectOn(0);
  const customer = await customerOf(at(0).id);
  const { described, reading } = await readingFor(customer);
  const shown = (parts: Partial<typeof described>) =>
    customerPage({ ...described, ...parts, reading, style: "", path: "/i/x" })
      .toString()
      .replaceAll("\u00a0", " ");
  const withTransfer = shown({});
  expect(withTransfer).toContain("Pay both with one transfer, or only this one below (€45.00).");
  expect(withTransfer).toContain("By iDEAL | Wero, card or Bancontact you can pay only this invoice.");
  expect(withTransfer).toContain("With this reference and exactly this sum, both invoices are paid.");
  expect(withTransfer).toContain("matched to your invoice. With €45.00, you pay only this invoice.");
  expect(withTransfer).toContain("To pay only F-2, use its link in our latest e-mail.");
  expect(withTransfer).toContain("Pay €45.00 now by iDEAL | Wero");

  const without = shown({ transfer: null, household: described.household && { ...described.household, transfer: null } });
  expect(without).toContain("Please pay each one separately.");
  expect(without).not.toMatch(/one transfer|you can pay only/);
});

test("once a mail about one invoice followed the common one, the page points to the mails about each", async () => {
  const customerEmail = newAddress();
  const { partner, at, collect, collectOn, customerOf } = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
  );
  await collectOn(0);
  const page = async (index: number) => customerPageOf(await customerOf(at(index).id));
  const separately = "To pay one of the other invoices by itself, use its link in";
  expect(await page(0)).toContain(`${separately} our latest e-mail.`);
  await creditAmount(db, partner.actor, at(0).id, 1, { amountCents: 500, description: "Discount" });
  await collect();
  expect(await page(0)).toContain(`${separately} our e-mail about it.`);
  expect(await page(1)).toContain(`${separately} our latest e-mail.`);
  const { actor } = await customerOf(at(1).id);
  await askQuestion(db, actor, { message: "Is this right?" });
  await createTicket(db, partner.actor, at(1).id, { message: "It is." });
  await collect();
  expect(await page(1)).toContain(`${separately} our e-mail about it.`);
});

test("beside other invoices, each coming step names its own, and the others have their own steps", async () => {
  const customerEmail = newAddress();
  const { at, collectOn, customerOf } = await givenHouseholds(
    ["Ada", "Ben"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
    { settings: { dueDays: 14, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34, latePaymentFeeCents: 250 } },
  );
  await collectOn(0);
  const page = (await customerPageOf(await customerOf(at(0).id))).replaceAll("\u00a0", " ");
  expect(page).toContain("E-mail about F-1 before the due date");
  expect(page).not.toContain("Invoice F-1 by e-mail");
  for (const words of ["Reminder", "Second reminder", "Final reminder"]) expect(page).toContain(`<li>${words} for F-1 by e-mail`);
  expect(page).toContain("Collection costs (incassokosten) of €2.50 on invoice F-1, unless ");
  expect(page).toContain("You will get reminders about invoice F-2 as well, unless it is paid.");
});

test("a paid invoice's page lists the payer's other open invoices, and why one is not asked for", async () => {
  const customerEmail = newAddress();
  const { partner, at, collectOn, customerOf } = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
  );
  await collectOn(0);
  await holdInvoice(db, partner.actor, at(2).id, { kind: "stopped", reason: "Agreed" });
  const page = async (index: number) => (await customerPageOf(await customerOf(at(index).id))).replaceAll("\u00a0", " ");
  expect(await page(0)).toMatch(
    /Also unpaid, not part of this sum[\s\S]*F-3 for Cy[^<]*<small>[^<]*<\/small><small>No reminders at the moment/,
  );

  const line = { type: "PAYMENT-LINE", description: null, paymentMethod: "ideal", amountCents: -4_500, date: new Date() } as const;
  await addLines(db, at(0), [line]);
  const paid = await page(0);
  expect(paid).toMatch(
    /Other invoices are still to be paid[\s\S]*F-2 for Ben[\s\S]*F-3 for Cy[\s\S]*No reminders at the moment[\s\S]*You will find the link of each in our e-mail/,
  );
  expect(paid).not.toMatch(/not part of this sum|, in total/);
  await addLines(db, at(1), [line]);
  expect(await page(0)).toMatch(/One other invoice is still to be paid[\s\S]*F-3 for Cy/);
  await addLines(db, at(2), [line]);
  expect(await page(0)).not.toMatch(/open invoice/);
});

test("a fee on another invoice of the payer is named with that invoice, and that it comes once", async () => {
  const customerEmail = newAddress();
  const { at, collectOn, customerOf } = await givenHouseholds(
    ["Ada", "Ben"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
    { settings: { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34, latePaymentFeeCents: 250 } },
  );
  await collectOn(0);
  await collectOn(18);
  const page = async (index: number) => {
    const { actor, secret } = await customerOf(at(index).id);
    return customerPageOf({ secret, actor: { ...actor, clockOffsetMs: 18 * DAY_MS } });
  };
  expect(await page(0)).toMatch(/unless this invoice is paid by [\w ]+; none for F-2/);
  expect(await page(0)).toMatch(/Tick this and you will get no reminders and no (late fee|collection costs) until/);
  expect(await page(1)).toContain("Tick this and you will get no reminders until");
  expect(await page(1)).toMatch(/on invoice F-1, if that one is not paid by [\w ]+\./);
});
