import type { Region } from "./spelling";

/** Familiar forms of address, which no mail or page to a customer has. */
const familiar = {
  de: /\b(?:du|dich|dir|dein\w*)\b/i,
  en: /\bU\b/,
  fr: /\b(?:tu|toi|ton|tes)\b/i,
  it: /\b(?:tu|tuo|tua|tuoi|tue)\b/i,
  nl: /\b(?:je|jij|jouw|jou)\b/i,
};

/** Words with which a message asks for payment. */
export const asking = {
  de: /bitte zahlen sie/i,
  en: /please pay/i,
  fr: /merci de payer|en demeure de payer/i,
  it: /la preghiamo di pagare/i,
  nl: /wilt u|wij verzoeken u/i,
};

/** Words with which a reminder says that another reminder follows. */
export const follows = {
  de: /folgt (?:eine Mahnung|die letzte Mahnung)\./,
  en: /(?:second|final) reminder will follow\./,
  fr: /vous recevrez une? (?:deuxième rappel|mise en demeure)\./,
  it: /riceverà (?:un sollecito di pagamento|l’ultimo sollecito)\./,
  nl: /volgt (?:een aanmaning|de laatste aanmaning)\./,
};

/** Returns the words of the conditions that do not hold. */
export function failuresOf(conditions: [words: string, holds: boolean][]): string[] {
  return conditions.flatMap(([words, holds]) => (holds ? [] : [words]));
}

/** Returns the faults of a text to a customer: gaps in a template, familiar forms of address, ß in Switzerland, spaces that break. */
export function faultsOfWords(text: string, { locale, country }: Region): string[] {
  const found = (pattern: RegExp) => pattern.exec(text)?.[0];
  const unlessNone = (words: string, match: string | undefined) => (match === undefined ? [] : [`${words}: “${match}”`]);
  return [
    ...unlessNone("a gap", found(/\bundefined\b|\bNaN\b|\bnull\b(?=[ .])|\[object|Invalid Date|\{[a-zA-Z]+[,}]/)),
    ...unlessNone("another form of address", found(familiar[locale])),
    ...unlessNone("an amount that can break", found(/\d [€£]|[€£] \d|\bCHF \d|\d CHF\b/)),
    ...unlessNone("a number beside an amount", found(/\d [\d.,’\u00a0]+\u00a0(?:€|CHF)/)),
    ...(country === "CH" && locale === "de" ? unlessNone("ß", found(/\S*ß\S*/)) : []),
    ...(locale === "fr" ? unlessNone("a space that can break", found(/\S+ [:;?!»](?!\/)/)) : []),
  ];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", "#39": "'", "#x27": "'" };

/** Returns the words of a document as readers see them, without styles, scripts and hidden text. */
export function wordsOf(markup: string): string {
  return markup
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole)
    .replaceAll(/ *\n[ \n]*/g, "\n");
}
