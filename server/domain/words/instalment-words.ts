import type { Locale } from "@/server/domain/formats/locales";

/** An instalment of a plan. `number`: from 1. */
export interface NumberedInstalment {
  number: number;
  count: number;
}

/** Words for an instalment in the text of a payment, where only letters of SEPA banks are possible. */
const words: Record<Locale, (number: number, count: number) => string> = {
  de: (number, count) => `Rate ${number} von ${count}`,
  en: (number, count) => `Instalment ${number} of ${count}`,
  fr: (number, count) => `Echeance ${number} sur ${count}`,
  it: (number, count) => `Rata ${number} di ${count}`,
  nl: (number, count) => `Termijn ${number} van ${count}`,
};

/** Returns such as `Rate 2 von 3`. */
export function nameInstalment({ number, count }: NumberedInstalment, locale: Locale): string {
  return words[locale](number, count);
}
