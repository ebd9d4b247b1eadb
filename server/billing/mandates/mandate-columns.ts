import { plainLetters } from "@/server/domain/words/plain-letters";
import type { MandateField } from "./mandate-fields";

/**
 * Names of columns in files of club programs and treasurers, in small letters without accents, spaces and punctuation: the interface's
 * names, and words in German, English, French, Italian and Dutch.
 */
const names: Record<MandateField, readonly string[]> = {
  customerEmail: [
    ...["customeremail", "email", "mail", "emailaddress", "emailadresse", "mailadresse", "adresseemail", "adressemail", "courriel"],
    ...["indirizzoemail", "emailadres"],
  ],
  invoiceNumber: ["invoicenumber", "rechnungsnummer", "numerodefacture", "numerodellafattura", "numerofattura", "factuurnummer"],
  reference: [
    ...[
      "mandatereference",
      "reference",
      "mandateid",
      "umr",
      "rum",
      "mandatsreferenz",
      "mandatsreferenznummer",
      "mandatsref",
      "mandatsnummer",
    ],
    ...["referencedumandat", "referenceuniquedumandat", "referencemandat", "riferimentodelmandato", "riferimentomandato"],
    ...["machtigingskenmerk", "kenmerkmachtiging", "mandaatkenmerk", "mandaatreferentie", "mandaatid", "machtigingsid"],
  ],
  holder: [
    ...["holder", "accountholder", "kontoinhaber", "inhaber", "titulaire", "titulaireducompte", "intestatario", "intestatariodelconto"],
    ...["rekeninghouder", "tenaamstelling"],
  ],
  iban: ["iban", "kontonummer", "accountnumber", "rekeningnummer"],
  bic: ["bic", "swift", "bicswift", "swiftbic", "swiftcode", "biccode"],
  signedOn: [
    ...[
      "signedon",
      "signaturedate",
      "dateofsignature",
      "mandatedate",
      "unterschriebenam",
      "unterschriftsdatum",
      "mandatsdatum",
      "mandatvom",
    ],
    ...["datumderunterschrift", "datummandat", "signele", "datedesignature", "datesignature", "datedumandat", "firmatoil", "datadifirma"],
    ...["datafirma", "datadelmandato", "ondertekendop", "datumondertekening", "ondertekeningsdatum", "tekendatum", "machtigingsdatum"],
  ],
  scheme: ["scheme", "lastschriftart", "lastschriftverfahren", "schema", "typedemandat", "incassosoort"],
  organization: ["organization", "organisation", "organizzazione", "organisatie"],
  sequence: ["sequence", "sequenz", "sequenztyp", "sequencetype", "sequenza", "sequentie"],
  lastCollectedOn: [
    ...["lastcollectedon", "lastcollection", "lastdebit", "letztereinzug", "letztelastschrift", "zuletzteingezogenam"],
    ...["dernierprelevement", "derniereecheance", "ultimoaddebito", "ultimoincasso", "laatsteincasso", "laatstgeincasseerdop"],
  ],
};

/** Columns that every file has; for the payer, one of two. */
const REQUIRED = ["reference", "holder", "iban", "signedOn"] as const;

/** Place of each field among a table's columns. */
export type MandateColumns = Partial<Record<MandateField, number>>;

/** Finds the fields by the names of a table's columns. Of two columns for one field, the one whose name stands first above counts. */
export function findColumns(heads: readonly string[]): MandateColumns {
  const keys = heads.map((head) =>
    plainLetters(head)
      .toLowerCase()
      .replace(/[^a-z]/g, ""),
  );
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, words]) => {
      const place = words.map((word) => keys.indexOf(word)).find((each) => each >= 0);
      return place === undefined ? [] : [[field, place]];
    }),
  );
}

/** Returns the required fields that the table has no column for. */
export function missingColumns(columns: MandateColumns): MandateField[] {
  const missing = REQUIRED.filter((field) => columns[field] === undefined);
  const hasPayer = columns.customerEmail !== undefined || columns.invoiceNumber !== undefined;
  return hasPayer ? missing : [...missing, "customerEmail"];
}
