import type { CollectionSettings } from "@/db/schema/collection-settings";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { readAmount } from "@/server/domain/formats/read-amount";
import type { CompanyTexts } from "@/server/domain/rules/collection-settings";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";

export const dayFields = ["dueDays", "request1Day", "request2Day", "reminder1Day", "reminder2Day", "reminder3Day"] as const;
export const feeFields = ["latePaymentFeeCents", "chargebackFeeCents"] as const;
export const textFields = ["salutation", "personalNote", "consequence"] as const satisfies (keyof CompanyTexts)[];
export const instalmentFields = [
  "instalmentsFromCents",
  "instalmentsMostParts",
  "instalmentsEveryDays",
  "instalmentsFeeCents",
  "instalmentsMissed",
  "instalmentsPeriodBeginsOn",
  "instalmentsPeriodEndsOn",
] as const satisfies (keyof CollectionSettings)[];
/** Fields with one value for all languages. */
const singleFields = [
  ...[...dayFields, ...feeFields, ...instalmentFields],
  ...(["paymentMethods", "bankAccountId", "directDebit", "debitNoticeDays", "promiseDays"] as const),
] as const;

export type SingleField = (typeof singleFields)[number];

/** Name of the field for a text in a language. */
type TextField = `texts.${Locale}.${keyof CompanyTexts}`;

/** Fields that can be refused, in the order of the form. */
export const settingsFields: readonly (SingleField | TextField)[] = [
  ...singleFields,
  ...locales.flatMap((locale) => textFields.map((name) => `texts.${locale}.${name}` as const)),
];

/** Values of the form: typed text, fees with decimals. */
export type SettingsForm = Record<
  (typeof dayFields | typeof feeFields | typeof instalmentFields)[number] | "bankAccountId" | "debitNoticeDays" | "promiseDays",
  string
> & {
  paymentMethods: OfferableMethod[];
  latePaymentFeeNotice: boolean;
  donationAllowed: boolean;
  joinsHouseholds: boolean;
  directDebit: boolean;
  texts: Record<Locale, CompanyTexts>;
};

/**
 * Converts settings to the values of a form. A text stored without a language becomes the text of each language that has none of its own,
 * because customers with that language get it. This includes languages that the form does not show.
 */
export function formOf(settings: CollectionSettings, decimalSeparator: string): SettingsForm {
  const { paymentMethods, bankAccountId, latePaymentFeeNotice, donationAllowed, joinsHouseholds, directDebit, debitNoticeDays } = settings;
  const days = Object.fromEntries(dayFields.map((name) => [name, settings[name]?.toString() ?? ""]));
  const typed = (cents: number) => (cents / 100).toFixed(2).replace(".", decimalSeparator);
  const fees = Object.fromEntries(feeFields.map((name) => [name, typed(settings[name])]));
  const texts = Object.fromEntries(locales.map((locale) => [locale, textsIn(locale, settings)]));
  const flags = { latePaymentFeeNotice, donationAllowed, joinsHouseholds, directDebit };
  const promiseDays = settings.promiseDays?.toString() ?? "";
  const others = { paymentMethods, bankAccountId: bankAccountId ?? "", debitNoticeDays: String(debitNoticeDays), promiseDays };
  const instalments = {
    instalmentsFromCents: settings.instalmentsFromCents === null ? "" : typed(settings.instalmentsFromCents),
    instalmentsMostParts: String(settings.instalmentsMostParts),
    instalmentsEveryDays: settings.instalmentsEveryDays?.toString() ?? "",
    instalmentsFeeCents: typed(settings.instalmentsFeeCents),
    instalmentsMissed: settings.instalmentsMissed,
    instalmentsPeriodBeginsOn: settings.instalmentsPeriodBeginsOn ?? "",
    instalmentsPeriodEndsOn: settings.instalmentsPeriodEndsOn ?? "",
  };
  return { ...days, ...fees, ...flags, ...others, ...instalments, texts } as SettingsForm;
}

function textsIn(locale: Locale, { texts, salutation, personalNote }: CollectionSettings): CompanyTexts {
  const own = texts[locale];
  return {
    salutation: own?.salutation || salutation,
    personalNote: own?.personalNote || personalNote,
    consequence: own?.consequence ?? "",
  };
}

/**
 * Converts the form's values for the service. An empty fee is 0; text that is not an amount in this currency stays text, and the service
 * refuses it. Texts without a language are emptied: `formOf` has made them texts of each language.
 */
export function asSettings(form: SettingsForm, currency: string) {
  const amountIn = <Empty>(text: string, empty: Empty) => (text.trim() === "" ? empty : (readAmount(text, currency) ?? text));
  const fees = Object.fromEntries([...feeFields, "instalmentsFeeCents" as const].map((name) => [name, amountIn(form[name], 0)]));
  const instalmentsFromCents = amountIn(form.instalmentsFromCents, null);
  return { ...form, ...fees, instalmentsFromCents, salutation: "", personalNote: "" };
}
