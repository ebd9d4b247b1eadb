import type { PlainCategory } from "./statement-list";

/** A payment that is unrelated to invoices, as the bank describes it. Amount in cents. */
interface Described {
  amountCents: number;
  name: string;
  /** The payer's words. */
  text: string;
  /** Account of the other side; empty if the bank names none. */
  iban: string;
}

/** Words of the five languages, alone or with the words beside which they have one meaning. */
const RENT = ["(?:zaal|kantine)?huur", "(?:hallen|raum)?miete", "loyers?", "affitto", "rent"];
const SALARIES = ["salaris(?:sen)?", "l(?:ö|oe)hne|lohn|geh(?:a|ä|ae)lt(?:er)?", "salaires?", "stipendi[o]?", "salar(?:y|ies)|wages"];
const INSURANCE = [
  "\\p{L}*verzekering(?:en|spremie)?",
  "\\p{L}*versicherung(?:en|sbeitrag)?",
  "assurances?",
  "assicurazion[ei]",
  "insurance",
];
const ENERGY = [
  "energie(?:nota|rekening)|elektriciteit|stroom(?:nota|rekening)?",
  "strom(?:abschlag|rechnung)?|fernw(?:ä|ae)rme",
  "[ée]lectricit[ée]",
  "energia elettrica|bolletta",
  "electricity(?: bill)?",
];
const SUBSIDIES = [
  "\\p{L}*subsid(?:ies?|y)",
  "\\p{L}*zusch(?:uss|uß|üsse|uesse)|f(?:ö|oe)rdermittel",
  "subventions?",
  "sovvenzion[ei]",
  "grants?",
];
const INTEREST = ["(?:credit|debet)rente", "(?:haben|soll|guthaben)?zinsen|zinsabschluss", "int[ée]r[êe]ts", "interessi", "interest"];
const FEES = [
  "kosten(?: \\p{L}+){0,2} (?:\\p{L}*pakket|rekening|betaal\\p{L}*|bank\\p{L}*)",
  "kontof(?:ü|ue)hrung\\p{L}*|entgeltabschluss|kontogeb(?:ü|ue)hr(?:en)?",
  "frais (?:de tenue de compte|bancaires?)",
  "(?:canone|spese)(?: \\p{L}+){0,2} conto|imposta di bollo",
  "(?:account|bank|service) (?:fees?|charges?)",
];
const asWords = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})`, "iu");

/** Purposes of money to somebody's account. */
const TO_OTHERS: readonly (readonly [PlainCategory, RegExp])[] = [
  ["rent", asWords(RENT)],
  ["salaries", asWords(SALARIES)],
  ["insurance", asWords(INSURANCE)],
  ["energy", asWords(ENERGY)],
];
/** Purposes of money from somebody's account. */
const FROM_OTHERS: readonly (readonly [PlainCategory, RegExp])[] = [["subsidies", asWords(SUBSIDIES)]];
/** Purposes of money that the bank itself takes or gives: it names no account. */
const BY_BANK: readonly (readonly [PlainCategory, RegExp])[] = [
  ["bank_fees", asWords(FEES)],
  ["interest", asWords(INTEREST)],
];

/** Proposes the category of a payment by its words, for a person to choose; null if they leave doubt. */
export function proposeCategory({ amountCents, name, text, iban }: Described): PlainCategory | null {
  const byOthers = amountCents > 0 ? FROM_OTHERS : TO_OTHERS;
  const written = (iban === "" ? `${name} ${text}` : text).normalize("NFC");
  const [found, ...more] = (iban === "" ? BY_BANK : byOthers).filter(([, words]) => words.test(written));
  return found && more.length === 0 ? found[0] : null;
}
