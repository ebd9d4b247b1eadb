import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { dayAt, weekOf } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { getHome } from "./get-home";

const payment = (amountCents: number, date: Date) => ({ type: "PAYMENT-LINE", amountCents, date, paymentMethod: "ideal" }) as const;
const monday = Date.parse(weekOf(dayAt(new Date())));
/** A moment on the Tuesday of the week that began this many weeks before the current one. */
const inWeek = (weeksAgo: number) => new Date(monday - weeksAgo * 7 * DAY_MS + DAY_MS);

/** An invoice that was transmitted five weeks ago. */
async function givenAged(partner: GivenPartner, options: Parameters<typeof givenInvoice>[1]) {
  const then = { ...partner, actor: { ...partner.actor, clockOffsetMs: Number(inWeek(5)) - Date.now() } };
  return givenInvoice(then, { transmitted: true, ...options });
}

test("the outstanding amounts of past weeks leave out money owed to customers: nothing was outstanding before the first invoice", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await givenAged(partner, { company, amountCents: 10_000, events: [payment(-4_000, inWeek(3))] });
  await givenAged(partner, {
    company,
    amountCents: 4_500,
    events: [payment(-4_500, inWeek(4)), payment(-4_500, inWeek(3))],
  });
  const givenBack = await givenAged(partner, { company, amountCents: 300, events: [payment(-1_000, inWeek(4))] });
  const lastWeek = { ...partner.actor, clockOffsetMs: Number(inWeek(1)) - Date.now() };
  await recordRefund(db, lastWeek, givenBack.id, null, { amountCents: 700, reason: "Paid too much" });

  const { weeks, outstandingCents } = only((await getHome(db, partner.actor)).currencies);

  expect(outstandingCents).toBe(6_000);
  expect(weeks.map((week) => week.outstandingCents)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 14_800, 10_000, 6_000, 6_000, 6_000, 6_000]);
});
