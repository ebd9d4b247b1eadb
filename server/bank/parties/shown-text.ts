/** How a kind of bank sets off the payer's words within its own text. */
interface Setting {
  /** The bank's words beside the payer's: without them, the payer may have written `begin`. */
  beside: RegExp;
  begin: RegExp;
  /** Words of the bank that end the payer's words. */
  until: RegExp;
  /** Precedes a reference of the payment, one word. */
  reference: RegExp;
}

const SETTINGS: readonly Setting[] = [
  // ING, ABN AMRO and others: `Naam: … Omschrijving: … IBAN: … Kenmerk: … Valutadatum: …`.
  {
    beside: /\b(?:naam|iban|valutadatum)\s*:/i,
    begin: /(?<!\p{L})omschrijving\s*:/iu,
    until:
      /(?<!\p{L})(?:naam|iban|bic|reden|(?:betalings)?kenmerk|machtiging(?:s?kenmerk| id)?|incassant(?: id)?|datum\/tijd|valutadatum)\s*:|(?<!\p{L})(?:doorlopende|eenmalige) incasso(?!\p{L})/iu,
    reference: /(?<!\p{L})(?:betalings)?kenmerk\s*:/iu,
  },
  { beside: /^\/trtp\//i, begin: /\/remi\/(?:ustrd\/\/|strd\/cur\/)?/i, until: /\/[a-z]{4}\//i, reference: /\/eref\//i },
  // Swiss banks, in three languages.
  {
    beside: /(?<!\p{L})(?:auftraggeber|absender|empfänger|donneur d'ordre|expéditeur|bénéficiaire|mittente|destinatario)\s*:/iu,
    begin: /(?<!\p{L})(?:mitteilungen|communications|comunicazioni)\s*:/iu,
    until: /(?<!\p{L})(?:referenzen|r[ée]f[ée]rences|riferimenti)\s*:/iu,
    reference: /(?<!\p{L})(?:referenzen|r[ée]f[ée]rences|riferimenti)\s*:/iu,
  },
  // Société Générale.
  {
    beside: /^vir(?:ement)? .{0,60}\b(?:de|pour)\s*:/i,
    begin: /(?<!\p{L})motif\s*:/iu,
    until: /(?<!\p{L})(?:r[ée]f|id|mandat|date|chez)\s*:/iu,
    reference: /(?<!\p{L})r[ée]f\s*:/iu,
  },
  // Italian banks.
  {
    beside: /^(?:bonifico|accredito)(?!\p{L})/iu,
    begin: /(?<!\p{L})causale\s*:/iu,
    until: /(?<!\p{L})(?:note|data|cro|trn|rif(?:erimento)?|iban|bic|importo|id)\s*[:.]/iu,
    reference: /(?<!\p{L})rif(?:erimento)?\s*[:.]/iu,
  },
];

const NO_REFERENCE = /^(?:NOTPROVIDED|NONREF)$/i;

/**
 * Returns the payer's words, with the reference of the payment behind them, where a bank sets them off within its own text; otherwise the
 * whole text, or without one the structured references. What is stored stays whole.
 */
export function shownText(text: string, references: readonly string[] = []): string {
  if (text === "") return references.join(", ");
  const setting = SETTINGS.find(({ beside, begin }) => beside.test(text) && begin.test(text));
  if (!setting) return text;
  const { begin, until, reference } = setting;
  const [, ...behind] = text.split(begin);
  // The payer may have written the bank's word again.
  const words = before(behind.join(" "), until);
  const [, after = ""] = text.split(reference);
  const [found = ""] = /^[^\s/]+/.exec(after.trim()) ?? [];
  const isReference = found !== "" && !NO_REFERENCE.test(found) && !words.includes(found);
  const shown = [words, ...(isReference ? [found] : [])].filter((each) => each !== "" && !NO_REFERENCE.test(each)).join(" · ");
  return shown || text;
}

function before(text: string, until: RegExp): string {
  const end = text.search(until);
  return (end < 0 ? text : text.slice(0, end)).trim();
}
