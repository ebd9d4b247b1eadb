import { type CsvState, LONGEST_STATE_WORD, MOST_STATE_WORDS, type StateWord } from "@/server/domain/banking/csv-layout";

/** Reads a direction. 1: incoming; -1: outgoing; undefined: neither. */
export function directionIn(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toUpperCase().replace(/\.$/, "");
  if (CREDIT_WORDS.includes(word)) return 1;
  return DEBIT_WORDS.includes(word) ? -1 : undefined;
}

const CREDIT_WORDS =
  "C CR CRDT CREDIT K KREDIT H HABEN GUTSCHRIFT BIJ CRÉDIT AVERE ENTRATA ENTRATE ACCREDITO EINGANG INCOMING IN CREDITED RECETTE +".split(
    " ",
  );
const DEBIT_WORDS =
  "D DR DBIT DEBIT DEBET S SOLL LASTSCHRIFT BELASTUNG AF DÉBIT DARE USCITA USCITE ADDEBITO AUSGANG OUTGOING OUT DEBITED DÉPENSE - − –".split(
    " ",
  );

/**
 * Reads a row's state from the words that banks use, or from a person's answers about the bank's own words (`said`). `left_out`: the row was never
 * carried out, or is only announced and will be listed again when booked. An empty cell counts as booked. Undefined for an unknown word.
 */
export function stateIn(cell: string, said: readonly StateWord[] = []): "booked" | "left_out" | undefined {
  if (cell.trim() === "") return "booked";
  const explained = explainedBy(cell, said);
  if (explained) return explained === "booked" ? "booked" : "left_out";
  if (LEFT_OUT.test(cell)) return "left_out";
  return BOOKED.test(cell) ? "booked" : undefined;
}

/** Returns what a person said of a word. */
function explainedBy(cell: string, said: readonly StateWord[]): CsvState | undefined {
  return said.find(({ word }) => plain(word) === plain(cell))?.state;
}

function plain(word: string): string {
  return word.normalize("NFC").trim().slice(0, LONGEST_STATE_WORD).trim().toLowerCase();
}

/** Whether a row's state says that the bank refused to carry it out, or a person `said` so of the word. */
export function saysRefused(cell: string, said: readonly StateWord[] = []): boolean {
  if (explainedBy(cell, said) === "refused") return true;
  return /refus|rejet|abgelehnt|zurückgewiesen|declined|reject|failed|rifiutat|respint|geweigerd|afgewezen|fehlgeschlagen|échec|échoué|mislukt/i.test(
    cell,
  );
}

/** Returns the words of states that nobody has explained, each once. */
export function unknownStatesIn(cells: readonly string[], said: readonly StateWord[] = []): string[] {
  const unknown = cells.map((cell) => cell.trim()).filter((cell) => stateIn(cell, said) === undefined);
  return [...new Map(unknown.map((cell) => [plain(cell), cell.slice(0, LONGEST_STATE_WORD).trim()])).values()].slice(0, MOST_STATE_WORDS);
}

/** Returns the text by which a left-out row is shown: its state first, then its other cells. */
export function sampleOf(state: string, cells: readonly string[]): string {
  const shown = [state, ...cells.filter((cell) => cell !== state)].filter((cell) => cell !== "");
  return shown.join(" · ").replace(/\s+/g, " ").slice(0, LONGEST_SAMPLE);
}

/** Maximum number of characters that are shown of a left-out row. */
const LONGEST_SAMPLE = 120;

const LEFT_OUT =
  /^offen$|vorgemerkt|ausstehend|nicht|storniert|abgelehnt|pending|not |declined|failed|reverted|cancell?ed|rejected|en attente|à venir|refusé|annulé|non |in attesa|rifiutat|annullat|gereserveerd|in behandeling|niet|geweigerd|geannuleerd|fehlgeschlagen|rückgängig|échec|échoué|in sospeso|stornat|mislukt|afgewezen|teruggedraaid|in afwachting|^(?:pre)?autorizzat|^prenotat|^da contabilizzare|^in (?:corso|elaborazione|lavorazione)|provvisori|^en cours|^à comptabiliser|^autorisée?$|^prévu|provisoire|^reservier(?:t|ung)$|^vorläufig|^angekündigt|^in bearbeitung|^geplant|^gepland|voorlopig|aangekondigd|provisional|^reserved|^scheduled|^upcoming|^varaus/i;
const BOOKED =
  /accepted|geaccepteerd|accepté|accettat|verbucht|gebucht|ausgeführt|abgeschlossen|booked|posted|completed|completat|terminé|voltooid|^udført$|cleared|settled|executed|comptabilisé|exécuté|effectué|contabilizzat|eseguit|geboekt|verwerkt|uitgevoerd|^registrat[oa]|^regolat[oa]|^confermat[oa]|^definitiv[oa]?$|^définitif|^traitée?$|^confirmée?$|^confirmed|^processed|^bestätigt|^verarbeitet|^bevestigd/i;

/** Reads why a payment came back: the ISO 20022 code if there is one, otherwise the bank's words. Empty if the cell gives no reason. */
export function returnReasonIn(cell: string): string {
  const [code] = /\b(?:A[BCGM]|BE|CN|DN|DS|DT|DU|ED|FF|FO|MD|MS|NA|RC|RF|RR|SL|SV|TM)\d\d\b/.exec(cell) ?? [];
  return code ?? (/\p{L}{2}/u.test(cell) && !NO_REASON.test(cell.normalize("NFC").trim()) ? cell.trim().slice(0, LONGEST_REASON) : "");
}

const NO_REASON =
  /^(?:n\/?a|none|null|nan|no|non|not applicable|nil|keine?[rsnm]?|nein|entfällt|nee|geen|n\.?v\.?t\.?|aucune?|néant|nessun[oa]?)(?: (?:reason|grund|gründe|angaben?|motifs?|raison|motivo|reden))?\.?$/i;
/** Maximum length of a reason in the bank's words, in characters. */
const LONGEST_REASON = 35;

/** Whether a cell is a label of a balance or a sum, such as `Kontostand` or `Closing balance on 30/11/2026:`. */
export function isLabel(cell: string): boolean {
  return WHOLE_LABEL.test(cell.trim());
}

/** Whether a cell begins with a label of a balance or a sum. */
export function beginsWithLabel(cell: string): boolean {
  return LABEL.test(cell.trim());
}

/**
 * Meaning of a balance's label:
 * - `opening`, `closing`: before and after the entries;
 * - `new`: beside an opening balance, the closing one; alone, perhaps today's;
 * - `last`: of the end of the period before, or of today;
 * - `plain`: of some day.
 */
export type BalanceWord = "opening" | "closing" | "new" | "last" | "plain";

/**
 * Reads the meaning of a label, alone in its cell or before an amount. Undefined for other texts, for sums, and for balances that contain
 * more than bookings, such as available ones.
 */
export function balanceWordIn(cell: string): BalanceWord | undefined {
  const label = cell.replace(/[-+−–]?\s*\d[\d.,'’\s]*[.,]\d\d\s*(?:[A-Z]{3}|€|£)?\s*$/, "").trim();
  if (!isLabel(label) || OTHER_THAN_BOOKED.test(label)) return undefined;
  return BALANCE_WORDS.find(([, pattern]) => pattern.test(label))?.[0] ?? "plain";
}

const OTHER_THAN_BOOKED =
  /verfügbar|available|disponib|beschikbaar|summe|gesamt|total|totaal|totaux|übertrag|uebertrag|zwischen|umsatz|tages|buchungen|\bsous|\bsub|francs/i;
const BALANCE_WORDS: [BalanceWord, RegExp][] = [
  ["opening", /anfang|\balt|vorherig|bisherig|begin|\boud|vorig|opening|starting|^old|brought|ancien|précédent|precedent|initial|inizial/i],
  ["closing", /\bend|schluss|closing|carried|final|eind/i],
  ["new", /\bneu|nouveau|nieuw/i],
  ["last", /letzter/i],
];

const BEFORE =
  "(?:(?:alter|neuer|letzter|vorheriger|bisheriger|vorige|nieuwe|oude|aktueller|anfangs|end|schluss|tages|zwischen|umsatz|opening|closing|ledger|available|current|starting|ending|final|ancien|nouveau|vorig|nieuw|oud|begin|eind|sous|sub|account|old)[ -]?)?";
const LABELS =
  "(?:kontostand|anfangsbestand|endbestand|saldo|summe|gesamt|gesamtsumme|totals?|totale|totaal|totaux|balance|solde|übertrag|uebertrag)";
const AFTER =
  "(?:[ :(]+(?:alt|neu|vorher|iniziale|finale|contabile|disponibile|precedente|attuale|précédent|final|initial|brought|carried|forward|buchungen|der|vom|am|per|zum|on|at|al|au|op|du|del|chf|eur|gbp|[\\d./-]+)\\)?)*";
const LABEL = new RegExp(`^${BEFORE}${LABELS}(?![\\p{L}\\p{N}])`, "iu");
const WHOLE_LABEL = new RegExp(`^${BEFORE}${LABELS}${AFTER}[ :.]*$`, "iu");
