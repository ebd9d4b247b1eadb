import { expect, test } from "vitest";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { jumpClock } from "@/server/testing/given-collection";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { mailsTo } from "@/server/testing/mails-to";

/** Words of mails, page and PDF about a payment by this method that was taken back on day 20. */
async function saidOf(method: "credit_card" | "ideal", locale: (typeof locales)[number]) {
  const customerEmail = newAddress();
  const family = await givenHouseholds([{ customerEmail, locale }], {
    settings: { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: null },
  });
  const { partner, at, collect, collectOn, customerOf } = family;
  await collectOn(0);
  const payment = await givenBegunPayment(partner, at(0), method);
  await payment.decide("pay");
  await payment.follow();
  await collect();
  await jumpClock(partner, 20);
  await payment.decide("charge_back");
  await Promise.all(times(3, payment.follow));
  for (const day of [20, 40]) await collectOn(day);
  const customer = await customerOf(at(0).id);
  const read = { ...customer, actor: { ...customer.actor, clockOffsetMs: 40 * DAY_MS } };
  const { described, reading } = await readingFor(read);
  const [returned, reminder] = (await mailsTo(customerEmail)).slice(-2);
  return {
    subject: returned?.subject ?? "",
    returned: returned?.body ?? "",
    reminder: reminder?.body ?? "",
    page: await customerPageOf(read),
    paper: pdfContents(described, reading)
      .rows.map(({ description }) => description)
      .join("\n"),
  };
}

/** Words of the subject, and words for the card, its issuer and a bank. */
const words = {
  de: {
    subject: /Kartenzahlung wurde zurückgebucht/,
    card: /Kartenzahlung/,
    issuer: /Herausgeber (Ihrer|der) Karte/,
    bank: /von der Bank|Ihre Bank/,
  },
  en: {
    subject: /card payment was reversed/,
    card: /card payment/i,
    issuer: /(your|the) card issuer/,
    bank: /the bank\b|your bank\b(?!’)/,
  },
  fr: {
    subject: /Paiement par carte annulé par l’émetteur de la carte/,
    card: /[Pp]aiement par carte/,
    issuer: /l’émetteur de (votre|la) carte/,
    bank: /la banque|votre banque,/,
  },
  it: {
    subject: /pagamento con carta è stato stornato/,
    card: /[Pp]agamento con carta/,
    issuer: /dall’emittente della (sua )?carta/,
    bank: /dalla banca/,
  },
  nl: {
    subject: /kaartbetaling is teruggeboekt/,
    card: /[Kk]aartbetaling/,
    issuer: /(uw|de) kaartuitgever/,
    bank: /de bank\b|uw bank,/,
  },
};

test.each(locales)("a payment by card is called that, and its issuer took it back, in mails, page and PDF, in %s", async (locale) => {
  const { card, issuer, bank, ...inSubject } = words[locale];
  const { subject, ...texts } = await saidOf("credit_card", locale);
  expect(subject).toMatch(inSubject.subject);
  for (const text of Object.values(texts)) {
    expect(text).toMatch(card);
    expect(text).toMatch(issuer);
  }
  for (const text of [texts.returned, texts.reminder, texts.paper]) expect(text).not.toMatch(bank);
});

test.each(locales)("a payment through the bank is not called one by card, in %s", async (locale) => {
  const { paper, reminder, returned } = await saidOf("ideal", locale);
  for (const text of [paper, reminder, returned]) {
    expect(text).not.toMatch(words[locale].card);
    expect(text).not.toMatch(words[locale].issuer);
  }
});
