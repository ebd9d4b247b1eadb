import type { CollectionSettings } from "@/db/schema/collection-settings";
import { readAmount } from "@/server/domain/formats/read-amount";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";

export const dayFields = ["dueDays", "request1Day", "request2Day", "reminder1Day", "reminder2Day", "reminder3Day"] as const;
export const feeFields = ["latePaymentFeeCents", "chargebackFeeCents"] as const;
export const settingsFields = [...dayFields, ...feeFields, "paymentMethods", "bankAccountId", "salutation", "personalNote"] as const;

/** Values of the form: typed text, fees with decimals. */
export type SettingsForm = Record<
  (typeof dayFields | typeof feeFields)[number] | "bankAccountId" | "salutation" | "personalNote",
  string
> & {
  paymentMethods: OfferableMethod[];
  donationAllowed: boolean;
  joinsHouseholds: boolean;
};

export function formOf(settings: CollectionSettings, decimal: string): SettingsForm {
  const { paymentMethods, bankAccountId, donationAllowed, joinsHouseholds, salutation, personalNote } = settings;
  const days = Object.fromEntries(dayFields.map((name) => [name, settings[name]?.toString() ?? ""]));
  const fees = Object.fromEntries(feeFields.map((name) => [name, (settings[name] / 100).toFixed(2).replace(".", decimal)]));
  return {
    ...days,
    ...fees,
    paymentMethods,
    bankAccountId: bankAccountId ?? "",
    donationAllowed,
    joinsHouseholds,
    salutation,
    personalNote,
  } as SettingsForm;
}

/** Converts the form's values for the service. An empty fee is 0; text that is not an amount stays text, and the service refuses it. */
export function asSettings(form: SettingsForm) {
  const fees = Object.fromEntries(feeFields.map((name) => [name, form[name].trim() === "" ? 0 : (readAmount(form[name]) ?? form[name])]));
  return { ...form, ...fees };
}
