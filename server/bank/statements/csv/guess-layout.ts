import { isValidIBAN } from "ibantools";
import { type CsvLayout, type CsvRole, type CsvSheet, mayRepeat } from "@/server/domain/banking/csv-layout";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { directionIn } from "./row-words";

/** Names that banks give to columns, in the languages we support. The first match decides. */
const NAMES: [CsvRole, RegExp][] = [
  [
    "ignored",
    /gl(ä|ae)ubiger|creditor.?id|mandat|sammler|auslagen|ursprungsbetrag|original|exchange|taux|tasso|wechselkurs|kategorie|category|code$/i,
  ],
  ["balance", /saldo|balance|solde|kontostand/i],
  ["state", /^info$|status|statut|stato|state/i],
  ["account", /auftragskonto|eigene|own account|^rekening$|account number|numéro de compte|^iban\/bban$|^konto(nummer)?$|^account$/i],
  ["value_day", /valuta|wert|value|valeur|rente/i],
  ["day", /buchung(stag|sdatum)?$|^datum|date|data/i],
  ["end_to_end_id", /end.?to.?end|kundenreferenz/i],
  ["iban", /iban|gegenkonto|tegenrekening|kontonummer|counterparty account/i],
  [
    "name",
    /name|naam|nom\b|nome|beguenstigter|begünstigter|zahlungspflichtig|zahlungsbeteiligter|auftraggeber|empfänger|payer|payee|counterparty/i,
  ],
  ["currency", /währung|waehrung|currency|devise|divisa|munt|valuta$/i],
  ["direction", /^(af bij|soll.?haben|debit.?credit|credit.?debit|s\/h|dare.?avere|kennzeichen|type)$/i],
  ["came", /gutschrift|deposit|einzahlung|versement|versament|credit|crédit|haben|entrat|avere|^bij$|paid in|money in/i],
  ["went", /withdrawal|auszahlung|retrait|preliev|belastung|debit|débit|soll|uscit|dare|^af$|paid out|money out|lastschrift/i],
  ["amount", /betrag|amount|montant|importo|bedrag|umsatz/i],
  ["reference", /strukturierte|structured|qr.?referen|zahlungsreferenz|betalingskenmerk|communication structurée/i],
  [
    "text",
    /verwendungszweck|zweck|text|description|libellé|descri|omschrijving|mededeling|details|reference|referenz|memo|causale|narrative|avisierung|communication/i,
  ],
];

/** Guesses the roles of columns from their names and contents; a person confirms them. */
export function guessLayout({ columns }: Pick<CsvSheet, "columns">, rows: readonly string[][]): CsvLayout {
  const decimals = guessDecimals(rows);
  const dayOrder = guessDayOrder(rows);
  const roles: CsvRole[] = [];
  for (const [index, { name }] of columns.entries()) {
    const cells = rows.flatMap((row) => row[index] || []);
    const fits = (role: CsvRole) => (mayRepeat(role) || !roles.includes(role)) && couldBe(role, cells, { dayOrder, decimals });
    const named = NAMES.find(([role, pattern]) => pattern.test(name) && fits(role))?.[0];
    roles.push(name === "" ? guessRoleFromCells(cells, fits) : (named ?? "ignored"));
  }
  // If there is only one date column, it may be called value date.
  const adjusted = roles.includes("day") ? roles : roles.map((role) => (role === "value_day" ? "day" : role));
  const unused: CsvRole[] = roles.includes("amount") ? ["came", "went"] : ["direction"];
  return { roles: adjusted.map((role) => (unused.includes(role) ? "ignored" : role)), dayOrder, decimals };
}

/** Whether the contents of a column fit the role. */
function couldBe(role: CsvRole, cells: readonly string[], { dayOrder, decimals }: Omit<CsvLayout, "roles">): boolean {
  const all = (is: (cell: string) => boolean) => cells.length > 0 && cells.every(is);
  switch (role) {
    case "day":
    case "value_day":
      return all((cell) => dayIn(cell, dayOrder) !== undefined);
    case "amount":
      return all((cell) => centsIn(cell, decimals) !== undefined);
    case "balance":
    case "came":
    case "went":
      // Banks leave one of the two amount columns empty; some also leave the balance empty.
      return cells.every((cell) => centsIn(cell, decimals) !== undefined);
    case "account":
      // An account column has the same value in all rows, with digits in it.
      return new Set(cells).size === 1 && /\d{4}/.test(cells.join());
    case "direction":
      return all((cell) => directionIn(cell) !== undefined);
    case "currency":
      return all((cell) => /^[A-Z]{3}$/.test(cell));
    default:
      return true;
  }
}

/** Guesses the role of a column without a name. */
function guessRoleFromCells(cells: readonly string[], fits: (role: CsvRole) => boolean): CsvRole {
  if (cells.length === 0) return "ignored";
  if (cells.every((cell) => isValidIBAN(cell.replaceAll(" ", "")))) return "iban";
  return (["day", "value_day", "direction", "amount", "currency"] as const).find(fits) ?? "text";
}

/** Guesses from the first amount that ends with two digits after a comma or a full stop. */
function guessDecimals(rows: readonly string[][]): CsvLayout["decimals"] {
  for (const cell of rows.flat()) {
    const [, mark] = /^[^a-z]*\d([.,])\d\d\D{0,4}$/i.exec(cell) ?? [];
    if (mark === "," || mark === ".") if (!dayIn(cell, "day_first") && centsIn(cell, mark) !== undefined) return mark;
  }
  return ",";
}

/** Guesses from the first day that can be read in only one way. */
function guessDayOrder(rows: readonly string[][]): CsvLayout["dayOrder"] {
  const monthFirst = rows.flat().some((cell) => dayIn(cell, "month_first") !== undefined && dayIn(cell, "day_first") === undefined);
  return monthFirst ? "month_first" : "day_first";
}
