import { describe, expect, test } from "vitest";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { locales } from "@/server/domain/formats/locales";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";

/** Sends the reminders of an invoice that is due on day 14, and returns each with its text on one line. */
async function reminders(days: number[], settings: Partial<CollectionSettings>, locale: (typeof locales)[number] = "en") {
  const { partner, customerEmail, collect } = await givenCollected({
    settings: { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34, ...settings },
    invoice: { locale, customerCountryCode: "IE" },
    isSandbox: true,
  });
  for (const day of [0, ...days]) {
    await jumpClock(partner, day);
    await collect({ kind: "mailbox" });
  }
  return (await keptMails(customerEmail)).slice(1).map((mail) => mail.replace(/\s+/g, " "));
}

const follows = {
  de: [/Haben Sie bis zum .+ nicht gezahlt, folgt eine Mahnung\./, /folgt die letzte Mahnung\./],
  en: [/If it is not paid by .+, a second reminder will follow\./, /a final reminder will follow\./],
  fr: [/Sans paiement de votre part au plus tard le .+, vous recevrez un deuxième rappel\./, /vous recevrez une mise en demeure\./],
  it: [/Se non paga entro (?:il |l’).+, riceverà un sollecito di pagamento\./, /riceverà l’ultimo sollecito\./],
  nl: [/Als u niet uiterlijk op .+ betaalt, volgt een aanmaning\./, /volgt de laatste aanmaning\./],
} satisfies Record<(typeof locales)[number], [RegExp, RegExp]>;

describe("a reminder without a fee says which reminder follows", () => {
  test.each(locales)("by its name, except for the last one, in %s", async (locale) => {
    const [first, second, third] = await reminders([18, 34, 48], {}, locale);
    const [anotherFollows, lastFollows] = follows[locale];
    expect(first).toMatch(anotherFollows);
    expect(second).toMatch(lastFollows);
    for (const words of follows[locale]) expect(third).not.toMatch(words);
  });

  test("but not if a fee follows, which it names instead", async () => {
    const [first] = await reminders([18], { latePaymentFeeCents: 250 });
    expect(first).toContain("a late fee of €2.50 will be added");
    expect(first).not.toContain("will follow");
  });

  test("also if the settings set it for a day before the day to pay by, because it waits for that day", async () => {
    const [first, ...others] = await reminders([18, 20, 25], { reminder2Day: 6 });
    expect(first).toContain("a second reminder will follow");
    expect(others).toEqual([]);
  });
});
