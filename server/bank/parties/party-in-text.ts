import { ibansIn } from "./ibans-in-text";

/** The other party as a bank names it within its text. Empty: not named, or not certainly. */
export interface PartyInText {
  name: string;
  iban: string;
}

/**
 * Words of a bank, at the beginning of its text, behind which the other party's name stands. `until`: punctuation or words that end the name.
 * `runsOn`: other words may follow the name without punctuation between, so that only a short name counts.
 */
interface Marker {
  begin: RegExp;
  until: RegExp;
  runsOn?: boolean;
}

/** Maximum length of a name, in characters. */
const LONGEST_NAME = 70;
/** Length in characters up to which a text is searched for a name and its end. */
const LONGEST_READ = 300;
/** Maximum number of words of a name whose end is unsure (`runsOn`). Particles do not count. */
const MOST_WORDS_UNSURE = 2;
/** Maximum number of words of a name whose end is sure, although other words could follow (`runsOn`). Particles do not count. */
const MOST_WORDS_SURE = 3;

const SWISS_KEYS =
  /\b(?:mitteilung(?:en)?|referenzen|communications?|r[ée]f[ée]rences|comunicazion[ei]|riferimenti|messages?|references)\s*:/i;
const FRENCH_KEYS = /\b(?:motif|r[ée]f|id|mandat|date|chez|bq|cpt|libelle)\s*:|\b(?:bq|cpt) \d|\b(?:motif|r[ée]f)\b/i;
const ITALIAN_KEYS =
  /\b(?:causale|note|data|cro|trn|rif(?:erimento)?|iban|bic|importo|id|per|banca)\s*[:.]|\b(?:causale|iban|cro|trn|rif)\b/i;
const ITALIAN_PARTIES =
  /\b(?:ben(?:ef)?|beneficiario|mitt(?:ente)?|ord(?:inante)?|bic|iban|cro|trn|cau(?:sale)?|note|data|dt-reg|ins|da|banca ord|info|rif(?:erimento)?)\s*[:.]|\b(?:causale|iban|cro|trn)\b/i;
const DUTCH_KEYS = /\b(?:omschrijving|iban|bic|kenmerk|valutadatum|datum(?:\/tijd)?|machtiging|incassant|betalingskenmerk)\b/i;
const ENGLISH_KEYS = /\b(?:ref(?:erence)?|mandate|on \d|via|iban|bic)\b|,/i;

const MARKERS: readonly Marker[] = [
  // PostFinance, ZKB and others, in the three languages of Switzerland.
  {
    begin:
      /^(?:(?:gutschrift|zahlung|belastung|vergütung|überweisung|giro|dauerauftrag|ebanking)[\p{L} .-]{0,20} )?(?:auftraggeber|absender|empf(?:ä|ae)nger|beg(?:ü|ue)nstigter|zahlungspflichtiger)(?:in)?\s*:/iu,
    until: SWISS_KEYS,
  },
  { begin: /^(?:belastung|gutschrift) e-?banking\s*:/i, until: SWISS_KEYS },
  { begin: /^rückbuchung gutschrift vom \d{1,2}\.\d{1,2}\.\d{4}\s*:/i, until: SWISS_KEYS },
  {
    begin:
      /^(?:(?:cr[ée]dit|virement|paiement|d[ée]bit|transfert|bonification)[\p{L} .'’-]{0,30} )?(?:donneur d['’]ordre|exp[ée]diteur|b[ée]n[ée]ficiaire)\s*:/iu,
    until: SWISS_KEYS,
  },
  { begin: /^(?:accredito|pagamento|girata|addebito)? ?(?:mittente|destinatario)\s*:/i, until: SWISS_KEYS },
  // Société Générale.
  { begin: /^vir(?:ement)? (?:recu|re[çc]u|inst re|inst recu|perm recu)\b[^:]{0,30}\bde\s*:/i, until: FRENCH_KEYS },
  { begin: /^vir(?:ement)? (?:[\p{L}]+ ){0,2}[ée]mis\b[^:]{0,30}\bpour\s*:/iu, until: FRENCH_KEYS },
  // Crédit Agricole: the name has a line of its own, or follows the kind in it.
  { begin: /^virement en votre faveur(?: de)?\b(?:\s+vir inst\b)?/i, until: /\n|\bmotif\b|\br[ée]f\b/i, runsOn: true },
  { begin: /^virement [ée]mis\s*\n(?:\s*(?:web|vir inst)\b)?/i, until: /\n|\bmotif\b|\br[ée]f\b/i, runsOn: true },
  // La Banque Postale.
  { begin: /^(?:retour )?virement (?:instantan[ée] |permanent |sepa )?(?:de|pour)(?!\p{L})/iu, until: FRENCH_KEYS, runsOn: true },
  { begin: /^pr[ée]l[èe]vement (?:sepa )?de(?!\p{L})/iu, until: FRENCH_KEYS, runsOn: true },
  // Intesa Sanpaolo: the kind with the name has a cell of its own; in the text, the payer's words may stand before the bank's.
  { begin: /^Bonifico (?:Istantaneo |SEPA )?Disposto Da (?=\p{Lu})/u, until: ITALIAN_KEYS },
  { begin: /^.*\bdisposto da\s*:?\s*mitt\.?\s*:/is, until: ITALIAN_PARTIES },
  { begin: /^(?:.*\b)?(?:disposto )?a favore di\s*:?\s*benef\.?\s*:/is, until: ITALIAN_PARTIES },
  { begin: /^bonifico (?:da voi )?disposto a favore di(?!\p{L})/iu, until: ITALIAN_PARTIES, runsOn: true },
  // Fineco.
  { begin: /^ord\.?\s*:/i, until: ITALIAN_PARTIES },
  { begin: /^ben\.?\s*:/i, until: ITALIAN_PARTIES },
  // Italian banks.
  { begin: /^(?:bonifico|accredito)[\p{L} .-]{0,40}\bda parte di(?!\p{L})\s*:?/iu, until: ITALIAN_PARTIES, runsOn: true },
  { begin: /^bonifico[\p{L} .-]{0,40}\b(?:ordinante|ord|mittente|mitt|beneficiario|benef|ricevuto|da|a)\s*[:.]/iu, until: ITALIAN_KEYS },
  { begin: /^(?:ordinante|beneficiario)\s*:/i, until: ITALIAN_KEYS },
  // Dutch banks, which write the account beside the name.
  { begin: /^(?=.*\biban\s*:).*?\bnaam\s*:/is, until: DUTCH_KEYS },
  { begin: /^\/trtp\/.*\/name\//i, until: /\// },
  // British banks.
  { begin: /^(?:faster payments? (?:receipt|received)|bank giro credit|credit)\b.{0,40}\bfrom\b/i, until: ENGLISH_KEYS, runsOn: true },
  { begin: /^bill payment via faster payment to\b/i, until: ENGLISH_KEYS, runsOn: true },
];

/**
 * Finds the other party in a bank's text: only behind the words of `MARKERS`, and only if the end of the name is certain. The account is the
 * only IBAN behind such words. If that is the statement's own account (`isOwn`), the name is its holder's, and nothing is found. `texts`: the
 * cells of one row that contain the bank's own words.
 */
export function partyInText(texts: readonly string[], isOwn: (iban: string) => boolean = () => false): PartyInText {
  for (const text of texts) {
    const marker = MARKERS.find(({ begin }) => begin.test(text));
    if (!marker) continue;
    const behind = text.replace(marker.begin, "");
    const name = nameIn(behind, marker);
    const iban = ibanIn([behind, ...texts.filter((other) => isSameName(other, name))]);
    return isOwn(iban) ? { name: "", iban: "" } : { name, iban };
  }
  return { name: "", iban: "" };
}

/** Whether a cell repeats the name, before an address or an account. */
function isSameName(cell: string, name: string): boolean {
  return name !== "" && cell.startsWith(`${name},`);
}

/** Returns the only IBAN of the texts; empty if there are none or several. */
function ibanIn(texts: readonly string[]): string {
  const [iban = "", ...more] = new Set(texts.flatMap(ibansIn));
  return more.length === 0 ? iban : "";
}

function nameIn(behind: string, { until, runsOn = false }: Marker): string {
  const value = behind.trimStart().slice(0, LONGEST_READ);
  const end = value.search(until);
  const isEnded = end >= 0;
  const before = withoutAccount(isEnded ? value.slice(0, end) : value);
  const titled = before.replace(/\s+/g, " ").trim();
  const untitled = titled.replace(TITLE, "");
  const hasNoAddress = isEnded && !/\d/.test(untitled);
  const unlessRunsOn = hasNoAddress ? untitled : withoutAddress(untitled);
  const name = runsOn ? withoutWhatFollows(untitled, { isEnded, hasTitle: untitled !== titled }) : unlessRunsOn;
  return isName(name) ? name : "";
}

/** Forms of address before a name. The M of "M MARTIN" is one: read as an initial, it would make the name another person's. */
const TITLE = /^(?:(?:m|mr|mme|mlle|monsieur|madame|mademoiselle|herrn?|frau|sig|sig\.ra|mrs|ms|dhr|mw)\.? (?:(?:ou|et|und|or|e|en) )?)+/i;
const ONLY_TITLE = /^(?:m|mr|mme|mlle|monsieur|madame|herrn?|frau|sig|mrs|ms|dhr|mw)\.?$/i;

function withoutAccount(value: string): string {
  return value.replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b.*$/s, "");
}

function isName(name: string): boolean {
  const words = name.match(/\p{L}{2,}/gu) ?? [];
  return name.length <= LONGEST_NAME && words.length > 0 && !ONLY_TITLE.test(name) && !/\d/.test(name) && !/[:;=/\n]/.test(name);
}

/** Words with which a payer's text begins, as banks write them directly behind the name. */
const PURPOSE =
  /(?<!\p{L})(?:adh[ée]sion|achat|acompte|aide|avoir|cotis(?:ation)?s?|compl[ée]ment|de compte [àa] compte|don|facture|fact|fattur[ae]|fatt|quota|rata|acconto|pagamento|rimborso|stipendio|affitto|inscription|licences?|loyer|pour|participation|paiement|remboursement|r[èe]glement|rappel|salaire|solde|stage|subvention|virement|cours|mandat|membership|invoice|fees?|subs?|beitrag|rechnung)(?!\p{L}).*$/iu;
const PARTICLE = /^(?:de|d|du|des|la|le|les|l|n|o|et|ou|and|van|von|der|den|di|da|del|saint|sainte|st|ste|mc|mac|[a-z]')$/i;

/**
 * Ends a name before a word of a payer's text or a word with a digit. Empty if the name is too long to be certain, or if nothing marks its end
 * and no form of address its beginning.
 */
function withoutWhatFollows(value: string, { isEnded, hasTitle }: { isEnded: boolean; hasTitle: boolean }): string {
  const beforePurpose = value.replace(PURPOSE, "");
  const cut = beforePurpose.replace(/\s*\S*\d.*$/s, "");
  const next = beforePurpose.slice(cut.length).trim();
  const isSure = next === "" ? isEnded || cut.length < value.length : REFERENCE.test(next);
  const name = cut.replace(/[\s,.:-]+$/, "");
  const { length } = name.split(" ").filter((word) => !PARTICLE.test(word));
  // One word may be the first half of a name, or no name.
  if (length < 2) return "";
  if (isSure) return length <= MOST_WORDS_SURE ? name : "";
  return hasTitle && length <= MOST_WORDS_UNSURE ? name : "";
}

/** Matches a reference or an invoice's number, with letters and digits. Digits alone may be a year, and behind words of the payer's text. */
const REFERENCE = /^(?:RF\d\d|(?=\S*\p{L})\S*\d)/iu;

/** Removes an address: behind a comma, or as street, house number, postcode and town. Empty if it is unclear where an address begins. */
function withoutAddress(value: string): string {
  // If a postcode follows the house number without a comma, the address has none: commas then belong to the name.
  const [first = "", ...parts] = HOUSE_AND_POSTCODE.test(value) ? [value] : value.split(/\s*,\s*/);
  const withDigit = parts.findIndex((part) => /\d/.test(part));
  if (!/\d/.test(first)) return [first, ...(withDigit > 0 ? parts.slice(0, withDigit) : [])].join(", ");
  const [, beforeTown, town] = /^(.*?) (?:[A-Z]{2}-)?(\d{4,5} \D+)$/.exec(first) ?? [];
  const place = town === undefined ? first : (beforeTown ?? "");
  if (!/\d/.test(place)) return place;
  const [, name = ""] = STREET.exec(place) ?? [];
  // One word may be only the first half of a name.
  return name.includes(" ") ? name : "";
}

const HOUSE_AND_POSTCODE = /\d ?[a-z]? (?:[A-Z]{2}-)?\d{4,5} \p{L}/iu;
const STREET_BEGINNINGS =
  "im|am|an der|auf der|auf dem|in der|in den|bei der|beim|zum|zur|unter der|hinter|via|viale|piazza|vicolo|rue|route|rte|chemin|ch|avenue|av|place|quai|boulevard|bd|impasse|all[ée]e";
const STREET_ENDINGS =
  "stra(?:ss|ß)e|str|weg|gasse|platz|halden?|rain|matt|matte|dorf|hof|acker|wies|berg|feld|ring|allee|park|ufer|graben|steig|garten|bach|b(?:ü|ue)hl|wingert|holz";
const STREET_ADJECTIVES =
  "alte|neue|obere|untere|hintere|vordere|kleine|grosse|innere|(?:ä|ae)ussere|mittlere|\\p{L}+er(?= (?:strasse|str|weg|gasse|platz|allee|ring)\\b)";
/** Matches a name, then a street as the languages of Switzerland write them, with a house number. */
const STREET = new RegExp(
  `^(.+?) (?:(?:${STREET_BEGINNINGS}) [\\p{L}'. -]+|(?:(?:${STREET_ADJECTIVES}) )?[\\p{L}-]*(?:${STREET_ENDINGS})) \\d+ ?[a-z]?$`,
  "iu",
);
