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

/** Changes of a file after which it has the same entries, except for line ends within a cell. */
const changes: ((file: string) => string | Uint8Array)[] = [
  (file) => file,
  (file) => Buffer.from(file.replaceAll("€", "EUR"), "latin1"),
  (file) => `\ufeff\r\n${file.replace(/\r?\n/g, "\r\n")}\r\n\r\n`,
];

/** Sixty CSV files in the dialects of five banks, with quotes, white space, encodings and empty lines as banks write them. */
export function keptCsvFiles(): (string | Uint8Array)[] {
  return csvStyles.flatMap((style) =>
    entries.flatMap((each, index) =>
      changes.map((change) =>
        change(csvFile({ iban: "NL91ABNA0417164300", on: `2026-11-${13 + index}`, opening: -5_000, entries: each }, style)),
      ),
    ),
  );
}
