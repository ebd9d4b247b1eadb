import { expect, test } from "vitest";
import { db } from "@/db/client";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import type { locales } from "@/server/domain/formats/locales";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";

const due = addDays(dayAt(new Date()), 14);

async function givenFamily(locale: (typeof locales)[number]) {
  const customerEmail = newAddress();
  const family = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName, locale })),
    { settings: { dueDays: 14 } },
  );
  await family.collectOn(0);
  const pay = async (index: number) => {
    const { id } = family.at(index);
    const { lines } = await getInvoice(db, family.partner.actor, id);
    const payment = { amountCents: 4_500, reason: "Statement", mayExceed: true, paidOn: null };
    await recordExternalPayment(db, family.partner.actor, id, lines.length, payment);
    await family.collect();
    return ((await mailsTo(customerEmail)).at(-1)?.body ?? "").replaceAll("\u00a0", " ");
  };
  return { ...family, pay };
}

test.each([
  ["en", /Still open: F-2, €45\.00, please pay by (.*); F-3, €45\.00, please pay by (.*)\.\n/],
  ["de", /Noch offen: F-2, 45,00 €, bitte zahlen Sie bis zum (.*); F-3, 45,00 €, bitte zahlen Sie bis zum (.*)\.\n/],
  ["fr", /Restent à payer : F-2, 45,00 €, au plus tard le (.*); F-3, 45,00 €, au plus tard le (.*)\.\n/],
  ["it", /Ancora da pagare: F-2, 45,00 €, entro il giorno (.*); F-3, 45,00 €, entro il giorno (.*)\.\n/],
  ["nl", /Nog open: F-2, € 45,00, graag uiterlijk op (.*) betalen; F-3, € 45,00, graag uiterlijk op (.*) betalen\.\n/],
] as const)("a receipt for one invoice names the payer's others that are open, with sum and day, in %s", async (locale, sentence) => {
  const { pay } = await givenFamily(locale);
  const day = formatDay(due, `${locale}-NL`, "long");
  expect(sentence.exec(await pay(0))?.slice(1)).toEqual([day, day]);
});

test("a receipt does not name invoices that are paid or held", async () => {
  const { pay, partner, at } = await givenFamily("en");
  await holdInvoice(db, partner.actor, at(2).id, { kind: "stopped", reason: "They asked" });
  expect(await pay(0)).toMatch(/Still open: F-2, €45\.00, please pay by [^;]*\.\n/);
  expect(await pay(1)).not.toMatch(/Still open|F-1|F-3/);
});
