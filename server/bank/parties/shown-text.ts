/** Marks by which a kind of bank separates the payer's words from its own. */
interface Marks {
  /** Words that only the bank writes. If the text has none, the payer may have written the word of `begin`, so nothing is cut. */
  beside: RegExp;
  begin: RegExp;
  /** Words of the bank that end the payer's words. */
  until: RegExp;
  /** The bank's mark before the payment's reference. Its group is the reference, one word. */
  reference: RegExp;
}

const MARKS_OF_BANKS: readonly Marks[] = [
  // ING, ABN AMRO and others: `Naam: … Omschrijving: … IBAN: … Kenmerk: … Valutadatum: …`.
  {
    beside: /\b(?:naam|iban|valutadatum)\s*:/i,
    begin: /(?<!\p{L})omschrijving\s*:/iu,
    until:
      /(?<!\p{L})(?:naam|iban|bic|reden|(?:betalings)?kenmerk|machtiging(?:s?kenmerk| id)?|incassant(?: id)?|datum\/tijd|valutadatum)\s*:|(?<!\p{L})(?:doorlopende|eenmalige) incasso(?!\p{L})/iu,
    reference: /(?<!\p{L})(?:betalings)?kenmerk\s*:\s*(\S+)/iu,
  },
  // ABN AMRO and others: `/TRTP/…/REMI/…/EREF/…`. A slash ends the reference.
  {
    beside: /^\/trtp\//i,
    begin: /\/remi\/(?:ustrd\/\/|strd\/cur\/)?/i,
    until: /\/[a-z]{4}\//i,
    reference: /\/eref\/\s*([^\s/]+)/i,
  },
  // Swiss banks, in three languages.
  {
    beside: /(?<!\p{L})(?:auftraggeber|absender|empfänger|donneur d'ordre|expéditeur|bénéficiaire|mittente|destinatario)\s*:/iu,
    begin: /(?<!\p{L})(?:mitteilungen|communications|comunicazioni)\s*:/iu,
    until: /(?<!\p{L})(?:referenzen|r[ée]f[ée]rences|riferimenti)\s*:/iu,
    reference: /(?<!\p{L})(?:referenzen|r[ée]f[ée]rences|riferimenti)\s*:\s*(\S+)/iu,
  },
  // Société Générale.
  {
    beside: /^vir(?:ement)? .{0,60}\b(?:de|pour)\s*:/i,
    begin: /(?<!\p{L})motif\s*:/iu,
    until: /(?<!\p{L})(?:r[ée]f|id|mandat|date|chez)\s*:/iu,
    reference: /(?<!\p{L})r[ée]f\s*:\s*(\S+)/iu,
  },
  // Italian banks. A full stop is the bank's only between an abbreviation and a long number: payers end sentences with words such as "note".
  {
    beside: /^(?:bonifico|accredito)(?!\p{L})/iu,
    begin: /(?<!\p{L})causale\s*:/iu,
    until: /(?<!\p{L})(?:(?:note|data|cro|trn|rif(?:erimento)?|iban|bic|importo|id)\s*:|(?:cro|trn|rif)\s*\.\s*(?=\S*\d{6}))/iu,
    reference: /(?<!\p{L})(?:rif(?:erimento)?\s*:|rif\s*\.(?=\s*\S*\d{6}))\s*(\S+)/iu,
  },
];

const NO_REFERENCE = /^(?:NOTPROVIDED|NONREF)$/i;

/**
 * Returns the payer's words, followed by the payment's reference, if a bank marks them within its own text. Otherwise returns the whole
 * text; if the text is empty, the structured references. The stored text is not changed.
 */
export function shownText(text: string, references: readonly string[] = []): string {
  if (text === "") return references.join(", ");
  const marks = MARKS_OF_BANKS.find(({ beside, begin }) => beside.test(text) && begin.test(text));
  if (!marks) return text;
  const { begin, until, reference } = marks;
  const [, ...behind] = text.split(begin);
  // Joins the later pieces too: the payer may have written the word of `begin` as well.
  const words = before(behind.join(" "), until);
  const [, found = ""] = reference.exec(text) ?? [];
  const isReference = found !== "" && !NO_REFERENCE.test(found) && !words.includes(found);
  const shown = [words, ...(isReference ? [found] : [])].filter((each) => each !== "" && !NO_REFERENCE.test(each)).join(" · ");
  return shown || text;
}

function before(text: string, until: RegExp): string {
  const end = text.search(until);
  return (end < 0 ? text : text.slice(0, end)).trim();
}
