/** Reads a direction. 1: incoming; -1: outgoing; undefined: neither. */
export function directionIn(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toUpperCase().replace(/\.$/, "");
  if (CREDIT_WORDS.includes(word)) return 1;
  return DEBIT_WORDS.includes(word) ? -1 : undefined;
}

const CREDIT_WORDS = ["C", "CR", "CRDT", "CREDIT", "H", "HABEN", "GUTSCHRIFT", "BIJ", "CRÉDIT", "AVERE", "ENTRATA", "+"];
const DEBIT_WORDS = ["D", "DR", "DBIT", "DEBIT", "S", "SOLL", "LASTSCHRIFT", "AF", "DÉBIT", "DARE", "USCITA", "-"];

/**
 * Reads a row's state from the words that banks use, in the languages we support. `left_out`: the row was never carried out, or is only
 * announced and will be listed again when booked. Undefined for an unknown word.
 */
export function stateIn(cell: string): "booked" | "left_out" | undefined {
  if (cell.trim() === "") return "booked";
  if (LEFT_OUT.test(cell)) return "left_out";
  return BOOKED.test(cell) ? "booked" : undefined;
}

const LEFT_OUT =
  /vorgemerkt|ausstehend|nicht|storniert|abgelehnt|pending|not |declined|failed|reverted|cancell?ed|rejected|en attente|à venir|refusé|annulé|non |in attesa|rifiutat|annullat|gereserveerd|in behandeling|niet|geweigerd|geannuleerd/i;
const BOOKED =
  /gebucht|ausgeführt|abgeschlossen|booked|posted|completed|cleared|settled|executed|comptabilisé|exécuté|effectué|contabilizzat|eseguit|geboekt|verwerkt|uitgevoerd/i;
