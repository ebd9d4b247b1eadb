import { addMonths } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";

/** Headings of a file of mandates as treasurers write them: reference, holder, IBAN, day of signature, e-mail address and last collection. */
const headings: Record<Locale, readonly string[]> = {
  de: ["Mandatsreferenz", "Kontoinhaber", "IBAN", "Unterschrieben am", "E-Mail", "Letzter Einzug"],
  en: ["Reference", "Account holder", "IBAN", "Signed on", "Email", "Last collection"],
  fr: ["Référence du mandat", "Titulaire du compte", "IBAN", "Date de signature", "Adresse e-mail", "Dernier prélèvement"],
  it: ["Riferimento del mandato", "Intestatario", "IBAN", "Data di firma", "Indirizzo e-mail", "Ultimo addebito"],
  nl: ["Kenmerk machtiging", "Rekeninghouder", "IBAN", "Datum ondertekening", "E-mailadres", "Laatste incasso"],
};

/**
 * Returns a CSV file of three mandates of invented payers, which can be uploaded as it is. One was signed more than three years ago, so that its
 * last collection is needed. `today`: such as `2026-11-20`.
 */
export function exampleMandateFile(locale: Locale, today: string): string {
  const rows = [
    ["M-0001", "Ada Brandsma", "DE02120300000000202051", addMonths(today, -14), "ada@brandsma.example", ""],
    ["M-0002", "Bo Vries", "DE89370400440532013000", addMonths(today, -5), "bo@vries.example", ""],
    ["M-0003", "Jonas Lindner", "DE02120300000000202051", addMonths(today, -72), "jonas@lindner.example", addMonths(today, -9)],
  ];
  const separator = locale === "en" ? "," : ";";
  return `\ufeff${[headings[locale], ...rows].map((cells) => cells.join(separator)).join("\r\n")}\r\n`;
}
