import { expect, test } from "vitest";
import { db } from "@/db/client";
import { addAmount } from "@/server/billing/collection/add-amount";
import { resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { addLines } from "@/server/billing/invoices/add-lines";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { askQuestion } from "@/server/customer-page/ask-question";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { DAY_MS } from "@/server/domain/formats/time";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";

const inDays = (days: number) => addDays(dayAt(new Date()), days);
/** Last free day: the first reminder leaves on day 18. */
const FREE = 32;
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

/** An invoice of a company with a bank account, and what its customer gets. A late-payment fee of 2.50 comes after day 32. */
async function given(locale: (typeof locales)[number]) {
  const customerEmail = newAddress();
  const family = await givenHouseholds([{ customerEmail, locale, customerCountryCode: "IE" }], {
    settings: { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 19, reminder3Day: 33, latePaymentFeeCents: 250 },
  });
  const { partner, at, customerOf, collect, collectOn } = family;
  const { id } = at(0);
  const newest = async () => plain((await mailsTo(customerEmail)).at(-1)?.body ?? "");
  const page = async (day: number) => {
    const { actor, secret } = await customerOf(id);
    return plain(await customerPageOf({ secret, actor: { ...actor, clockOffsetMs: day * DAY_MS } }));
  };
  const paper = async (day: number) => {
    const { actor } = await customerOf(id);
    const { described, reading } = await readingFor({ actor: { ...actor, clockOffsetMs: day * DAY_MS } });
    const { rows } = pdfContents(described, reading);
    return plain(rows.find(({ amount }) => /2[.,]50/.test(amount))?.description ?? "");
  };
  const object = async (day: number) => {
    const { actor } = await customerOf(id);
    await askQuestion(db, { ...actor, clockOffsetMs: day * DAY_MS }, { message: "Why?", objects: true });
    const staff = { ...partner.actor, clockOffsetMs: day * DAY_MS };
    await createTicket(db, staff, id, { message: "Because." });
    await resumeInvoice(db, staff, id);
    await collect();
    return newest();
  };
  const add = async (day: number) => {
    const actor = { ...partner.actor, clockOffsetMs: day * DAY_MS };
    const { lines } = await getInvoice(db, actor, id);
    await addAmount(db, actor, id, lines.length, { amountCents: 1_000, description: "Shirt" });
    await collect();
    return newest();
  };
  /** As versions before decision 0193 did, which charged it before a transfer in time could have arrived. */
  const chargeOn = async (day: number) => {
    const date = new Date(Date.now() + day * DAY_MS);
    const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: 250, date, description: null, paymentMethod: null } as const;
    await addLines(db, { partnerId: partner.id, id }, [fee]);
  };
  const mailOn = async (day: number) => {
    await collectOn(day);
    return newest();
  };
  return { mailOn, chargeOn, page, paper, object, add };
}

const inTime = {
  de: ["Geht Ihre Überweisung bis", " ein, müssen Sie keine Mahngebühr zahlen, auch wenn sie schon berechnet wurde."],
  en: ["A bank transfer that arrives by", " is still in time: if a late fee has been added all the same, it will be taken off."],
  fr: [
    "s’il arrive au plus tard le",
    ", il est encore accepté sans frais de retard ; s’ils ont été ajoutés entre-temps, ils seront retirés.",
  ],
  it: ["se arriva entro", ", è ancora accettato senza spese di sollecito; se nel frattempo sono state aggiunte, saranno annullate."],
  nl: [
    "Een overschrijving die uiterlijk op",
    " binnenkomt, is nog op tijd: zijn er toch al kosten voor te late betaling berekend, dan vervallen die.",
  ],
};

test.each(locales)(
  "reminder, page, answer to an objection and added amount name the day until which a transfer is in time, in %s",
  async (locale) => {
    const { mailOn, page, object, add } = await given(locale);
    const day = plain(formatDay(lastArrival(inDays(FREE)), `${locale}-NL`, "whole"));
    const words = `${inTime[locale][0]} ${day}${inTime[locale][1]}`;
    await mailOn(0);
    expect(await page(0)).toContain(words);
    expect(await mailOn(18)).toContain(words);
    expect(await page(18)).toContain(words);
    expect(await object(20)).toContain(words);
    expect(await add(21)).toContain(words);
  },
);

const partOfFee = {
  de: (sum: string, added: string) => [`mindestens ${sum}`, `die später hinzugekommenen ${added} müssen dafür noch nicht bezahlt sein`],
  en: (sum: string, added: string) => [`the earlier ${sum} (without the ${added} added since)`],
  fr: (sum: string, added: string) => [`les ${sum} dus auparavant (sans les ${added} ajoutés depuis)`],
  it: (sum: string, added: string) => [`l’importo iniziale di ${sum} (senza i successivi ${added})`],
  nl: (sum: string, added: string) => [`de eerdere ${sum} (zonder de ${added} die er later bijkwam)`],
};

test.each(locales)(
  "mail and page say which part avoids the fee, without an amount that was added after the reminder, in %s",
  async (locale) => {
    const { mailOn, page, add } = await given(locale);
    const money = (cents: number) => plain(formatMoney(cents, "EUR", locale, "NL"));
    const parts = partOfFee[locale](money(4_500), money(1_000));
    await mailOn(0);
    await mailOn(18);
    expect(await page(18)).not.toContain(money(1_000));
    const added = await add(21);
    for (const part of parts) expect(added).toContain(part);
    for (const part of parts) expect(await page(21)).toContain(part);
  },
);

const afterFee = {
  de: /Haben Sie in den letzten Tagen überwiesen, warten Sie bitte unsere Quittung ab: Darin steht, ob noch etwas zu zahlen ist\. Haben Sie schon vor längerer Zeit gezahlt, antworten Sie bitte .+ oder geht Ihre Überweisung von mindestens 45,00\s€ bis (.+) ein, entfällt die Mahngebühr wieder\./,
  en: /If you made a bank transfer in the last few days, please wait for our receipt: it says whether anything is left to pay\. If you paid longer ago, please reply .+, or if your bank transfer of at least €45\.00 arrives by (.+), the late fee will be taken off\./,
  fr: /Si vous avez fait un virement ces derniers jours, attendez notre reçu : il indique s’il reste quelque chose à payer\. Si vous avez payé il y a plus longtemps, merci de répondre .+, ou si votre virement d’au moins 45,00\s€ arrive au plus tard le (.+), les frais de retard seront retirés\./,
  it: /Se ha fatto un bonifico negli ultimi giorni, attenda la nostra ricevuta: indica se resta qualcosa da pagare\. Se ha pagato da più tempo, risponda .+, o se il suo bonifico di almeno (?:€\s45,00|45,00\s€) arriva entro (.+), le spese di sollecito saranno annullate\./,
  nl: /Hebt u de afgelopen dagen een overschrijving gedaan, wacht dan op ons ontvangstbewijs: daarin staat of u nog iets moet betalen\. Hebt u langer geleden betaald\? .+, of als uw overschrijving van ten minste €\s45,00 uiterlijk op (.+) binnenkomt, vervallen de kosten voor te late betaling\./,
};

test.each(locales)(
  "the mail with a fee that came early says until when a transfer takes it off again, and later mails until when one must have arrived, in %s",
  async (locale) => {
    const { mailOn, chargeOn } = await given(locale);
    const day = plain(formatDay(lastArrival(inDays(FREE)), `${locale}-NL`, "whole"));
    await mailOn(0);
    await mailOn(18);
    await chargeOn(FREE + 1);
    const [, named] = afterFee[locale].exec(await mailOn(FREE + 1)) ?? [];
    expect(named).toBe(day);
    expect(await mailOn(FREE + 15)).toMatch(hasArrived[locale](day));
  },
);

test.each(locales)("the mail with the fee says until when a transfer must have arrived to take it off again, in %s", async (locale) => {
  const { mailOn } = await given(locale);
  for (const day of [0, 18]) await mailOn(day);
  const day = plain(formatDay(lastArrival(inDays(FREE)), `${locale}-NL`, "whole"));
  expect(await mailOn(feeDayAfter(FREE))).toMatch(hasArrived[locale](day));
});

const hasArrived = {
  de: (day: string) => new RegExp(` oder ist Ihre Überweisung bis ${day} eingegangen, entfällt die Mahngebühr wieder`),
  en: (day: string) => new RegExp(`, or if your bank transfer arrived by ${day}, the late fee will be taken off`),
  fr: (day: string) => new RegExp(`, ou si votre virement est arrivé au plus tard le ${day}, les frais de retard seront retirés`),
  it: (day: string) => new RegExp(`, o se il suo bonifico è arrivato entro ${day}, le spese di sollecito saranno annullate`),
  nl: (day: string) =>
    new RegExp(`, of als uw overschrijving uiterlijk op ${day} is binnengekomen, vervallen de kosten voor te late betaling`),
};

const underFee = {
  de: (sum: string, day: string) => `Geht Ihre Überweisung von mindestens ${sum} bis ${day} ein, entfällt die Mahngebühr wieder.`,
  en: (sum: string, day: string) => `If your bank transfer of at least ${sum} arrives by ${day}, the late fee will be taken off.`,
  fr: (sum: string, day: string) =>
    `Si votre virement d’au moins ${sum} arrive au plus tard le ${day}, les frais de retard seront retirés.`,
  it: (sum: string, day: string) => `Se il suo bonifico di almeno ${sum} arriva entro ${day}, le spese di sollecito saranno annullate.`,
  nl: (sum: string, day: string) =>
    `Als uw overschrijving van ten minste ${sum} uiterlijk op ${day} binnenkomt, vervallen de kosten voor te late betaling.`,
};

test.each(locales)(
  "page and PDF say under a fee that came early until when a transfer takes it off again, until that day is over, in %s",
  async (locale) => {
    const { mailOn, chargeOn, page, paper } = await given(locale);
    const day = plain(formatDay(lastArrival(inDays(FREE)), `${locale}-NL`, "whole"));
    const words = underFee[locale](plain(formatMoney(4_500, "EUR", locale, "NL")), day);
    const last = daysFrom(inDays(0), lastArrival(inDays(FREE)));
    await mailOn(0);
    await mailOn(18);
    expect(await page(18)).not.toContain(words);
    await chargeOn(FREE + 1);
    await mailOn(FREE + 1);
    for (const on of [FREE + 1, last]) {
      expect(await page(on)).toMatch(new RegExp(`<small>${words}</small></span><span>[^<]*2[.,]50`));
      expect(await paper(on)).toContain(words);
    }
    expect(await page(last + 1)).not.toContain(words);
    expect(await paper(last + 1)).not.toContain(words);
  },
);

test("an answer after such a fee says the same", async () => {
  const { mailOn, chargeOn, object } = await given("en");
  for (const day of [0, 18]) await mailOn(day);
  await chargeOn(FREE + 1);
  await mailOn(FREE + 1);
  expect(await object(FREE + 1)).toMatch(afterFee.en);
  const after = daysFrom(inDays(0), lastArrival(inDays(FREE))) + 1;
  await mailOn(after);
  const answer = await object(after);
  expect(answer).toContain("If you have already paid, please reply to this e-mail and say when. If you paid the €45.00 by ");
  expect(answer).toContain(", or if your bank transfer arrived by ");
});
