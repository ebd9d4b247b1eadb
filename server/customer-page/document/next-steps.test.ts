import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { findCustomer } from "@/server/customer-page/find-customer";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import type { TextsByLanguage } from "@/server/domain/rules/collection-settings";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { givenCustomer, secretOf } from "@/server/testing/given-customer";
import { dueWords } from "./next-steps";

const mailbox = { kind: "mailbox" } as const;
const written = (day: string) => formatDay(day, "en", "long");

/** Day of the last reminder, which has the fee. The last free day is day 39. */
const WITH_FEE = feeDayAfter(39);

/** An invoice of 45.00 with a late-payment fee of 5.00, on which collection did its work on these days. */
async function givenOn(days: number[], texts?: TextsByLanguage, locale: "en" | "fr" = "en") {
  const given = await givenCollected({
    settings: { latePaymentFeeCents: 500, reminder1Day: 4, reminder2Day: 18, reminder3Day: 26, ...(texts && { texts }) },
    invoice: { locale },
    isSandbox: true,
  });
  for (const day of days) {
    await jumpClock(given.partner, day);
    await given.collect(mailbox);
  }
  const actor = { ...given.partner.actor, clockOffsetMs: (days.at(-1) ?? 0) * DAY_MS };
  const secret = secretOf(await customerLink(db, actor, given.invoice.id));
  const page = async () => {
    const customer = await findCustomer(db, secret, null);
    if (!customer) throw new Error("The link opens nothing");
    return customerPageOf({ secret, actor: { ...customer, clockOffsetMs: actor.clockOffsetMs } });
  };
  return { ...given, actor, page };
}

test("a fee is listed on the day on which it comes, with the last day to pay without it in its words", async () => {
  const { actor, invoice, page } = await givenOn([0, 18]);
  const { graceUntil: freeUntil = "", chargedOn: comes = "" } = (await describePlan(db, actor, invoice.id))?.fee ?? {};
  expect(comes > lastArrival(freeUntil)).toBe(true);
  expect(await page()).toContain(
    `<li>Collection costs (incassokosten) of €5.00, unless the invoice is paid by ${written(freeUntil)}<time datetime="${comes}">${formatDay(comes, "en", "today")}</time></li>`,
  );
});

test("a fee is listed no longer once its last free day is over", async () => {
  const { actor, invoice, page } = await givenOn([0, 18]);
  const { graceUntil = "" } = (await describePlan(db, actor, invoice.id))?.fee ?? {};
  actor.clockOffsetMs = daysFrom(dayAt(new Date()), graceUntil) * DAY_MS;
  expect(await page()).toContain("<li>Collection costs");
  actor.clockOffsetMs += DAY_MS;
  expect(await page()).not.toContain("<li>Collection costs");
});

test("after the last reminder the page says what follows, in the company's own words if it has any, until the day it names is over", async () => {
  const { actor, page, outgoing } = await givenOn([0, 18, 32, WITH_FEE]);
  const payBy = (await outgoing()).find(({ kind }) => kind === "reminder3")?.payBy ?? "";
  const following = `If it is not paid by ${written(payBy)}, Rowing Club Northbank will have to decide what to do next.`;
  expect(await page()).toContain(following);
  actor.clockOffsetMs = 80 * DAY_MS;
  expect(await page()).not.toContain("If it is not paid");

  const own = await givenOn([0, 18, 32, WITH_FEE], { en: { salutation: "", personalNote: "", consequence: "We will call you." } });
  const ownPayBy = (await own.outgoing()).find(({ kind }) => kind === "reminder3")?.payBy ?? "";
  expect(await own.page()).toContain(
    `If you do not pay by ${written(ownPayBy)}, Rowing Club Northbank will proceed as follows: “We will call you.”<`,
  );
  expect(await own.page()).not.toContain(following);
});

test("an objection stops only reminders that can follow; after the last one, nothing more is asked before the answer", async () => {
  const hint = async (days: number[], locale: "en" | "fr") =>
    /name="objects"[\s\S]*?<small>([^<]*)</.exec(await (await givenOn(days, undefined, locale)).page())?.[1]?.replaceAll("\u00a0", " ");
  expect(await hint([0, 18, 32], "en")).toMatch(/^Tick this and you will get no reminders and no collection costs until /);
  expect(await hint([0, 18, 32, WITH_FEE], "en")).toBe(
    "Tick this and you will not be asked to pay this invoice until Rowing Club Northbank has looked into it.",
  );
  expect(await hint([0, 18], "fr")).toMatch(
    /^Si vous cochez cette case, vous ne recevrez ni rappel ni mise en demeure, et aucuns frais de recouvrement ne s’ajouteront avant la réponse\. /,
  );
  expect(await hint([0, 18, 32], "fr")).toMatch(
    /^Si vous cochez cette case, vous ne recevrez aucune mise en demeure, et aucuns frais de recouvrement ne s’ajouteront avant la réponse\. /,
  );
  expect(await hint([0, 18, 32, WITH_FEE], "fr")).toMatch(
    /^Si vous cochez cette case, aucun paiement ne vous sera demandé pour cette facture avant la réponse\. /,
  );
});

describe("money is owed to the customer", () => {
  const owed = async (directDebitIban: string | null) => {
    const partner = await givenPartner();
    const customer = await givenCustomer(partner, { invoice: { locale: "en", directDebitIban } });
    await recordExternalPayment(db, partner.actor, customer.invoice.id, 1, { amountCents: 7_000, reason: "Statement", mayExceed: true });
    return customerPageOf(customer);
  };

  test("without a known account, the page asks for it", async () => {
    const page = await owed(null);
    expect(page).toContain("Please give your bank details, so that the money reaches you.");
    expect(page).toContain("Give Rowing Club Northbank your bank details</a>");
    expect(page).not.toContain("you do not need to do anything");
  });

  test("with the customer's account, there is nothing to do", async () => {
    const page = await owed("NL91ABNA0417164300");
    expect(page).toContain("you do not need to do anything");
    expect(page).not.toContain("bank details");
  });

  test("a payment that its provider can return needs no account", async () => {
    const { partner, invoice } = await givenCollected({ isSandbox: true, invoice: { locale: "en", directDebitIban: null } });
    const online = await givenBegunPayment(partner, invoice, "ideal");
    await online.decide("pay");
    await online.follow();
    await recordExternalPayment(db, partner.actor, invoice.id, 2, { amountCents: 1_000, reason: "Statement", mayExceed: true });
    const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
    const actor = await findCustomer(db, secret, null);
    if (!actor) throw new Error("The link opens nothing");
    expect(await customerPageOf({ secret, actor })).toContain("you do not need to do anything");
  });
});

describe("the days of an invoice that is to be paid:", () => {
  const reading = {
    say: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(" "),
    day: String,
    money: String,
  } as unknown as Parameters<typeof dueWords>[1];
  const words = (plan: Parameters<typeof dueWords>[0]["plan"], atDesk: object | null = null) =>
    dueWords(
      { plan, invoice: { now: new Date("2026-03-20T10:00:00Z"), hold: null, atDesk, account: { outstandingCents: 5_750 } } },
      reading,
    );
  const plan = { dueOn: "2026-03-14", inTimeUntil: "2026-03-14", payBy: "2026-03-27", overdueCents: null };

  test("the due day, and the day to pay by that the newest message names", () =>
    expect(words(plan)).toEqual([
      { words: "due.overdue 2026-03-14", isOverdue: true },
      { words: "due.payBy 2026-03-27", isOverdue: false },
    ]));

  test("no day to pay by while a payment that may be for it is at the desk", () =>
    expect(words(plan, {})).toEqual([{ words: "due.overdue 2026-03-14", isOverdue: true }]));

  test("no due day to come while such a payment is at the desk, as in the mails", () => {
    const ahead = { ...plan, inTimeUntil: "2026-03-25" };
    expect(words(ahead)).not.toEqual([]);
    expect(words(ahead, {})).toEqual([]);
  });

  test("the part that was due names the sum of which it is a part", () =>
    expect(words({ ...plan, overdueCents: 4_500 })[0]).toEqual({
      words: "due.partOverdue 5750 4500 2026-03-14",
      isOverdue: true,
    }));

  test("no due day for what was billed after it", () => {
    const later = { ...plan, overdueCents: 0 };
    expect(words(later)).toEqual([{ words: "due.payBy 2026-03-27", isOverdue: false }]);
    expect(words({ ...later, payBy: "2026-03-18" })).toEqual([{ words: "due.overdueAgain 2026-03-18", isOverdue: true }]);
    expect(words({ ...later, payBy: null })).toEqual([]);
  });
});
