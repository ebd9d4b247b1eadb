import { csvFile, csvStyles } from "./csv-files";
import type { MadeEntry } from "./statement-files";

const entries: MadeEntry[][] = [
  [
    { cents: 123_450, reference: "RF78100000042", name: "Zoë van den Berg" },
    { cents: -1_250, text: 'Rent of the "boathouse"' },
    { cents: 4_500 },
  ],
  [{ cents: -4_500, name: "Landlord", text: "Rent" }],
  Array.from({ length: 12 }, (_, index) => ({
    cents: (index % 4 === 3 ? -1 : 1) * (100 + index * 1_234_567),
    name: `Payer ${index}`,
    text: `Fee  ${index} `,
  })),
  [
    { cents: 1, name: "Müller, Äpfel & Söhne", text: " Beitrag  2026 " },
    { cents: -2, name: 'Verein "Haus"', text: "a\u00a0b" },
    { cents: 3, name: "", text: "" },
  ],
];

/** Changes of a file that keep its entries, except for line ends within a cell. */
const changes: ((file: string) => string | Uint8Array)[] = [
  (file) => file,
  (file) => Buffer.from(file.replaceAll("€", "EUR"), "latin1"),
  (file) => `\ufeff\r\n${file.replace(/\r?\n/g, "\r\n")}\r\n\r\n`,
];

/** Returns sixty CSV files in the dialects of five banks, with quotes, white space, encodings and empty lines as banks write them. */
export function keptCsvFiles(): (string | Uint8Array)[] {
  return csvStyles.flatMap((style) =>
    entries.flatMap((each, index) =>
      changes.map((change) =>
        change(csvFile({ iban: "NL91ABNA0417164300", on: `2026-11-${13 + index}`, opening: -5_000, entries: each }, style)),
      ),
    ),
  );
}

/** Rows of five banks' CSV files that have no column for the other party and name it in their texts. */
const namedInText: ((entries: readonly MadeEntry[], day: string) => string[])[] = [
  (made, day) => [
    "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta",
    ...made.map(({ cents, name, text, reference }) => {
      const [came, went] = cents < 0 ? ["", (cents / 100).toFixed(2)] : [(cents / 100).toFixed(2), ""];
      return `${day};"GUTSCHRIFT AUFTRAGGEBER: ${inCapitals(name)} SEEWEG 11 8049 ZUERICH MITTEILUNGEN: ${text ?? ""} REFERENZEN: ${reference ?? "NOTPROVIDED"}";${came};${went};${day}`;
    }),
  ],
  (made, day) => [
    "Datum;Buchungstext;Belastung CHF;Gutschrift CHF;Valuta;Zahlungszweck",
    ...made.map(({ cents, name, text }) => {
      const [came, went] = cents < 0 ? ["", (-cents / 100).toFixed(2)] : [(cents / 100).toFixed(2), ""];
      return `${day};"Gutschrift Auftraggeber: ${plain(name)}, Seeweg 11, 8049 Zürich";${went};${came};${day};"${plain(text)}"`;
    }),
  ],
  (made, day) => [
    "Date;Libellé;Montant(EUROS)",
    ...made.map(({ cents, name, reference }) => {
      return `${day};"VIREMENT DE MME ${inCapitals(name)} ${reference ?? "RF50100002001"}";${(cents / 100).toFixed(2).replace(".", ",")}`;
    }),
  ],
  (made, day) => [
    "date_comptabilisation;libellé_complet_operation;montant_operation;devise",
    ...made.map(({ cents, name, text }) => {
      const amount = (cents / 100).toFixed(2).replace(".", ",");
      return `${day};VIR RECU    8536600001S DE: ${inCapitals(name)} MOTIF: ${inCapitals(text)} REF: NOTPROVIDED;${amount};EUR`;
    }),
  ],
  (made, day) => [
    "Date;Libellé;Débit euros;Crédit euros",
    ...made.map(({ cents, name, reference }) => {
      const amount = (Math.abs(cents) / 100).toFixed(2).replace(".", ",");
      return `${day};"VIREMENT EN VOTRE FAVEUR\nMME ${inCapitals(name)}\n${reference ?? "adhésion"}";${cents < 0 ? amount : ""};${cents < 0 ? "" : amount}`;
    }),
  ],
];

/** Returns the text without quotes and delimiters, which these files do not escape. */
const plain = (text = "") => text.replace(/["';]/g, "").trim();
const inCapitals = (text = "") => plain(text).toUpperCase();

/** Returns sixty CSV files without a column for the other party, of five banks, with encodings and empty lines as banks write them. */
export function csvFilesWithNamesInText(): (string | Uint8Array)[] {
  return namedInText.flatMap((rows) =>
    entries.flatMap((each, index) => changes.map((change) => change(`${rows(each, `${13 + index}.11.2026`).join("\n")}\n`))),
  );
}
