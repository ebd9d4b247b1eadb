import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { probablePayments } from "@/db/schema/probable-payments";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { joinHousehold, leaveHousehold } from "@/server/billing/households/change-household";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt, weekOf } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { promiseBy } from "@/server/testing/given-promise";
import { mailsTo } from "@/server/testing/mails-to";
import { contactDetails, correctContact } from "./correct-contact";
import { describeForCustomer } from "./describe-for-customer";

const settings = { promiseDays: 20, dueDays: 14, request2Day: null, reminder1Day: 8, reminder2Day: 30, reminder3Day: null };
const day = (after: number) => addDays(dayAt(new Date()), after);

async function given(recipients: Parameters<typeof givenHouseholds>[0]) {
  const family = await givenHouseholds(recipients, { settings });
  const clockOffsetMs = 16 * DAY_MS;
  const customerAt = async (index: number) => {
    const customer = await family.customerOf(family.at(index).id);
    return { ...customer, actor: { ...customer.actor, clockOffsetMs } };
  };
  const promises = async () => {
    const rows = await db
      .select()
      .from(holds)
      .where(and(eq(holds.partnerId, family.partner.id), isNotNull(holds.promisedOn)));
    return rows.map(({ invoiceId, promisedOn }) => [family.billed.findIndex(({ id }) => id === invoiceId) + 1, promisedOn]).sort();
  };
  return { ...family, staff: { ...family.partner.actor, clockOffsetMs }, customerAt, promises };
}

test("a promise covers what the page asks for together, in one mail; the page goes on asking for it in one sum, and the forecast expects it then", async () => {
  const customerEmail = newAddress();
  const { collectOn, customerAt, promises, partner, staff, into } = await given(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
  );
  await collectOn(0);
  await collectOn(16);
  const ada = await customerAt(0);
  expect(await customerPageOf(ada)).toContain("Your promise covers these invoices: F-1, F-2, F-3");
  const outcomes = await Promise.all([promiseBy(ada.actor, day(30)), promiseBy((await customerAt(1)).actor, day(30))]);
  expect(outcomes).toEqual([undefined, undefined]);
  expect(await promises()).toEqual([1, 2, 3].map((number) => [number, day(30)]));
  const { household } = await describeForCustomer(db, ada.actor);
  expect(household).toMatchObject({ outstandingCents: 13_500 });

  const forecast = await forecastImport(db, staff, into.id);
  expect(forecast?.weeks.filter(({ dueCents }) => dueCents > 0)).toMatchObject([{ monday: weekOf(day(30)), dueCents: 13_500 }]);

  await collectOn(16);
  const confirmations = (await mailsTo(customerEmail)).filter(({ subject }) => subject.includes("Payment promised by"));
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]?.subject).toMatch(/: invoices F-1, F-2, F-3 from /);
  expect(confirmations[0]?.body).toMatch(/\n\nThank you for telling .+ when you will pay invoices F-1, F-2, F-3\. /);
  expect(confirmations[0]?.body).toContain("no reminder for the invoices F-1, F-2, F-3 before");

  await recordExternalPayment(db, partner.actor, household?.invoices[2]?.id ?? "", null, {
    amountCents: 4_500,
    reason: "Statement 12",
    mayExceed: false,
    paidOn: null,
  });
  await collectOn(40);
  const reminder = (await mailsTo(customerEmail)).at(-1);
  expect(reminder?.subject).toContain("2 invoices");
  expect(reminder?.body).toContain(`You promised to pay by ${formatDay(day(30), "en", "long")}.`);
});

test("nobody promises for another payer's invoice, and an invoice that was promised before keeps its day", async () => {
  const mine = newAddress();
  const { at, partner, collectOn, customerAt, promises } = await given([
    { customerEmail: mine, customerFirstName: "Ada" },
    { customerEmail: mine, customerFirstName: "Ben" },
    { customerEmail: newAddress(), customerFirstName: "Cy" },
  ]);
  await joinHousehold(db, partner.actor, at(2).id, "F-1");
  await collectOn(0);
  await collectOn(16);
  const ada = await customerAt(0);
  const page = await customerPageOf(ada);
  expect(page).toContain("Your promise covers these invoices: F-1, F-2<");
  expect(page).toContain("Your promise does not cover invoice F-3.");
  expect(page).toMatch(/F-3<small>Same household, another payer: their name and day are not shown here<\/small>/);
  expect(await promiseBy(ada.actor, day(24))).toBeUndefined();
  expect(await promises()).toEqual([
    [1, day(24)],
    [2, day(24)],
  ]);
  expect(await promiseBy((await customerAt(1)).actor, day(30))).toBe("promised");
  // Cy's own page has Cy's own promise.
  expect(await promiseBy((await customerAt(2)).actor, day(30))).toBeUndefined();
  expect(await promises()).toEqual([
    [1, day(24)],
    [2, day(24)],
    [3, day(30)],
  ]);
});

test("a customer's own statement makes no invoice another's, and one without an address is not promised for", async () => {
  const mine = newAddress();
  const home = { customerAddress1: "Linden Lane", customerHouseNumber: "4", customerZipcode: "1234 AB", customerCity: "Delft" };
  const { at, partner, collectOn, customerAt, promises } = await given([
    { customerEmail: mine, customerFirstName: "Ada", ...home },
    { customerEmail: newAddress(), customerFirstName: "Cy" },
    { customerEmail: null, customerFirstName: "Di", ...home },
  ]);
  await joinHousehold(db, partner.actor, at(1).id, "F-1");
  await collectOn(0);
  await collectOn(16);
  const cy = await customerAt(1);
  const { recipientVersion } = await describeInvoice(db, partner.actor, at(1).id);
  await correctContact(db, cy.actor, recipientVersion, contactDetails.parse({ customerEmail: mine }));
  expect(await customerPageOf(cy)).toContain("Your promise covers invoice F-2.");
  expect(await promiseBy(cy.actor, day(24))).toBeUndefined();
  expect(await promises()).toEqual([[2, day(24)]]);
  expect(await promiseBy((await customerAt(0)).actor, day(26))).toBeUndefined();
  expect(await promises()).toEqual([
    [1, day(26)],
    [2, day(24)],
  ]);
});

test("the page no longer asks for one of the promised invoices once a payment at the desk may be for it", async () => {
  const customerEmail = newAddress();
  const { at, collectOn, customerAt, told, partner } = await given([
    { customerEmail, customerFirstName: "Ada" },
    { customerEmail, customerFirstName: "Ben", customerLastName: "Partridge", externalInvoiceNumber: "PA-4712" },
  ]);
  await collectOn(0);
  await collectOn(16);
  const ada = await customerAt(0);
  expect(await promiseBy(ada.actor, day(24))).toBeUndefined();
  await told([{ cents: 4_000, name: "B Partridge", text: "PA-4712" }]);
  const waiting = await db.select().from(probablePayments).where(eq(probablePayments.partnerId, partner.id));
  expect(waiting.map(({ invoiceId }) => invoiceId)).toEqual([at(1).id]);
  const { household } = await describeForCustomer(db, ada.actor);
  expect(household?.outstandingCents ?? 4_500).toBe(4_500);
});

test("a promise names exactly the invoices that it covers, also if one joins the household while it waits for its lock", async () => {
  const customerEmail = newAddress();
  const { at, partner, collectOn, customerAt, promises } = await given(
    ["Ada", "Ben"].map((customerFirstName) => ({ customerEmail, customerFirstName })),
  );
  await collectOn(0);
  await collectOn(16);
  await leaveHousehold(db, partner.actor, at(1).id);
  const ada = await customerAt(0);
  let promised: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockInvoice(tx, partner.actor, at(0).id);
    promised = promiseBy(ada.actor, day(24));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await joinHousehold(tx, partner.actor, at(1).id, "F-1");
  });
  expect(await promised).toBeUndefined();
  expect(await promises()).toEqual([[1, day(24)]]);
  const [held] = await db
    .select()
    .from(holds)
    .where(and(eq(holds.partnerId, partner.id), isNotNull(holds.promisedOn)));
  expect(held?.reason).not.toContain("F-2");
});
