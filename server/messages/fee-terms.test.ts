import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { runCollection } from "@/server/background/run-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { forecastImport } from "@/server/billing/collection/forecast-import";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { newId } from "@/server/platform/id";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";

const NUMBER = "0123.456.749";
const FEE_CENTS = 2_000;
/** Days of the reminders: each is sent on the first day after the days of grace of the one before. */
const [FIRST, SECOND, THIRD] = [18, 33, 48];
/** Days on which the second and the third reminder leave if they have the fee. */
const [SECOND_WITH_FEE, THIRD_WITH_FEE] = [feeDayAfter(SECOND - 1), feeDayAfter(THIRD - 1)];
/** Day on which the third has the fee if the second has waited for it in vain, because another law came to apply. */
const THIRD_AFTER_THAT = feeDayAfter(SECOND_WITH_FEE + THIRD - SECOND - 1);

interface Options {
  company?: Partial<NewCompany>;
  title?: string | null;
  invoices?: Partial<NewInvoice>[];
  locale?: Locale;
  /** Day of the third reminder. */
  third?: number;
}

/** A transmitted import with a late-payment fee, in a sandbox. */
async function given({ company = {}, title = "Membership 2027", invoices: billed = [{}], locale = "en", third = THIRD }: Options = {}) {
  const partner = await givenPartner({ isSandbox: true });
  const of = await givenCompany(partner, { name: "Rowing Club Northbank", ...company });
  const into = await givenImport(partner, { company: of, ...(title && { title }) });
  const customerEmail = `${newId()}@members.example`;
  const added: Awaited<ReturnType<typeof givenInvoice>>[] = [];
  for (const invoice of billed) added.push(await givenInvoice(partner, { import: into, invoice: { customerEmail, locale, ...invoice } }));
  const days = { dueDays: 14, reminder1Day: FIRST - 14, reminder2Day: SECOND - 14, reminder3Day: third - 14 };
  await db
    .update(importSettings)
    .set({ ...days, latePaymentFeeCents: FEE_CENTS })
    .where(eq(importSettings.importId, into.id));
  await transmitImport(db, partner.actor, into.id);
  const [first] = added;
  if (!first) throw new Error("No invoice was given");
  const actorOn = (day: number) => ({ ...partner.actor, clockOffsetMs: day * 86_400_000 });
  const mailOn = async (day: number) => {
    await jumpClock(partner, day);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
    return ((await keptMails(customerEmail)).at(-1) ?? "").replace(/\s+/g, " ");
  };
  await mailOn(0);
  return {
    /** Does everything that is due on this day, and returns the last mail on one line. */
    mailOn,
    /** Fees of all its invoices, in cents. */
    feesCharged: async () => {
      const found = await Promise.all(added.map(({ id }) => getInvoice(db, partner.actor, id)));
      const lines = found.flatMap((invoice) => invoice.lines);
      return lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").map(({ amountCents }) => amountCents);
    },
    plannedFees: async (day: number) =>
      ((await describePlan(db, actorOn(day), first.id))?.items ?? []).filter(({ kind }) => kind === "late_payment_fee").length,
    pause: async (from: number, until: number) => {
      await jumpClock(partner, from);
      await holdInvoice(db, actorOn(from), first.id, { kind: "paused", until: addDays(dayAt(new Date()), until), reason: "On holiday" });
    },
    withheld: async () => (await forecastImport(db, partner.actor, into.id))?.withheld,
    /** As a customer who moves to another country. */
    moveTo: (customerCountryCode: string) => db.update(invoices).set({ customerCountryCode }).where(eq(invoices.id, first.id)),
    setNumber: (enterpriseNumber: string | null) => db.update(companies).set({ enterpriseNumber }).where(eq(companies.id, of.id)),
  };
}

const belgian = { countryCode: "BE", enterpriseNumber: NUMBER } as const;
const written = (day: number, locale: Locale, country: string) =>
  formatDay(addDays(dayAt(new Date()), day), regionalLocale(locale, country), "long").replace(/\s+/g, " ");

describe("a consumer in Belgium reads who the creditor is and what the debt is for, before an indemnity", () => {
  const words = {
    nl: [
      "Eerste, kosteloze herinnering:",
      "Rowing Club Northbank, ondernemingsnummer 0123.456.749, heeft u gefactureerd: ",
      "schadevergoeding",
    ],
    fr: ["Premier rappel gratuit :", "Rowing Club Northbank, numéro d’entreprise 0123.456.749, vous a facturé : ", "indemnité"],
    de: [
      "Erste, kostenlose Zahlungserinnerung:",
      "Rowing Club Northbank, Unternehmensnummer 0123.456.749, hat Ihnen berechnet: ",
      "Entschädigung",
    ],
    en: ["First reminder, free of charge:", "Rowing Club Northbank, enterprise number 0123.456.749, has billed you: ", "compensation"],
    it: ["Primo promemoria, gratuito:", "Rowing Club Northbank, numero d’impresa 0123.456.749, le ha fatturato: ", "indennità"],
  } satisfies Record<Locale, [string, string, string]>;

  test.each(locales)("in %s", async (locale) => {
    const { mailOn, feesCharged } = await given({ company: belgian, locale });
    const [subject, creditor, indemnity] = words[locale];
    const reminder = await mailOn(FIRST);
    expect(reminder).toContain(`Subject: ${subject}`);
    expect(reminder).toContain(`${creditor}Membership 2027 (Ada Brandsma)`);
    expect(reminder).toContain(indemnity);
    expect(reminder).toContain(written(SECOND - 1, locale, "BE"));
    expect(reminder).not.toContain("incassokosten");

    const second = await mailOn(SECOND_WITH_FEE);
    expect(second).toContain(creditor);
    expect(second).toContain(indemnity);
    expect(await feesCharged()).toEqual([FEE_CENTS]);
  });

  test("of a family, for each invoice", async () => {
    const invoices = [{ customerFirstName: "Ada" }, { customerFirstName: "Ben" }];
    const { mailOn } = await given({ company: belgian, invoices });
    expect(await mailOn(FIRST)).toContain("has billed you: Membership 2027 (Ada Brandsma); Membership 2027 (Ben Brandsma).");
  });

  test("by the invoice's lines, if the import has no title of its own", async () => {
    const lines = ["Membership", "Boat rental"].map((description) => ({ id: null, amountCents: 2_250, description, date: null }));
    const { mailOn, plannedFees } = await given({ company: belgian, title: null, invoices: [{ lines }] });
    expect(await mailOn(FIRST)).toContain("has billed you: Membership, Boat rental (Ada Brandsma).");
    expect(await plannedFees(FIRST)).toBe(1);
  });

  test("but a business does not", async () => {
    const { mailOn, plannedFees } = await given({
      company: { ...belgian, enterpriseNumber: null },
      invoices: [{ customerOrganization: "Boats Ltd" }],
    });
    expect(await mailOn(FIRST)).not.toContain("has billed you");
    expect(await plannedFees(FIRST)).toBe(1);
  });
});

describe("without a fact that Belgian law demands, no fee is offered or charged, and the treasurer reads why", () => {
  test.each([
    ["the enterprise number", { company: { ...belgian, enterpriseNumber: null } }, { enterprise_number: 1, description: 0 }],
    [
      "what the debt is for",
      { company: belgian, title: null, invoices: [{ lines: [{ id: null, amountCents: 4_500, description: null, date: null }] }] },
      { enterprise_number: 0, description: 1 },
    ],
    [
      "the number of a company elsewhere",
      { company: { countryCode: "NL" }, invoices: [{ customerCountryCode: "be" }] },
      { enterprise_number: 1, description: 0 },
    ],
  ] as const)("%s", async (_, options, withheld) => {
    const all = await given(options as Options);
    expect(await all.withheld()).toEqual(withheld);
    expect(await all.plannedFees(0)).toBe(0);
    for (const day of [FIRST, SECOND, THIRD]) {
      const reminder = await all.mailOn(day);
      expect(reminder).not.toMatch(/compensation|free of charge/);
    }
    expect(await all.feesCharged()).toEqual([]);
  });

  test("nothing is withheld from an import whose facts are known", async () => {
    expect(await (await given({ company: belgian })).withheld()).toEqual({ enterprise_number: 0, description: 0 });
  });
});

describe("a fee follows only a reminder that named everything", () => {
  test("so it comes back after a reminder with the number, once that is known", async () => {
    const { mailOn, plannedFees, feesCharged, setNumber } = await given({ company: { ...belgian, enterpriseNumber: null } });
    await mailOn(FIRST);
    await setNumber(NUMBER);
    expect(await plannedFees(FIRST)).toBe(1);
    const second = await mailOn(SECOND);
    expect(await feesCharged()).toEqual([]);
    expect(second).toContain("enterprise number 0123.456.749");
    expect(second).toContain(`Pay by ${written(THIRD - 1, "en", "BE")} and no compensation for late payment is due.`);
    await mailOn(THIRD_WITH_FEE);
    expect(await feesCharged()).toEqual([FEE_CENTS]);
  });

  test.each([
    ["BE", "Rowing Club Northbank, enterprise number 0123.456.749, has billed you: "],
    ["NL", "within fourteen days from the day after this message was delivered to you"],
  ])("so one that named it without the terms of %s does not count there", async (country, terms) => {
    const { mailOn, feesCharged, moveTo } = await given({ company: belgian, invoices: [{ customerCountryCode: "DE" }] });
    expect(await mailOn(FIRST)).toContain("there is no late fee");
    await moveTo(country);
    expect(await mailOn(SECOND_WITH_FEE)).toContain(terms);
    expect(await feesCharged()).toEqual([]);
    await mailOn(THIRD_AFTER_THAT);
    expect(await feesCharged()).toHaveLength(1);
  });

  test("so another number must be named as well", async () => {
    const { mailOn, feesCharged, setNumber } = await given({ company: belgian });
    await mailOn(FIRST);
    await setNumber("0999.999.922");
    expect(await mailOn(SECOND_WITH_FEE)).toContain("enterprise number 0999.999.922");
    expect(await feesCharged()).toEqual([]);
    await mailOn(THIRD_AFTER_THAT);
    expect(await feesCharged()).toEqual([FEE_CENTS]);
  });

  test("what was charged before stays", async () => {
    const { mailOn, feesCharged, setNumber, withheld } = await given({ company: belgian });
    for (const day of [FIRST, SECOND_WITH_FEE]) await mailOn(day);
    await setNumber(null);
    await mailOn(SECOND_WITH_FEE + 15);
    expect(await feesCharged()).toEqual([FEE_CENTS]);
    expect(await withheld()).toEqual({ enterprise_number: 0, description: 0 });
  });
});

describe("a consumer in the Netherlands has fourteen days from the day after delivery, before incassokosten", () => {
  const terms = {
    nl: "binnen veertien dagen vanaf de dag nadat dit bericht bij u is bezorgd",
    fr: "dans les quatorze jours à compter du lendemain de la remise de ce message",
    de: "innerhalb von vierzehn Tagen ab dem Tag nach der Zustellung dieser Nachricht",
    en: "within fourteen days from the day after this message was delivered to you",
    it: "entro quattordici giorni a partire dal giorno successivo alla consegna di questo messaggio",
  } satisfies Record<Locale, string>;

  test.each(locales)("in %s", async (locale) => {
    const { mailOn, feesCharged } = await given({ locale });
    const reminder = await mailOn(FIRST);
    expect(reminder).toContain(terms[locale]);
    expect(reminder).toContain("incassokosten");
    expect(reminder).toContain(written(SECOND - 1, locale, "NL"));
    expect(reminder).not.toMatch(/ondernemingsnummer|numéro d’entreprise|Unternehmensnummer|enterprise number|numero d’impresa/);

    // The last of the fourteen full days is free.
    await mailOn(FIRST + 14);
    expect(await feesCharged()).toEqual([]);
    const second = await mailOn(SECOND_WITH_FEE);
    expect(second).toContain("incassokosten");
    expect(second).not.toContain(terms[locale]);
    expect(await feesCharged()).toHaveLength(1);
  });

  test("again, with the terms, if a pause ends after the last day that the first reminder named", async () => {
    const { mailOn, feesCharged, pause } = await given();
    await mailOn(FIRST);
    // The fee was named for the day after day 32; the second reminder leaves on day 41, and the third 15 days later.
    await pause(FIRST + 1, 40);
    const second = await mailOn(41);
    expect(second).toContain(terms.en);
    expect(second).toContain(written(55, "en", "NL"));
    await mailOn(55);
    expect(await feesCharged()).toEqual([]);
    await mailOn(feeDayAfter(55));
    expect(await feesCharged()).toHaveLength(1);
  });

  test("so no fee is named or charged with a reminder that follows fourteen days after the one on the day after a pause", async () => {
    const { mailOn, feesCharged, pause } = await given({ third: SECOND + 14 });
    expect(await mailOn(FIRST)).toContain(terms.en);
    await pause(FIRST + 1, 40);
    expect(await mailOn(41)).not.toContain("incassokosten");
    await mailOn(55);
    expect(await feesCharged()).toEqual([]);
  });

  test("while consumers elsewhere read of a late fee, with no terms", async () => {
    const { mailOn } = await given({ invoices: [{ customerCountryCode: "IE" }] });
    const reminder = await mailOn(FIRST);
    expect(reminder).toContain("there is no late fee");
    expect(reminder).not.toContain("fourteen days");
  });

  test("a family of two countries is told only of the fees under the terms that the mail states", async () => {
    const invoices = [{ customerFirstName: "Ada" }, { customerFirstName: "Ben", customerCountryCode: "DE" }];
    const { mailOn, feesCharged } = await given({ invoices });
    // Either invoice's reminder may be sent first, and carries the other.
    const [, amount] = /(?:collection costs of|a late fee of) €(\S+) will be added/.exec(await mailOn(FIRST)) ?? [];
    expect(["20.00", "2.50"]).toContain(amount);
    await mailOn(SECOND_WITH_FEE);
    expect(await feesCharged()).toEqual([Number(amount) * 100]);
  });
});
