import { expect, test } from "vitest";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { locales } from "@/server/domain/formats/locales";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";
import { mailsTo } from "@/server/testing/mails-to";

const spaced = (text: string) => text.replace(/\s+/g, " ");

/** The mails of an invoice with two requests and two reminders, as text, in order. */
async function mailsIn(locale: (typeof locales)[number], settings: Partial<CollectionSettings>) {
  const { partner, customerEmail, collect } = await givenCollected({
    settings: { reminder2Day: null, ...settings },
    invoice: { locale },
    isSandbox: true,
  });
  for (const day of [0, 10, 18, 46]) {
    await jumpClock(partner, day);
    await collect({ kind: "mailbox" });
  }
  const mails = (await keptMails(customerEmail)).map(spaced);
  expect(mails).toHaveLength(4);
  return { mails, last: mails.at(-1) ?? "", pages: (await mailsTo(customerEmail)).map(({ html }) => spaced(html ?? "")) };
}

const texts = Object.fromEntries(
  locales.map((locale) => [
    locale,
    { salutation: `Salut ${locale},`, personalNote: `Note ${locale}.`, consequence: `Then <the> lawyer & ${locale}.` },
  ]),
);

/** Words of the sentence that says what follows if the company has none of its own. */
const nextSteps = {
  de: "entscheiden, wie es weitergeht",
  en: "have to decide what to do next",
  fr: "décidera de la suite à donner",
  it: "valuterà come procedere",
  nl: "over de vervolgstappen",
};

/** Words of the day in front of a company's own words, and of the invitation to reply behind them. */
const behindDay = {
  de: "Für den Fall, dass Sie bis zum [^:]+ nicht zahlen, teilt Rowing Club Northbank mit",
  en: "If you do not pay by [^:]+, Rowing Club Northbank will proceed as follows",
  fr: "Sans paiement de votre part au plus tard le [^:]+, Rowing Club Northbank procédera ainsi ?",
  it: "Se non paga entro (?:il |l’)[^:]+, Rowing Club Northbank procederà così",
  nl: "Als u niet uiterlijk op [^:]+ betaalt, gaat Rowing Club Northbank als volgt te werk",
};
const wayOut = {
  de: "Bitte antworten Sie auf diese E-Mail",
  en: "Please reply to this e-mail",
  fr: "Merci de répondre à cet e-mail",
  it: "Risponda a questa e-mail",
  nl: "Beantwoord deze e-mail",
};

test.each(locales)("the last reminder alone, as page and as text, says what follows in the company's words, in %s", async (locale) => {
  const { mails, last, pages } = await mailsIn(locale, { texts });
  expect(last).toMatch(new RegExp(`Then <the> lawyer & ${locale}\\.\\s?[”“»] ${wayOut[locale]}`));
  expect(last).toMatch(new RegExp(`${behindDay[locale]}: [“„«]\\s?Then <the> lawyer`));
  expect(pages.at(-1)).toContain(`Then &lt;the&gt; lawyer &amp; ${locale}.`);
  for (const mail of [...mails.slice(0, -1), ...pages.slice(0, -1)]) expect(mail).not.toContain("lawyer");
  const { last: byDefault } = await mailsIn(locale, {});
  expect(byDefault).toContain(nextSteps[locale]);
  expect(last).not.toContain(nextSteps[locale]);
});

test.each(locales)("each customer gets the salutation and the note of their own language, in %s", async (locale) => {
  const { mails } = await mailsIn(locale, { texts, salutation: "Dear all,", personalNote: "For all." });
  for (const mail of mails) {
    expect(mail).toContain(`Salut ${locale}, `);
    expect(mail).toContain(` Note ${locale}. `);
    for (const other of locales.filter((each) => each !== locale)) expect(mail).not.toMatch(new RegExp(`(Salut|Note) ${other}\\b`));
    expect(mail).not.toMatch(/Dear all|For all/);
  }
});

test("a language without own texts gets ours, or those that a client gave without a language", async () => {
  const onlyFrench = { fr: texts.fr } as CollectionSettings["texts"];
  const { mails, last } = await mailsIn("de", { texts: onlyFrench });
  for (const mail of mails) {
    expect(mail).toContain("Guten Tag ");
    expect(mail).not.toMatch(/Salut|Note|lawyer/);
  }
  expect(last).toMatch(/Haben Sie bis zum .+ nicht gezahlt, muss Rowing Club Northbank entscheiden, wie es weitergeht\./);
  const { mails: ofClient } = await mailsIn("de", { texts: onlyFrench, salutation: "Liebe Mitglieder,", personalNote: "Bis bald." });
  for (const mail of ofClient) expect(mail).toMatch(/Liebe Mitglieder, .+ Bis bald\. /);
});
