import { expect, test } from "vitest";
import { db } from "@/db/client";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";

test("a customer is told of the fee two weeks ahead, however late the reminder is sent, and charged after the day that it named", async () => {
  const { partner, invoice, customerEmail, collect, decide, sendDue } = await givenCollected({
    settings: { latePaymentFeeCents: 500, reminder2Day: 19, reminder3Day: 40 },
    invoice: { locale: "en" },
    isSandbox: true,
  });
  await collect({ kind: "mailbox" });
  await jumpClock(partner, 18);
  await decide();
  await jumpClock(partner, 23);
  await sendDue({ kind: "mailbox" });
  const lastDay = formatDay(addDays(dayAt(new Date()), 53), "en", "long");
  expect((await keptMails(customerEmail)).at(-1)).toContain(`You have until ${lastDay} in any case.`);

  const fees = async () =>
    (await getInvoice(db, partner.actor, invoice.id)).lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").length;
  for (const [day, charged] of [
    [33, 0],
    [feeDayAfter(53) - 1, 0],
    [feeDayAfter(53), 1],
  ] as const) {
    await jumpClock(partner, day);
    await collect({ kind: "mailbox" });
    expect(await fees()).toBe(charged);
  }
});

test("the second reminder names the same last day as the first, even if the fee follows it within two weeks", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    settings: { latePaymentFeeCents: 500, reminder1Day: 4, reminder2Day: 18, reminder3Day: 26 },
    invoice: { locale: "en" },
    isSandbox: true,
  });
  for (const day of [0, 18, 32]) {
    await jumpClock(partner, day);
    await collect({ kind: "mailbox" });
  }
  const lastDay = formatDay(addDays(dayAt(new Date()), 39), "en", "long");
  const named = (await keptMails(customerEmail)).filter((mail) => mail.includes(`please pay €45.00 by ${lastDay}.`));
  expect(named).toHaveLength(2);
  expect(named[0]).toContain(`You have until ${lastDay} in any case.`);
  // Fourteen days from the second reminder would be another day.
  expect(named[1]).toContain(`Pay by ${lastDay} and there are no collection costs (incassokosten).`);
  expect(named[1]).not.toContain("fourteen days");

  await jumpClock(partner, feeDayAfter(39));
  await collect({ kind: "mailbox" });
  const { lines } = await getInvoice(db, partner.actor, invoice.id);
  expect(lines.map(({ type }) => type)).toContain("LATE-PAYMENT-FEE-LINE");
});
