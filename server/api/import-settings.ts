import { z } from "zod";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { collectionSettings } from "@/server/billing/collection-settings/settings-fields";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { missedPartRules } from "@/server/domain/rules/instalment-settings";
import { offerableMethods } from "@/server/domain/rules/payment-methods";
import { day, idText, textOrNull } from "./resource";

/** Name of each setting in the interface. */
const nameOf = {
  dueDays: "due_days",
  request1Day: "request1_day",
  request2Day: "request2_day",
  reminder1Day: "reminder1_day",
  reminder2Day: "reminder2_day",
  reminder3Day: "reminder3_day",
  paymentMethods: "payment_methods",
  latePaymentFeeCents: "late_payment_fee_cents",
  latePaymentFeeNotice: "late_payment_fee_notice",
  chargebackFeeCents: "chargeback_fee_cents",
  donationAllowed: "donation_allowed",
  salutation: "salutation",
  personalNote: "personal_note",
  texts: "texts",
  bankAccountId: "bank_account_id",
  joinsHouseholds: "joins_households",
  directDebit: "direct_debit",
  debitNoticeDays: "debit_notice_days",
  instalmentsFromCents: "instalments_from_cents",
  instalmentsMostParts: "instalments_most_parts",
  instalmentsEveryDays: "instalments_every_days",
  instalmentsFeeCents: "instalments_fee_cents",
  instalmentsMissed: "instalments_missed",
  instalmentsPeriodBeginsOn: "instalments_period_begins_on",
  instalmentsPeriodEndsOn: "instalments_period_ends_on",
  promiseDays: "promise_days",
} as const satisfies Record<keyof CollectionSettings, string>;

const dayCount = (from: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `Days after ${from}; null: not sent.` });

const textsResource = z.strictObject({
  salutation: z.string(),
  personal_note: z.string(),
  consequence: z
    .string()
    .meta({ description: "A sentence of the last reminder: the consequence of not paying. Empty: a sentence of ours." }),
});

/** Collection settings of an import. This is the contract: add to it, never rename. */
export const importSettingsResource = z
  .strictObject({
    import_id: idText(),
    due_days: z.int().meta({ description: "Days from the first request to the due day." }),
    request1_day: dayCount("the transmission"),
    request2_day: dayCount("the transmission"),
    reminder1_day: dayCount("the due day"),
    reminder2_day: dayCount("the due day"),
    reminder3_day: dayCount("the due day"),
    payment_methods: z.array(z.enum(offerableMethods)).min(1),
    late_payment_fee_cents: z
      .int()
      .min(0)
      .meta({ description: "Charged once, within the limits of the law in the customer's country; 0: no fee." }),
    chargeback_fee_cents: z.int().min(0),
    donation_allowed: z.boolean(),
    salutation: z.string().meta({
      description: 'For customers whose language has no own one in `texts`. Empty: "Dear" and the customer\'s name, in their language.',
    }),
    personal_note: z.string().meta({ description: "For customers whose language has no own one in `texts`." }),
    bank_account_id: textOrNull().optional().meta({
      description: "The company's own account that customers transfer to; null: a transfer is not offered.",
    }),
    joins_households: z.boolean().optional().meta({
      description: "Whether the import's invoices of one payer get one message, and can be paid with one transfer.",
    }),
    direct_debit: z.boolean().optional().meta({
      description:
        "Whether invoices of payers with a valid mandate are collected by direct debit into `bank_account_id`: they get an announcement instead of requests.",
    }),
    debit_notice_days: z
      .int()
      .optional()
      .meta({ description: "Calendar days from the announcement of a direct debit to its collection, 1 to 30." }),
    instalments_from_cents: z.int().nullable().optional().meta({
      description: "Smallest balance that customers may pay in parts where their country's law allows it; null: none.",
    }),
    instalments_most_parts: z.int().optional().meta({ description: "Highest number of parts, 2 to 12; the law may allow fewer." }),
    instalments_every_days: z.int().nullable().optional().meta({ description: "Days from one part to the next, 21 to 90; null: months." }),
    instalments_fee_cents: z.int().min(0).optional().meta({
      description:
        "Charged once to organisations that pay in parts, within the limits of the law and up to 5 % of the balance; consumers never pay it.",
    }),
    instalments_missed: z.enum(missedPartRules).optional().meta({
      description:
        "After a missed part and a reminder of it. `spread`: its amount is added to the parts that follow, if there are any. `all_due`: all of the balance is due in 14 days.",
    }),
    instalments_period_begins_on: day().nullable().optional().meta({
      description: "First day of the period that the invoices are for, such as a season; null: it begins with the transmission.",
    }),
    instalments_period_ends_on: day().nullable().optional().meta({
      description:
        "Last day of that period, which lasts twelve months at most; null: the invoices are for none. In some countries, consumers may pay in parts only within it.",
    }),
    promise_days: z.int().nullable().optional().meta({
      description:
        "Most days after today on which customers may promise to pay, once for each invoice, so that no reminder is sent before; null: they may not.",
    }),
    late_payment_fee_notice: z.boolean().optional().meta({
      description:
        "Whether the customer gets a short note three days before the last day without a late-payment fee that a reminder has named.",
    }),
    texts: z
      .strictObject({ de: textsResource, en: textsResource, fr: textsResource, it: textsResource, nl: textsResource })
      .partial()
      .optional()
      .meta({
        description: "The company's own texts by language; customers with that language get them. Languages without any are absent.",
      }),
  })
  .meta({ id: "ImportSettings" });

export function presentImportSettings(importId: string, settings: CollectionSettings): z.infer<typeof importSettingsResource> {
  return {
    import_id: importId,
    due_days: settings.dueDays,
    request1_day: settings.request1Day,
    request2_day: settings.request2Day,
    reminder1_day: settings.reminder1Day,
    reminder2_day: settings.reminder2Day,
    reminder3_day: settings.reminder3Day,
    payment_methods: settings.paymentMethods,
    late_payment_fee_cents: settings.latePaymentFeeCents,
    chargeback_fee_cents: settings.chargebackFeeCents,
    donation_allowed: settings.donationAllowed,
    salutation: settings.salutation,
    personal_note: settings.personalNote,
    bank_account_id: settings.bankAccountId,
    joins_households: settings.joinsHouseholds,
    direct_debit: settings.directDebit,
    debit_notice_days: settings.debitNoticeDays,
    instalments_from_cents: settings.instalmentsFromCents,
    instalments_most_parts: settings.instalmentsMostParts,
    instalments_every_days: settings.instalmentsEveryDays,
    instalments_fee_cents: settings.instalmentsFeeCents,
    instalments_missed: settings.instalmentsMissed,
    instalments_period_begins_on: settings.instalmentsPeriodBeginsOn,
    instalments_period_ends_on: settings.instalmentsPeriodEndsOn,
    promise_days: settings.promiseDays,
    late_payment_fee_notice: settings.latePaymentFeeNotice,
    texts: mapTexts(settings.texts, ({ salutation, personalNote, consequence }) => {
      return { salutation, personal_note: personalNote, consequence };
    }),
  };
}

/** Converts the texts of each language by `map`. Languages without texts stay absent. */
function mapTexts<From, To>(texts: Partial<Record<Locale, From>>, map: (ofLanguage: From) => To): Partial<Record<Locale, To>> {
  const mapped = locales.flatMap((locale): [Locale, To][] => {
    const ofLanguage = texts[locale];
    return ofLanguage === undefined ? [] : [[locale, map(ofLanguage)]];
  });
  return Object.fromEntries(mapped) as Partial<Record<Locale, To>>;
}

// Schemas of the fields to change. They accept any value; their types are for the reference.
const days = () =>
  z
    .unknown()
    .optional()
    .meta({ type: ["integer", "null"] });
const text = () =>
  z
    .unknown()
    .optional()
    .meta({ anyOf: [{ type: "string" }, { type: "null" }] });
const nullableText = { anyOf: [{ type: "string" }, { type: "null" }] };
const sentTextsOfLanguage = {
  anyOf: [
    { type: "object", properties: { salutation: nullableText, personal_note: nullableText, consequence: nullableText } },
    { type: "null" },
  ],
};
const feeCents = () => z.unknown().optional().meta({ type: "integer", minimum: 0 });

/**
 * Settings to change; absent ones keep their stored values. Accepts any value: `changedSettings` validates sent and stored settings
 * together. The types here are for the reference.
 */
export const importSettingsBody = z
  .object({
    due_days: z.unknown().optional().meta({ type: "integer" }),
    request1_day: days(),
    request2_day: days(),
    reminder1_day: days(),
    reminder2_day: days(),
    reminder3_day: days(),
    payment_methods: z
      .unknown()
      .optional()
      .meta({ type: "array", items: { type: "string", enum: [...offerableMethods] } }),
    late_payment_fee_cents: feeCents(),
    chargeback_fee_cents: feeCents(),
    donation_allowed: z.unknown().optional().meta({ type: "boolean" }),
    salutation: text(),
    personal_note: text(),
    bank_account_id: text(),
    joins_households: z.unknown().optional().meta({ type: "boolean" }),
    direct_debit: z.unknown().optional().meta({ type: "boolean" }),
    debit_notice_days: z.unknown().optional().meta({ type: "integer", minimum: 1, maximum: 30 }),
    instalments_from_cents: z
      .unknown()
      .optional()
      .meta({ type: ["integer", "null"], minimum: 1_000, maximum: 100_000_000 }),
    instalments_most_parts: z.unknown().optional().meta({ type: "integer", minimum: 2, maximum: 12 }),
    instalments_every_days: z
      .unknown()
      .optional()
      .meta({ type: ["integer", "null"], minimum: 21, maximum: 90 }),
    instalments_fee_cents: feeCents(),
    instalments_missed: z
      .unknown()
      .optional()
      .meta({ type: "string", enum: [...missedPartRules] }),
    instalments_period_begins_on: z
      .unknown()
      .optional()
      .meta({ type: ["string", "null"], format: "date" }),
    instalments_period_ends_on: z
      .unknown()
      .optional()
      .meta({ type: ["string", "null"], format: "date" }),
    promise_days: z
      .unknown()
      .optional()
      .meta({ type: ["integer", "null"], minimum: 1, maximum: 30 }),
    late_payment_fee_notice: z.unknown().optional().meta({ type: "boolean" }),
    texts: z
      .unknown()
      .optional()
      .meta({
        description: "Languages that are absent keep their texts; so do absent texts of a language. null removes a language's texts.",
        type: "object",
        properties: Object.fromEntries(locales.map((locale) => [locale, sentTextsOfLanguage])),
        additionalProperties: false,
      }),
  })
  .meta({ id: "ImportSettingsUpdate" });

/** Codes of refusals by `changedSettings`, in the order of the checks. */
export const settingsErrors = [
  "invalid_days",
  "days_out_of_order",
  "invalid_payment_methods",
  "invalid_fee",
  "invalid_donation_allowed",
  "invalid_bank_account_id",
  "invalid_joins_households",
  "invalid_direct_debit",
  "invalid_debit_notice_days",
  "direct_debit_needs_account",
  "invalid_instalments_from",
  "invalid_instalments_parts",
  "invalid_instalments_days",
  "invalid_instalments_missed",
  "invalid_instalments_period",
  "instalments_period_out_of_order",
  "instalments_period_too_long",
  "invalid_promise_days",
  "invalid_late_payment_fee_notice",
  "invalid_salutation",
  "invalid_personal_note",
  "invalid_consequence",
  "invalid_texts",
] as const;

/** Returns the stored settings with the changes applied, or the issues, whose paths have the names of the interface. */
export function changedSettings(stored: CollectionSettings, sent: Record<string, unknown>) {
  const merged = Object.entries(nameOf).map(([name, wireName]) => [
    name,
    sent[wireName] === undefined ? stored[name as keyof CollectionSettings] : sent[wireName],
  ]);
  const texts = changedTexts(stored.texts, sent.texts);
  const { data, error } = collectionSettings.safeParse({ ...Object.fromEntries(merged), texts });
  if (data) return { data };
  const wireNames = new Map<PropertyKey, string>(Object.entries(nameOf));
  return { issues: error.issues.map(({ message, path }) => ({ message, path: path.map((key) => wireNames.get(key) ?? key) })) };
}

/** Returns the stored texts with the changes applied. Returns values of a wrong type as they are, so that the validation refuses them. */
function changedTexts(stored: CollectionSettings["texts"], sent: unknown): unknown {
  if (sent === undefined) return stored;
  if (!isObject(sent)) return sent;
  const changed = Object.entries(sent).map(([locale, texts]) => {
    // Null removes the language's texts: `collectionSettings` leaves out undefined.
    if (!isObject(texts)) return [locale, texts ?? undefined];
    const { personal_note: personalNote, ...others } = texts;
    const given = Object.entries({ ...others, personalNote }).filter(([, text]) => text !== undefined);
    return [locale, { ...stored[locale as Locale], ...Object.fromEntries(given) }];
  });
  return { ...stored, ...Object.fromEntries(changed) };
}

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === "object" && given !== null && !Array.isArray(given);
