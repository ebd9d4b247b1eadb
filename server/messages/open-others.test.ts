import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenPayment } from "@/server/testing/given";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";
import { composeMessage } from "./compose-message";
import { beginHandOver } from "./hand-over";

const due = addDays(dayAt(new Date()), 14);

async function givenFamily(locale: Locale, settings: Partial<CollectionSettings> = {}) {
  const customerEmail = newAddress();
  const family = await givenHouseholds(
    ["Ada", "Ben", "Cy"].map((customerFirstName) => ({ customerEmail, customerFirstName, locale })),
    { settings: { dueDays: 14, ...settings } },
  );
  await family.collectOn(0);
  const record = async (index: number, day = 0) => {
    const { id } = family.at(index);
    const actor = { ...family.partner.actor, clockOffsetMs: day * DAY_MS };
    const { lines } = await getInvoice(db, actor, id);
    await recordExternalPayment(db, actor, id, lines.length, { amountCents: 4_500, reason: "Statement", mayExceed: true, paidOn: null });
  };
  const pay = async (index: number, day = 0) => {
    await record(index, day);
    await family.collect();
    return ((await mailsTo(customerEmail)).at(-1)?.body ?? "").replaceAll("\u00a0", " ");
  };
  return { ...family, customerEmail, record, pay };
}

const words = {
  de: /Noch offen, bitte ebenfalls zahlen:\n\n\S.*, Ben Brandsma: 45,00 €, zahlbar bis zum (.*)\n.* F-2 .*: (\S+)\n\n\S.*, Cy Brandsma: 45,00 €, zahlbar bis zum (.*)\n.* F-3 .*: (\S+)\n/,
  en: /Also still to be paid:\n\n\S.* for Ben Brandsma: €45\.00, to be paid by (.*)\n.* F-2: (\S+)\n\n\S.* for Cy Brandsma: €45\.00, to be paid by (.*)\n.* F-3: (\S+)\n/,
  fr: /Restent aussi à payer :\n\n\S.* pour Ben Brandsma : 45,00 €, à payer au plus tard le (.*)\n.* F-2 : (\S+)\n\n\S.* pour Cy Brandsma : 45,00 €, à payer au plus tard le (.*)\n.* F-3 : (\S+)\n/,
  it: /Restano da pagare anche:\n\n\S.* per Ben Brandsma: 45,00 €, da pagare entro il giorno (.*)\n.* F-2: (\S+)\n\n\S.* per Cy Brandsma: 45,00 €, da pagare entro il giorno (.*)\n.* F-3: (\S+)\n/,
  nl: /Nog open, graag ook betalen:\n\n\S.* voor Ben Brandsma: € 45,00, te betalen uiterlijk op (.*)\n.* F-2 .*: (\S+)\n\n\S.* voor Cy Brandsma: € 45,00, te betalen uiterlijk op (.*)\n.* F-3 .*: (\S+)\n/,
};

test.each(locales)(
  "a receipt for one invoice lists the payer's others that are open, each with person, sum, day and its own link, in %s",
  async (locale) => {
    const { pay, partner, at } = await givenFamily(locale);
    const day = formatDay(due, `${locale}-NL`, "long");
    const receipt = await pay(0);
    const [second, third] = [await customerLink(db, partner.actor, at(1).id), await customerLink(db, partner.actor, at(2).id)];
    expect(words[locale].exec(receipt)?.slice(1)).toEqual([day, second, day, third]);
  },
);

test("a receipt does not name invoices that are paid or held", async () => {
  const { pay, partner, at } = await givenFamily("en");
  await holdInvoice(db, partner.actor, at(2).id, { kind: "stopped", reason: "They asked" });
  const first = await pay(0);
  expect(first).toContain("View invoice F-2: ");
  expect(first).not.toMatch(/\bF-3\b/);
  expect(await pay(1)).not.toMatch(/Also still|\bF-1\b|\bF-3\b/);
});

test("the fee that an open invoice includes is named in the receipt's list", async () => {
  const { pay, collectOn } = await givenFamily("en", { reminder1Day: 4, reminder2Day: 19, latePaymentFeeCents: 250 });
  for (const day of [18, 33]) await collectOn(day);
  expect(await pay(1, 33)).toMatch(/for Ada Brandsma: €47\.50 \(including collection costs of €2\.50\), to be paid by /);
});

test("an open invoice is listed with the day that its newest mail names, and once that is over, with its due day", async () => {
  const { pay, collectOn, at } = await givenFamily("en", { reminder1Day: 4, reminder2Day: 19, reminder3Day: null });
  for (const day of [18, 33]) await collectOn(day);
  const rows = await db
    .select()
    .from(outgoingMessages)
    .where(eq(outgoingMessages.invoiceId, at(0).id))
    .orderBy(outgoingMessages.createdAt);
  const named = rows.at(-1)?.payBy ?? "";
  expect(await pay(1, 33)).toContain(`for Ada Brandsma: €45.00, to be paid by ${formatDay(named, "en", "long")}\n`);
  await collectOn(60);
  expect(await pay(2, 60)).toContain(`for Ada Brandsma: €45.00, was due on ${formatDay(due, "en", "long")}\n`);
});

const changes: [string, (family: Awaited<ReturnType<typeof givenFamily>>) => Promise<unknown>][] = [
  ["has another payer", (family) => correct(family, 1, { customerEmail: newAddress() })],
  ["was stopped", ({ partner, at }) => holdInvoice(db, partner.actor, at(1).id, { kind: "stopped", reason: "Hardship" })],
  ["is objected to", ({ partner, at }) => holdInvoice(db, partner.actor, at(1).id, { kind: "objected", reason: "Not ordered" })],
  ["is being paid", ({ at }) => givenPayment(at(1))],
];

test.each(changes)("a receipt is written again, without the link, if a listed invoice %s before it leaves", async (_, change) => {
  const family = await givenFamily("en");
  const { partner, record } = family;
  await record(0);
  const [message] = await db
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.kind, "payment_received")));
  if (!message) throw new Error("No receipt");
  const waiting = { ...message, checkCode: "0123456789AB" };
  const compose = async () => {
    const composed = await composeMessage(db, partner.actor, waiting);
    if (typeof composed === "string") throw new Error(composed);
    return composed;
  };
  const composed = await compose();
  expect(composed.mail.text).toContain("View invoice F-2: ");
  await change(family);
  expect(await beginHandOver(db, waiting, composed)).toBe(false);
  const again = await compose();
  expect(again.mail.text).not.toMatch(/\bF-2\b/);
  expect(again.mail.text).toContain("View invoice F-3: ");
  expect(await beginHandOver(db, waiting, again)).toBe(true);
});

test("each mail to a payer of several people greets them without a name, also once only one invoice is left", async () => {
  const { pay, collectOn, customerEmail } = await givenFamily("en", { reminder1Day: 4, reminder2Day: 19 });
  await pay(0);
  await pay(1);
  await collectOn(18);
  const bodies = (await mailsTo(customerEmail)).map(({ body }) => body ?? "");
  expect(bodies.at(-1)).toContain("for Cy Brandsma: please pay");
  for (const body of bodies) expect(body).toMatch(/^Hello,\n/);
});

test("mails to a payer of several invoices of one person greet that person", async () => {
  const customerEmail = newAddress();
  const family = await givenHouseholds(
    [{}, {}].map(() => ({ customerEmail, customerFirstName: "Ada", locale: "en" as const })),
    { settings: { dueDays: 14 } },
  );
  await family.collectOn(0);
  const bodies = (await mailsTo(customerEmail)).map(({ body }) => body ?? "");
  expect(bodies).toHaveLength(1);
  for (const body of bodies) expect(body).toMatch(/^Dear Ada Brandsma,\n/);
});

test("of any household, with any invoices paid in any order, all mails greet the same way: by name only if all invoices have it", async () => {
  const people = fc.array(fc.constantFrom("Ada", "Ben"), { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(people, fc.shuffledSubarray([0, 1]), async (names, paid) => {
      const customerEmail = newAddress();
      const family = await givenHouseholds(
        names.map((customerFirstName) => ({ customerEmail, customerFirstName, locale: "en" as const })),
        { settings: { dueDays: 14, reminder1Day: 4 } },
      );
      await family.collectOn(0);
      for (const index of paid) {
        const payment = { amountCents: 4_500, reason: "Statement", mayExceed: true, paidOn: null };
        await recordExternalPayment(db, family.partner.actor, family.at(index).id, 1, payment);
        await family.collect();
      }
      await family.collectOn(18);
      const greetings = (await mailsTo(customerEmail)).map(({ body }) => body?.split("\n")[0]);
      const isOfOne = new Set(names).size === 1;
      expect(greetings.length).toBeGreaterThan(paid.length);
      expect(new Set(greetings)).toEqual(new Set([isOfOne ? `Dear ${names[0]} Brandsma,` : "Hello,"]));
    }),
    { numRuns: 6 },
  );
});
