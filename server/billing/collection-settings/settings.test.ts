import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { type CollectionSettings, companySettings, importSettings } from "@/db/schema/collection-settings";
import { type Company, currency } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { updateImportSettings } from "@/server/billing/imports/update-import-settings";
import { settingsLimits } from "@/server/domain/rules/collection-settings";
import { methodsIn } from "@/server/domain/rules/payment-methods";
import { foldChanges } from "@/server/notifications/fold-changes";
import { newId } from "@/server/platform/id";
import { updateCompany } from "@/server/tenancy/companies/update-company";
import { changesOf } from "@/server/testing/changes-of";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { getCompanySettings } from "./get-company-settings";
import { collectionSettings } from "./settings-fields";
import { updateCompanySettings } from "./update-company-settings";

const others: CollectionSettings = {
  dueDays: 30,
  request1Day: 1,
  request2Day: null,
  reminder1Day: 7,
  reminder2Day: null,
  reminder3Day: 21,
  paymentMethods: ["ideal", "sdd"],
  latePaymentFeeCents: 500,
  latePaymentFeeNotice: true,
  chargebackFeeCents: 600,
  donationAllowed: true,
  joinsHouseholds: true,
  directDebit: false,
  debitNoticeDays: 10,
  instalmentsFromCents: null,
  instalmentsMostParts: 6,
  instalmentsEveryDays: 28,
  instalmentsFeeCents: 250,
  instalmentsMissed: "spread",
  instalmentsPeriodBeginsOn: "2026-07-01",
  instalmentsPeriodEndsOn: "2027-06-30",
  promiseDays: null,
  salutation: "Dear rower",
  personalNote: "See you on the water.",
  texts: { nl: { salutation: "Beste leden,", personalNote: "Tot snel!", consequence: "Daarna volgt een incassobureau." } },
  bankAccountId: null,
};

async function given() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  return { partner, company, target: await givenImport(partner, { company }) };
}

const versionOfImport = async (actor: Parameters<typeof getImportSettings>[1], id: string) =>
  (await getImportSettings(db, actor, id))?.version ?? "";

describe("the company's settings", () => {
  test("are copied when an import is created, and change no existing import", async () => {
    const { partner, company, target } = await given();
    const before = await getImportSettings(db, partner.actor, target.id);
    const { version } = await getCompanySettings(db, partner.actor, company.id);
    await updateCompanySettings(db, partner.actor, company.id, others, version);

    expect(await getImportSettings(db, partner.actor, target.id)).toEqual(before);
    const next = await givenImport(partner, { company });
    expect((await getImportSettings(db, partner.actor, next.id))?.settings).toEqual(others);
  });

  test("are not overwritten by an outdated edit, and other partners cannot find them", async () => {
    const { partner, company } = await given();
    const { version } = await getCompanySettings(db, partner.actor, company.id);
    await updateCompanySettings(db, partner.actor, company.id, others, version);

    await expect(updateCompanySettings(db, partner.actor, company.id, others, version)).rejects.toMatchObject({
      code: "changed_meanwhile",
    });
    const stranger = await givenPartner();
    await expect(getCompanySettings(db, stranger.actor, company.id)).rejects.toMatchObject({ code: "invalid_company_id" });
    const { actor: limited } = await givenMember(partner, { companyIds: [] });
    await expect(updateCompanySettings(db, limited, company.id, others, version)).rejects.toMatchObject({ code: "invalid_company_id" });
  });
});

test("a change of a company's or an import's settings is recorded with its author, and not announced to partners", async () => {
  const { partner, company, target } = await given();
  const { actor } = await givenMember(partner, { role: "administrator" });
  const endpoint = await givenEndpoint(partner);
  const { version } = await getCompanySettings(db, actor, company.id);

  const changes = await changesOf(partner.id, async () => {
    await updateCompanySettings(db, actor, company.id, others, version);
    await updateImportSettings(db, actor, target.id, others, await versionOfImport(actor, target.id));
    // Saving the same settings again records nothing.
    await updateImportSettings(db, actor, target.id, others, await versionOfImport(actor, target.id));
  });

  const change = { kind: "settings_updated", actor: `person:${actor.id}`, requestId: null };
  expect(changes).toEqual([
    { ...change, record: "company", recordId: company.id },
    { ...change, record: "import", recordId: target.id },
  ]);
  await foldChanges(db);
  expect(await endpoint.owed()).toEqual([]);
});

describe("an import's settings", () => {
  test("can be changed until it is transmitted; afterwards the database refuses", async () => {
    const { partner, target } = await given();
    await givenInvoice(partner, { import: target });
    await updateImportSettings(db, partner.actor, target.id, others, await versionOfImport(partner.actor, target.id));
    await transmitImport(db, partner.actor, target.id);

    const version = await versionOfImport(partner.actor, target.id);
    await expect(updateImportSettings(db, partner.actor, target.id, others, version)).rejects.toMatchObject({
      code: "import_already_transmitted",
    });
    await expect(db.update(importSettings).set({ dueDays: 1 }).where(eq(importSettings.importId, target.id))).rejects.toThrow();
    await expect(db.delete(importSettings).where(eq(importSettings.importId, target.id))).rejects.toThrow();
    expect((await getImportSettings(db, partner.actor, target.id))?.settings).toEqual(others);
  });

  test("are those that were shown at the transmission; otherwise the transmission is refused", async () => {
    const { partner, target } = await given();
    await givenInvoice(partner, { import: target, amountCents: 100 });
    const settingsVersion = await versionOfImport(partner.actor, target.id);
    await updateImportSettings(db, partner.actor, target.id, others, settingsVersion);

    const seen = { invoicesCount: 1, amountCents: 100, settingsVersion };
    await expect(transmitImport(db, partner.actor, target.id, seen)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await transmitImport(db, partner.actor, target.id, { ...seen, settingsVersion: await versionOfImport(partner.actor, target.id) });
  });

  test("of twenty simultaneous changes and one transmission, the last acknowledged settings are stored", async () => {
    const { partner, target } = await given();
    await givenInvoice(partner, { import: target });
    const version = await versionOfImport(partner.actor, target.id);
    const changes = times(20, (index) =>
      updateImportSettings(db, partner.actor, target.id, { ...others, salutation: `Dear ${index}` }, version).then(() => `Dear ${index}`),
    );
    const [, ...outcomes] = await Promise.allSettled([transmitImport(db, partner.actor, target.id), ...changes]);

    const saved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const stored = (await getImportSettings(db, partner.actor, target.id))?.settings.salutation;
    expect(saved.length).toBeLessThanOrEqual(1);
    expect(stored).toBe(saved[0] ?? "");
  });

  test("are deleted with it", async () => {
    const { target } = await given();
    await db.delete(imports).where(eq(imports.id, target.id));
    expect(await db.select().from(importSettings).where(eq(importSettings.importId, target.id))).toEqual([]);
  });

  test("are absent if the import is inserted as already transmitted", async () => {
    const { partner, company } = await given();
    const id = newId();
    const at = new Date();
    await db.insert(imports).values({
      partnerId: partner.id,
      id,
      companyId: company.id,
      title: "Old",
      expectedInvoicesCount: null,
      transmittedAt: at,
      createdAt: at,
    });
    expect(await getImportSettings(db, partner.actor, id)).toBeNull();
  });
});

describe("payment methods fit the currency", () => {
  const storedFor = async (companyId: string) =>
    (await db.select().from(companySettings).where(eq(companySettings.companyId, companyId)))[0]?.paymentMethods;

  test("by the same rule in SQL and in the forms", async () => {
    for (const code of currency.enumValues) {
      const [row] = await db.execute<{ methods: string[] }>(sql`select to_json(methods_in(${code})) as methods`);
      expect(row?.methods).toEqual(methodsIn(code));
      expect(row?.methods).not.toContain("sofort");
    }
  });

  test("from the beginning; a change of currency keeps those that fit", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
    expect(await storedFor(company.id)).toEqual(["credit_card", "bank_transfer"]);
    const open = await givenImport(partner, { company });
    await updateCompany(db, partner.actor, company.id, { ...company, currency: "GBP" });
    expect(await storedFor(company.id)).toEqual(["credit_card", "bank_transfer"]);

    const { version, settings } = await getCompanySettings(db, partner.actor, company.id);
    await updateCompanySettings(db, partner.actor, company.id, { ...settings, paymentMethods: ["bacs"] }, version);
    await db
      .update(importSettings)
      .set({ paymentMethods: ["bacs", "paypal"] })
      .where(eq(importSettings.importId, open.id));
    await updateCompany(db, partner.actor, company.id, { ...company, currency: "EUR" });
    expect(await storedFor(company.id)).toEqual(["ideal", "bancontact", "credit_card", "bank_transfer"]);
    expect((await getImportSettings(db, partner.actor, open.id))?.settings.paymentMethods).toEqual(["paypal"]);
  });

  test("or they are refused with the reason, for a company and for an import", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
    const target = await givenImport(partner, { company });
    const unfit = { ...others, paymentMethods: ["credit_card", "ideal"] as CollectionSettings["paymentMethods"] };
    const ofCompany = await getCompanySettings(db, partner.actor, company.id);
    await expect(updateCompanySettings(db, partner.actor, company.id, unfit, ofCompany.version)).rejects.toMatchObject({
      code: "methods_not_in_currency",
    });
    const version = await versionOfImport(partner.actor, target.id);
    await expect(updateImportSettings(db, partner.actor, target.id, unfit, version)).rejects.toMatchObject({
      code: "methods_not_in_currency",
    });
    await expect(
      db
        .update(importSettings)
        .set({ paymentMethods: ["sdd"] })
        .where(eq(importSettings.importId, target.id)),
    ).rejects.toThrow();
  });
});

test("a late-payment fee above the legal maximum of the company's country is refused", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { countryCode: "DE" });
  const { version, settings } = await getCompanySettings(db, partner.actor, company.id);
  const withFee = (latePaymentFeeCents: number) =>
    updateCompanySettings(db, partner.actor, company.id, { ...settings, latePaymentFeeCents }, version);
  await expect(withFee(4_001)).rejects.toMatchObject({ code: "fee_above_cap" });
  await withFee(4_000);
});

test("instalments are for sandboxes, within what the law of the company's country lets it offer to anybody", async () => {
  const settingsOf = async (partnerOptions: Parameters<typeof givenPartner>[0], countryCode: Company["countryCode"]) => {
    const partner = await givenPartner(partnerOptions);
    const company = await givenCompany(partner, { countryCode, currency: countryCode === "GB" ? "GBP" : "EUR" });
    return async (changes: Partial<CollectionSettings>) => {
      const { version, settings } = await getCompanySettings(db, partner.actor, company.id);
      await updateCompanySettings(db, partner.actor, company.id, { ...settings, instalmentsFromCents: 5_000, ...changes }, version);
    };
  };
  const elsewhere = await settingsOf({}, "DE");
  await expect(elsewhere({})).rejects.toMatchObject({ code: "instalments_only_in_sandboxes" });
  await elsewhere({ instalmentsFromCents: null });

  const german = await settingsOf({ isSandbox: true }, "DE");
  await expect(german({ instalmentsFeeCents: 10_001 })).rejects.toMatchObject({ code: "instalments_above_law" });
  await german({ instalmentsFeeCents: 10_000, instalmentsMostParts: 12 });
  const british = await settingsOf({ isSandbox: true }, "GB");
  await expect(british({ instalmentsFeeCents: 1 })).rejects.toMatchObject({ code: "instalments_above_law" });
  await british({ instalmentsMostParts: 12 });
});

describe("the database refuses", () => {
  test.each([
    ["due later than a year", { dueDays: 366 }],
    ["a request before the transmission", { request1Day: -1 }],
    ["requests out of order", { request1Day: 5, request2Day: 5 }],
    ["a request after the due date", { dueDays: 7, request2Day: 8 }],
    ["a reminder on the due date", { reminder1Day: 0 }],
    ["reminders out of order", { reminder1Day: 5, reminder2Day: null, reminder3Day: 4 }],
    ["no payment method", { paymentMethods: [] }],
    ["a fee below zero", { latePaymentFeeCents: -1 }],
    ["a fee for instalments below zero", { instalmentsFeeCents: -1 }],
    ["a balance too small for two parts", { instalmentsFromCents: 999 }],
    ["one part", { instalmentsMostParts: 1 }],
    ["thirteen parts", { instalmentsMostParts: 13 }],
    ["parts less than three weeks apart", { instalmentsEveryDays: 20 }],
  ])("%s", async (_, wrong) => {
    const { target } = await given();
    const error = await db
      .update(importSettings)
      .set(wrong)
      .where(eq(importSettings.importId, target.id))
      .then(
        () => undefined,
        (thrown: { cause?: { code?: string } }) => thrown.cause?.code,
      );
    expect(error).toBe("23514");
  });

  test("a payment method that customers cannot choose", async () => {
    const { target } = await given();
    await expect(
      db.execute(sql`update import_settings set payment_methods = '{external}' where import_id = ${target.id}`),
    ).rejects.toThrow();
  });
});

test("the database accepts exactly the settings that the form accepts", async () => {
  const { target } = await given();
  const day = fc.option(fc.constantFrom(-1, 0, 1, 2, 3, 4, 5, 365, 366), { freq: 8 });
  const fee = fc.constantFrom(-1, 0, settingsLimits.feeCents, settingsLimits.feeCents + 1);
  const text = (limit: number) => fc.constantFrom("", "é".repeat(limit), "é".repeat(limit + 1));
  const inOrder = { dueDays: 4, request1Day: 1, request2Day: 3, reminder1Day: 1, reminder2Day: 3, reminder3Day: 5 };
  const days = fc
    .record({
      dueDays: fc.constantFrom(-1, 0, 3, 365, 366),
      request1Day: day,
      request2Day: day,
      reminder1Day: day,
      reminder2Day: day,
      reminder3Day: day,
    })
    .chain((changed) => fc.subarray(Object.entries(changed), { minLength: 1, maxLength: 2 }))
    .map((changed) => ({ ...inOrder, ...Object.fromEntries(changed) }));
  const amountsAndTexts = fc.record({
    latePaymentFeeCents: fee,
    chargebackFeeCents: fee,
    salutation: text(settingsLimits.salutationLength),
    personalNote: text(settingsLimits.personalNoteLength),
  });
  const ofLanguage = fc.record({
    salutation: text(settingsLimits.salutationLength),
    personalNote: text(settingsLimits.personalNoteLength),
    consequence: text(settingsLimits.consequenceLength),
  });
  const texts = fc
    .dictionary(fc.constantFrom("de", "en", "fr", "it", "nl", "nl", "es"), ofLanguage, { minKeys: 1, maxKeys: 2, noNullPrototype: true })
    .map((ofLanguages) => ({ texts: ofLanguages as CollectionSettings["texts"] }));
  const periods = fc.record({
    instalmentsPeriodBeginsOn: fc.option(fc.constantFrom("2026-07-01", "2024-02-29", "2027-01-31")),
    instalmentsPeriodEndsOn: fc.option(
      fc.constantFrom("2026-07-01", "2026-06-30", "2027-06-30", "2027-07-01", "2025-02-27", "2025-02-28", "2028-01-30"),
    ),
  });
  const generated = [
    ...[...fc.sample(days, 400), ...fc.sample(amountsAndTexts, 60)],
    ...[...fc.sample(texts, 100), ...fc.sample(periods, 60)],
  ].map((settings) => ({ ...others, ...settings }));

  const answers = { accepted: 0, refused: 0 };
  for (const settings of generated) {
    const isAccepted = await db
      .update(importSettings)
      .set(settings)
      .where(eq(importSettings.importId, target.id))
      .then(
        () => true,
        () => false,
      );
    expect(collectionSettings.safeParse(settings).success, JSON.stringify(settings)).toBe(isAccepted);
    answers[isAccepted ? "accepted" : "refused"] += 1;
  }
  expect(answers.accepted).toBeGreaterThan(10);
  expect(answers.refused).toBeGreaterThan(10);
});

test("texts are trimmed, a consequence is one line, and languages without any text are left out", () => {
  const nothing = { salutation: " ", personalNote: "", consequence: "\n" };
  const given = { de: nothing, fr: { salutation: " Chers membres, ", personalNote: "À\nbientôt", consequence: "Puis\n un avocat. " } };
  expect(collectionSettings.parse({ ...others, texts: given }).texts).toEqual({
    fr: { salutation: "Chers membres,", personalNote: "À\nbientôt", consequence: "Puis un avocat." },
  });
});

test("a form's settings are read as typed, and each wrong one is refused with its code", () => {
  const typed = { ...others, dueDays: "30", request1Day: " 1 ", request2Day: "", latePaymentFeeCents: 500 };
  expect(collectionSettings.parse(typed)).toEqual(others);

  const wrong = {
    ...others,
    dueDays: "soon",
    reminder1Day: 0,
    paymentMethods: ["external"],
    latePaymentFeeCents: 100_001,
    chargebackFeeCents: "6,0,0",
    salutation: "x".repeat(256),
    personalNote: "x".repeat(2_001),
    texts: { de: { ...others.texts.nl, consequence: "x".repeat(501) } },
  };
  const codes = collectionSettings.safeParse(wrong).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(Object.fromEntries(codes ?? [])).toEqual({
    dueDays: "invalid_days",
    reminder1Day: "invalid_days",
    paymentMethods: "invalid_payment_methods",
    latePaymentFeeCents: "invalid_fee",
    chargebackFeeCents: "invalid_fee",
    salutation: "invalid_salutation",
    personalNote: "invalid_personal_note",
    texts: "invalid_consequence",
  });
  const disordered = { ...others, request2Day: 31, reminder3Day: 7 };
  expect(collectionSettings.safeParse(disordered).error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["request2Day", "days_out_of_order"],
    ["reminder3Day", "days_out_of_order"],
  ]);
});
