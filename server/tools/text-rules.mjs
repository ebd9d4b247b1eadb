/**
 * A rule that texts of some languages keep. `refused` is a text that breaks it, `instead` the same text put right: a test reads both.
 * @typedef {object} TextRule
 * @property {string[]} languages
 * @property {RegExp} pattern Finds the breach.
 * @property {string} why
 * @property {string} refused
 * @property {string} instead
 * @property {"portal" | "letters"} [texts] Only texts for staff in the portal, or only mails and the customer's page. Default: all.
 * @property {RegExp} [except] Keys that may break it, with their file's name: `customer.due.by`.
 */

const NAMES = "company|partner|organisation|name|customer|by|who|inviter|sender|recipient|email";
const DAYS = "date|day|due|payBy|lastDay|when|until|on";
const ALL = ["de", "en", "fr", "it", "nl"];
const NBSP = "\u00a0";

/** Grammar around values that are filled in, which no reader of a single text can see. @type {TextRule[]} */
const grammar = [
  {
    languages: ["fr"],
    pattern: new RegExp(`(?<![\\p{L}’])(?:de|que|lorsque|puisque|jusque) \\{(?:${NAMES})[,}]`, "iu"),
    why: "a name may begin with a vowel: d’Ada, qu’Ada",
    refused: "Un compte bancaire de {company} va changer",
    instead: "Un compte bancaire va changer – {company}",
  },
  {
    languages: ["fr"],
    pattern: /(?<![\p{L}’])à \{(?:company|partner|organisation)[,}]/iu,
    why: "the name of an organisation may need an article: à l’Association",
    refused: "Votre réponse parvient à {company}.",
    instead: "{company} recevra votre réponse.",
  },
  {
    languages: ["it"],
    texts: "portal",
    pattern: new RegExp(`(?<!\\p{L})(?:il|al|dal|del|nel|sul|l’|all’|dall’) ?(?:\\{(?:${DAYS})[,}]|<(?:${DAYS}|time)>)`, "iu"),
    why: "8 and 11 begin with a vowel: l’8, l’11",
    refused: "Da pagare entro il {date}",
    instead: "Da pagare entro il giorno {date}",
  },
  {
    languages: ["it"],
    texts: "letters",
    pattern: /(?<!\p{L})(?:(?:il|al|dal|del|nel|sul) giorno|in data) ?\{/iu,
    why: "nobody writes so to customers, and `withItalianDays` fits the article: l’8, l’11",
    refused: "Da pagare entro il giorno {date}",
    instead: "Da pagare entro il {date}",
  },
  {
    languages: ALL,
    pattern: /\p{L}\((?:e|en|i|in|n|s)\)/u,
    why: "plurals and genders are ICU: {count, plural, …}",
    refused: "{count} invoice(s)",
    instead: "{count, plural, one {# invoice} other {# invoices}}",
  },
];

/** Forms of address. Italian and Dutch have one for staff and one for customers. @type {TextRule[]} */
const address = [
  {
    languages: ["de"],
    pattern: /(?<!\p{L})(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[nmrs]?)?)(?!\p{L})/u,
    why: "everybody is addressed with Sie",
    refused: "Ändere dein Passwort",
    instead: "Ändern Sie Ihr Passwort",
  },
  {
    languages: ["fr"],
    pattern: /(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu,
    why: "everybody is addressed with vous",
    refused: "Change ton mot de passe",
    instead: "Changez votre mot de passe",
  },
  {
    languages: ["it"],
    pattern:
      /(?<!\p{L})(?:voi|vi|vostr[aeio]|avete|potete|dovete|volete|siete|scegliete|chiedete|aggiungete|chiudete|leggete|scrivete|mettete|vedete|caricate|usate)(?!\p{L})/iu,
    why: "nobody is addressed with voi",
    refused: "Caricate i file della vostra banca",
    instead: "Carica i file della tua banca",
  },
  {
    languages: ["it"],
    texts: "portal",
    pattern:
      /(?<!\p{L})(?:lei|Usi|Scelga|Inserisca|Verifichi|Indichi|Aggiunga|Corregga|Apra|Chiuda|Faccia|Riprovi|Attenda|Chieda)(?!\p{L})/u,
    why: "staff are addressed with tu",
    refused: "Scelga un’altra password",
    instead: "Scegli un’altra password",
  },
  {
    languages: ["it"],
    texts: "letters",
    pattern: /(?<!\p{L})(?:tu|tuo|tua|tuoi|tue|puoi|devi|hai)(?!\p{L})|(?<=[\p{L},] )(?:Le|Suo|Sua|Suoi|Sue)(?!\p{L})/u,
    why: "customers, and readers of mails, are addressed with lei, in small letters",
    refused: "Novità sulle Sue fatture",
    instead: "Novità sulle sue fatture",
  },
  {
    languages: ["nl"],
    texts: "portal",
    // A small u after a figure is the unit: hours. Words in quotation marks are those that customers read.
    pattern: /(?<!\p{L})(?<!\} )(?:u|U|uw|Uw|uzelf)(?!\p{L})(?![^“”]*”)/u,
    why: "staff are addressed with je",
    refused: "Voor uw collega’s",
    instead: "Voor je collega’s",
  },
  {
    languages: ["nl"],
    texts: "letters",
    pattern: /(?<!\p{L})(?:je|jij|jou|jouw|jullie)(?!\p{L})/iu,
    why: "customers, and readers of mails, are addressed with u",
    refused: "Nieuws over je facturen",
    instead: "Nieuws over uw facturen",
  },
];

/** @type {TextRule[]} */
const typography = [
  {
    languages: ["de"],
    pattern: /(?<!\p{L})CH \{[^{}]*ß/u,
    why: "Switzerland writes ss",
    refused: "{country, select, CH {Straße} other {Straße}}",
    instead: "{country, select, CH {Strasse} other {Straße}}",
  },
  {
    languages: ["fr"],
    pattern: /[^\u00a0\u202f;:?!][;?!»](?=[\s.,)…<}]|$)|[^\u00a0\u202f\d]:(?=\s|$)|«(?!\u00a0|\u202f)/u,
    why: "a no-break space stands before : ; ? ! » and after «",
    refused: "Une question ?",
    instead: `Une question${NBSP}?`,
  },
  {
    languages: ALL,
    pattern: /["']/u,
    why: "apostrophes and quotation marks are curly",
    refused: "Show everybody's",
    instead: "Show everybody’s",
  },
  {
    languages: ["de"],
    pattern: /[«»”‚‘]|(?<!„[^“]*)“/u,
    why: "quotation marks are „ and “",
    refused: "Kennwort «{factor}»",
    instead: "Kennwort „{factor}“",
  },
  {
    languages: ["en", "nl"],
    pattern: /[«»„‘]/u,
    why: "quotation marks are “ and ”",
    refused: "‘{name}’ verwijderen?",
    instead: "“{name}” verwijderen?",
  },
  {
    languages: ["fr", "it"],
    pattern: /[“”„‘]/u,
    why: "quotation marks are « and »",
    refused: "“{name}” è stato eliminato.",
    instead: `«${NBSP}{name}${NBSP}» è stato eliminato.`,
  },
  {
    languages: ["de"],
    pattern: /[\p{L}}]…$|\.\.\./u,
    why: "a space stands before … in German, and it is one sign",
    refused: "Speichern…",
    instead: "Speichern …",
  },
  {
    languages: ["en", "fr", "it", "nl"],
    pattern: /[\p{L}\p{N}}]\s…$|\.\.\./u,
    why: "no space stands before …, and it is one sign",
    refused: "Saving …",
    instead: "Saving…",
    // The customer goes on writing here.
    except: /^customer\.questions\.openings\./,
  },
];

/**
 * @param {string} language
 * @param {RegExp} pattern
 * @param {string} word
 * @param {string} refused
 * @param {Pick<TextRule, "except">} [rest]
 * @returns {TextRule}
 */
function called(language, pattern, word, refused, rest = {}) {
  return { languages: [language], pattern, why: `it is called ${word}`, refused, instead: word, ...rest };
}

/** One word for one thing, so that mails, the customer's page and the portal say the same. */
const words = [
  called("de", /[Zz]ahlungsaufforderung/u, "Rechnung", "Zahlungsaufforderung 1"),
  // The words of the banks' mandate.
  called("de", /(?<!\p{L})[Ee]rstatt/u, "Rückzahlung", "Erstattung veranlassen", { except: /^customer\.mandate\.form\.refund$/ }),
  called("de", /Rechnung(?:en)?(?: wurde| ist)?(?: \p{L}+)? zurück(?:ge|zu)?(?:zog|zieh)/u, "stornieren", "Rechnung zurückgezogen"),
  called("de", /Konversation|Unterhaltung/u, "Gespräch", "Konversation geöffnet"),
  called("de", /Rückbuchung/u, "Rücklastschrift", "Rückbuchungsgebühr"),
  called("en", /(?<!\p{L})[Ll]ate-payment fee/u, "late fee", "Late-payment fee"),
  called("en", /(?<!\p{L})[Ll]ast reminder/u, "final reminder", "Last reminder"),
  called("en", /(?<!\p{L})(?:decided|closed) meanwhile/u, "in the meantime", "It was decided meanwhile."),
  called("fr", /(?<!\p{L})[Ii]mput/u, "comptabiliser", "Imputer le paiement"),
  called("fr", /[Ff]actures?(?: est| a été)? retirée/u, "annuler", "Facture retirée"),
  called("fr", /(?<![Ff]rais de )recouvrement/u, "encaissement", "Réglages du recouvrement", {
    except: /^invoice\.hold\.kinds\.handed_over$/,
  }),
  called("fr", /(?<!\p{L}|\{status, select, |\{desk, select, )[Ss]upport(?!\p{L}| \{)/u, "assistance", "Confier au support"),
  called("fr", /[Rr]églages?(?!\p{L})/u, "paramètres", "Réglages de l’import"),
  called("it", /[Aa]ccredit/u, "riduzione", "Accredito di {amount}"),
  called("it", /[Pp]agament[io] restituit/u, "pagamento stornato", "Pagamento restituito"),
  called("it", /spese di (?:mora|ritardo)/iu, "spese di sollecito", "Spese di ritardo"),
  called("it", /[Ff]attur[ae](?: è| è stata)? ritirat/u, "annullare", "Fattura ritirata"),
  called("it", /(?<!\p{L})(?:degli|nessun altro|gli) import(?!\p{L})/iu, "importazione", "Clienti degli import"),
  called("nl", /[Aa]anmaningskosten|kosten bij te late/u, "kosten voor te late betaling", "Aanmaningskosten"),
  called("nl", /teruggedraaid/u, "ongedaan gemaakt", "Boeking teruggedraaid"),
  called(
    "nl",
    /[Bb]etaling(?:en)?(?: op # facturen)?(?: is| zijn)?(?: door de bank)? terugge(?:haald|gaan)/u,
    "teruggeboekt",
    "Betaling teruggehaald",
  ),
  called("nl", /[Ff]actu(?:ur|ren)(?: is)?(?: \p{L}+)? ingetrokken/u, "annuleren", "Factuur ingetrokken"),
];

/** All rules. */
export const textRules = [...grammar, ...address, ...typography, ...words];

/**
 * Returns the reasons why a text is refused.
 * @param {string} language
 * @param {"portal" | "letters"} texts
 * @param {string} key The file's name and the text's key, such as `customer.due.by`.
 * @param {string} text
 */
export function breaches(language, texts, key, text) {
  return textRules
    .filter((rule) => rule.languages.includes(language) && (rule.texts ?? texts) === texts && !rule.except?.test(key))
    .flatMap(({ pattern, why }) => {
      const [found] = pattern.exec(text) ?? [];
      return found === undefined ? [] : `${why} (“${found.trim()}”)`;
    });
}
