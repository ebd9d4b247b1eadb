import { addMonths } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";

/**
 * Headings of a file of mandates as treasurers write them, all that an upload reads: reference, holder, IBAN, day of signature, e-mail address,
 * number of an invoice, last collection, BIC, organisation, scheme and sequence.
 */
const headings: Record<Locale, readonly string[]> = {
  de: [
    ...["Mandatsreferenz", "Kontoinhaber", "IBAN", "Unterschrieben am", "E-Mail", "Rechnungsnummer", "Letzter Einzug", "BIC"],
    ...["Organisation", "Lastschriftart", "Sequenz"],
  ],
  en: [
    ...["Mandate reference", "Account holder", "IBAN", "Signed on", "Email", "Invoice number", "Last collection", "BIC"],
    ...["Organization", "Scheme", "Sequence"],
  ],
  fr: [
    ...["Référence du mandat", "Titulaire du compte", "IBAN", "Date de signature", "Adresse e-mail", "Numéro de facture"],
    ...["Dernier prélèvement", "BIC", "Organisation", "Type de mandat", "Séquence"],
  ],
  it: [
    ...["Riferimento del mandato", "Intestatario", "IBAN", "Data di firma", "Indirizzo e-mail", "Numero fattura", "Ultimo addebito", "BIC"],
    ...["Organizzazione", "Schema", "Sequenza"],
  ],
  nl: [
    ...["Kenmerk machtiging", "Rekeninghouder", "IBAN", "Datum ondertekening", "E-mailadres", "Factuurnummer", "Laatste incasso", "BIC"],
    ...["Organisatie", "Schema", "Sequentie"],
  ],
};

/**
 * Returns a CSV file of mandates of invented payers, which can be uploaded as it is: a usual one; one for a single debit; one that was signed more
 * than three years ago, so that its last collection is needed; one of an organisation; and one for an account outside the European Economic Area,
 * with its BIC. No row names an invoice, because its number would have to exist. `today`: such as `2026-11-20`.
 */
export function exampleMandateFile(locale: Locale, today: string): string {
  const rows = [
    ["M-0001", "Ada Brandsma", "DE02120300000000202051", addMonths(today, -14), "ada@brandsma.example", "", "", "", "", "", ""],
    ["M-0002", "Bo Vries", "DE89370400440532013000", addMonths(today, -5), "bo@vries.example", "", "", "", "", "CORE", "one_off"],
    [
      ...["M-0003", "Jonas Lindner", "DE02120300000000202051", addMonths(today, -72), "jonas@lindner.example", ""],
      ...[addMonths(today, -9), "", "", "CORE", "recurrent"],
    ],
    [
      ...["M-0004", "Werft Nord", "DE89370400440532013000", addMonths(today, -3), "werft@nord.example", "", "", ""],
      ...["Werft Nord", "B2B", "recurrent"],
    ],
    [
      ...["M-0005", "Lea Sutter", "CH9300762011623852957", addMonths(today, -8), "lea@sutter.example", "", ""],
      ...["BKSUCHZZXXX", "", "CORE", "recurrent"],
    ],
  ];
  const separator = locale === "en" ? "," : ";";
  return `\ufeff${[headings[locale], ...rows].map((cells) => cells.join(separator)).join("\r\n")}\r\n`;
}
