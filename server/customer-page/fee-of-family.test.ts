import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { joinHousehold } from "@/server/billing/households/change-household";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";

// Due on day 14; the first reminder, on day 18, names a fee, and the next ones come with it.
const settings = { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34, latePaymentFeeCents: 250 };
/** Words of a fee that is the only one for several invoices. */
const ONCE = "; none for F-";

async function givenFamily(addresses: [string, string]) {
  const family = await givenHouseholds(
    addresses.map((customerEmail) => ({ customerEmail })),
    { settings },
  );
  const { at, customerOf, partner } = family;
  const page = async (index: number, day: number) => {
    const { actor, secret } = await customerOf(at(index).id);
    return customerPageOf({ secret, actor: { ...actor, clockOffsetMs: day * DAY_MS } });
  };
  const fees = async (index: number) =>
    (await getInvoice(db, partner.actor, at(index).id)).lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").length;
  const record = (index: number, day: number) =>
    recordExternalPayment(db, { ...partner.actor, clockOffsetMs: day * DAY_MS }, at(index).id, 1, {
      amountCents: 4_500,
      reason: "Statement",
      mayExceed: false,
      paidOn: null,
    });
  return { ...family, page, fees, record };
}

test("two fees that two reminders have named are not called one after the invoices were joined", async () => {
  const [own, common] = [newAddress(), newAddress()];
  const family = await givenFamily([own, common]);
  for (const day of [0, 18]) await family.collectOn(day);
  await correct(family, 0, { customerEmail: common });
  await joinHousehold(db, family.partner.actor, family.at(1).id, "F-1");
  expect(await family.households()).toEqual([[1, 2]]);
  for (const index of [0, 1]) {
    const page = await family.page(index, 18);
    expect(page).toMatch(/Collection costs \(incassokosten\) of €2\.50 on invoice F-\d, unless/);
    expect(page).not.toContain(ONCE);
  }
  for (const day of [34, 50]) await family.collectOn(day);
  expect([await family.fees(0), await family.fees(1)]).toEqual([1, 1]);
});

test("a fee on another invoice is not called the only one before a reminder has named it for both", async () => {
  const address = newAddress();
  const { at, collectOn, fees, page, record } = await givenFamily([address, address]);
  await collectOn(0);
  await db
    .update(invoices)
    .set({ dueOn: addDays(dayAt(new Date()), 54) })
    .where(eq(invoices.id, at(1).id));
  expect(await page(0, 0)).toMatch(/Collection costs \(incassokosten\) of €2\.50 on invoice F-\d, unless/);
  for (const index of [0, 1]) expect(await page(index, 0)).not.toContain(ONCE);
  await record(0, 10);
  for (const day of [58, feeDayAfter(73)]) await collectOn(day);
  expect([await fees(0), await fees(1)]).toEqual([0, 1]);
});
