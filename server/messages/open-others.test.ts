import { and, eq, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { withValuesFitted } from "@/server/domain/words/spelling";
import { feeDayAfter } from "@/server/testing/fee-day";
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
  de: /Weitere Rechnungen sind noch zu zahlen:\n\n\S.*, Ben Brandsma: 45,00 €, zahlbar bis zum (.*)\n.* F-2 .*: (\S+)\n\n\S.*, Cy Brandsma: 45,00 €, zahlbar bis zum (.*)\n.* F-3 .*: (\S+)\n/,
  en: /Other invoices are still to be paid:\n\n\S.* for Ben Brandsma: €45\.00, to be paid by (.*)\n.* F-2: (\S+)\n\n\S.* for Cy Brandsma: €45\.00, to be paid by (.*)\n.* F-3: (\S+)\n/,
  fr: /D’autres factures restent à payer :\n\n\S.* pour Ben Brandsma : 45,00 €, à payer au plus tard le (.*)\n.* F-2 : (\S+)\n\n\S.* pour Cy Brandsma : 45,00 €, à payer au plus tard le (.*)\n.* F-3 : (\S+)\n/,
  it: /Restano da pagare altre fatture:\n\n\S.* per Ben Brandsma: 45,00 €, da pagare entro (?:il |l’)(.*)\n.* F-2: (\S+)\n\n\S.* per Cy Brandsma: 45,00 €, da pagare entro (?:il |l’)(.*)\n.* F-3: (\S+)\n/,
  nl: /Er staan nog andere facturen open, graag ook betalen:\n\n\S.* voor Ben Brandsma: € 45,00, te betalen uiterlijk op (.*)\n.* F-2 .*: (\S+)\n\n\S.* voor Cy Brandsma: € 45,00, te betalen uiterlijk op (.*)\n.* F-3 .*: (\S+)\n/,
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

test("a receipt lists a held invoice without asking for it, and no paid one", async () => {
  const { pay, partner, at } = await givenFamily("en");
  await holdInvoice(db, partner.actor, at(2).id, { kind: "stopped", reason: "They asked" });
  const first = await pay(0);
  expect(first).toContain("Other invoices are unpaid:\n");
  expect(first).toContain("View invoice F-2: ");
  expect(first).toMatch(/for Cy Brandsma: €45\.00; no reminders at the moment\n/);
  const second = await pay(1);
  expect(second).toMatch(/Another invoice is unpaid:\n\n\S.* for Cy Brandsma/);
  expect(second).not.toMatch(/still to be paid:|\bF-1\b/);
});

const heldWords = {
  de: ["Sie haben Einwände mitgeteilt, bis zur Klärung keine Mahnungen", "keine Mahnungen vor dem"],
  en: ["you dispute it, so no reminders until it has been looked into", "no reminders before"],
  fr: ["vous la contestez, pas de rappel avant la réponse", "pas de rappel avant le"],
  it: ["lei la contesta, nessun sollecito finché non sarà esaminata", "nessun sollecito prima del"],
  nl: ["u hebt laten weten dat u het er niet mee eens bent, geen herinneringen totdat ernaar is gekeken", "geen herinneringen vóór"],
};

test.each(locales)("a request, a reminder and a note before a fee list invoices that are held, and why, in %s", async (locale) => {
  const days = { request2Day: 10, reminder1Day: 4, reminder2Day: null, reminder3Day: 32 };
  const family = await givenFamily(locale, { ...days, latePaymentFeeCents: 250, latePaymentFeeNotice: true });
  const { partner, at, collectOn, customerEmail } = family;
  const newest = async () => ((await mailsTo(customerEmail)).at(-1)?.body ?? "").replaceAll("\u00a0", " ");
  const until = addDays(dayAt(new Date()), 80);
  await holdInvoice(db, partner.actor, at(1).id, { kind: "objected", reason: "Not ordered" });
  await holdInvoice(db, partner.actor, at(2).id, { kind: "paused", until, reason: "On holiday" });
  const [objected, paused] = heldWords[locale];
  for (const day of [10, 18, 42]) {
    const before = (await mailsTo(customerEmail)).length;
    await collectOn(day);
    expect(await mailsTo(customerEmail)).toHaveLength(before + 1);
    const mail = await newest();
    expect(mail).toContain(`; ${objected}\n`.replace(";", locale === "fr" ? " ;" : ";"));
    expect(mail).toContain(withValuesFitted(`${paused} ${formatDay(addDays(until, 1), `${locale}-NL`, "long")}\n`, locale));
    expect(mail).toContain(`: ${await customerLink(db, partner.actor, at(1).id)}`);
  }
});

test("a request does not list what no mail has asked for", async () => {
  const customerEmail = newAddress();
  const family = await givenHouseholds(
    ["Ada", "Ben"].map((customerFirstName) => ({ customerEmail, customerFirstName, locale: "en" as const })),
    { settings: { dueDays: 14 } },
  );
  await holdInvoice(db, family.partner.actor, family.at(1).id, { kind: "paused", until: addDays(due, 3), reason: "Later" });
  await family.collectOn(0);
  expect((await mailsTo(customerEmail)).at(-1)?.body).not.toContain("F-2");
});

test("the fee that an open invoice includes is named in the receipt's list", async () => {
  const { pay, collectOn } = await givenFamily("en", { reminder1Day: 4, reminder2Day: 19, latePaymentFeeCents: 250 });
  const charged = feeDayAfter(32);
  for (const day of [18, charged]) await collectOn(day);
  expect(await pay(1, charged)).toMatch(/for Ada Brandsma: €47\.50 \(including collection costs of €2\.50\), to be paid by /);
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

type Family = Awaited<ReturnType<typeof givenFamily>>;
const stop = ({ partner, at }: Family) => holdInvoice(db, partner.actor, at(1).id, { kind: "stopped", reason: "Hardship" });
const object = ({ partner, at }: Family) => holdInvoice(db, partner.actor, at(1).id, { kind: "objected", reason: "Not ordered" });
const changes: [string, string, (family: Family) => Promise<unknown>][] = [
  ["has another payer", "without it", (family) => correct(family, 1, { customerEmail: newAddress() })],
  ["was stopped", "as one without reminders", stop],
  ["is objected to", "as one that the customer disputes", object],
  ["is being paid", "without it", ({ at }) => givenPayment(at(1))],
];

test.each(changes)("a receipt is written again if a listed invoice %s before it leaves: %s", async (_, how, change) => {
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
  if (how === "without it") expect(again.mail.text).not.toMatch(/\bF-2\b/);
  else expect(again.mail.text).toMatch(/for Ben Brandsma: €45\.00; (no reminders at the moment|you dispute it, so no reminders)/);
  expect(again.mail.text).toContain("View invoice F-3: ");
  expect(await beginHandOver(db, waiting, again)).toBe(true);
});

test("a receipt is written again if the hold of a listed invoice was lifted before it leaves", async () => {
  const family = await givenFamily("en");
  await object(family);
  await family.record(0);
  const { partner, at } = family;
  const [message] = await db
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.kind, "payment_received")));
  if (!message) throw new Error("No receipt");
  const waiting = { ...message, checkCode: "0123456789AB" };
  const composed = await composeMessage(db, partner.actor, waiting);
  if (typeof composed === "string") throw new Error(composed);
  expect(composed.mail.text).toContain("you dispute it");
  await resumeInvoice(db, partner.actor, at(1).id);
  expect(await beginHandOver(db, waiting, composed)).toBe(false);
});

test("a receipt reads the household once", async () => {
  const family = await givenFamily("en");
  await family.record(0);
  const [message] = await db
    .select()
    .from(outgoingMessages)
    .where(and(eq(outgoingMessages.partnerId, family.partner.id), eq(outgoingMessages.kind, "payment_received")));
  if (!message) throw new Error("No receipt");
  const texts: string[] = [];
  const dialect = new PgDialect();
  const watched = new Proxy(db, {
    get(target, name) {
      if (name !== "execute") return Reflect.get(target, name);
      return (query: SQL) => {
        texts.push(dialect.sqlToQuery(query).sql);
        return target.execute(query);
      };
    },
  });
  await composeMessage(watched, family.partner.actor, { ...message, checkCode: "0123456789AB" });
  expect(texts.filter((text) => text.includes("household_payers"))).toHaveLength(1);
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
