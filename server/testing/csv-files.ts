import { checkStatement } from "@/server/bank/statements/check-statement";
import { StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvQuestion } from "@/server/domain/banking/csv-layout";
import { inPieces, type MadeStatement } from "./statement-files";

/** Dialects of five banks' CSV files, which differ in delimiter, signs, days, order and the lines above the rows. */
export const csvStyles = ["german", "dutch", "swiss", "british", "nameless"] as const;
export type CsvStyle = (typeof csvStyles)[number];

/** Returns a CSV file in a bank's dialect. The columns are those of real banks, the values are invented. `opening` is in cents. */
export function csvFile({ iban, opening = 100_000, on = "2026-11-25", entries }: MadeStatement, style: CsvStyle): string {
  const [year, month, date] = on.split("-");
  let balance = opening;
  const made = entries.map((entry) => {
    balance += entry.cents;
    return { name: "Ada Brandsma", text: "Membership", iban: "NL02TEST0123456789", reference: "", ...entry, balance };
  });
  const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  switch (style) {
    case "german":
      return [
        `"Girokonto";"${iban}"`,
        "",
        "Buchungstag;Valuta;Zahlungsbeteiligter;IBAN;Verwendungszweck;Betrag (€);Info",
        ...made.map(({ name, iban: payer, reference, text, cents, status }) =>
          [
            `${date}.${month}.${year?.slice(2)}`,
            `${date}.${month}.${year}`,
            name,
            payer,
            `${reference} ${text}`,
            amount(cents, ",", "."),
            status === "PDNG" ? "Umsatz vorgemerkt" : "Umsatz gebucht",
          ].join(";"),
        ),
      ].join("\r\n");
    case "dutch":
      return [
        quoted([
          "Datum",
          "Naam / Omschrijving",
          "Rekening",
          "Tegenrekening",
          "Code",
          "Af Bij",
          "Bedrag (EUR)",
          "Mutatiesoort",
          "Mededelingen",
        ]),
        ...made.map(({ name, iban: payer, reference, text, cents }) =>
          quoted([
            `${year}${month}${date}`,
            name,
            iban,
            payer,
            "OV",
            cents < 0 ? "Af" : "Bij",
            amount(Math.abs(cents), ",", ""),
            "Transfer",
            `${text} ${reference}`,
          ]),
        ),
      ].join("\n");
    case "swiss":
      return [
        "Datum;Avisierungstext;Belastung;Gutschrift;Valuta;Saldo",
        ...made
          .toReversed()
          .map(({ name, reference, text, cents, balance }) =>
            [
              `${date}.${month}.${year}`,
              quoted([`${name}\n${text} ${reference}`]),
              cents < 0 ? amount(-cents, ".", "'") : "",
              cents < 0 ? "" : amount(cents, ".", "'"),
              `${date}.${month}.${year}`,
              amount(balance, ".", "'"),
            ].join(";"),
          ),
      ].join("\n");
    case "british":
      return [
        "Date,Description,Paid in,Paid out,Balance",
        ...made.map(({ name, reference, text, cents, balance }) =>
          [
            `${date}/${month}/${year}`,
            quoted([`${name}, ${text} ${reference}`]),
            cents < 0 ? "0.00" : amount(cents, ".", ""),
            cents < 0 ? amount(cents, ".", "") : "0.00",
            amount(balance, ".", ""),
          ].join(","),
        ),
      ].join("\n");
    case "nameless":
      return made
        .map(({ name, iban: payer, reference, text, cents }) =>
          [on, amount(cents, ",", ""), payer, name, `${text} ${reference}`].join("\t"),
        )
        .join("\n");
  }
}

function amount(cents: number, decimalMark: string, groupMark: string): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, groupMark);
  return `${cents < 0 ? "-" : ""}${whole}${decimalMark}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/** Returns the columns and the guessed layout of a CSV file whose columns nobody has confirmed yet. */
export async function guessedLayoutOf(file: string | Uint8Array): Promise<CsvQuestion> {
  const refusal = await checkStatement(inPieces(file)).catch((error: unknown) => error);
  if (!(refusal instanceof StatementRefusal) || refusal.reason !== "unknown_columns" || !refusal.question) throw refusal;
  return refusal.question;
}
