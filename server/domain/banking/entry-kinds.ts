/** Words by which banks say that money came back, in the languages that the service supports: patterns that match one or several words. */
const RETURN_WORDS = [
  "rück(?:ueber|über)?(?:weisung|gabe|buchung|lauf|leitung|lastschrift|ruf)",
  "rueck(?:ueberweisung|gabe|buchung|lauf|leitung|lastschrift|ruf)",
  "zur(?:ü|ue)ck(?:gegeben|gewiesen|gebucht|gerufen)",
  "retour\\p{L}*",
  "return(?:ed|s)?|rtn",
  "storn\\p{L}+|gestorneerd",
  "revers(?:als?|ed)|chargebacks?",
  "unpaid|bounced|dishonou?red",
  "recall(?:ed|s)?",
  "(?:dd|direct debit) indemnity",
  "rejet\\p{L}*|impay\\p{L}*",
  // Not "refuse": in English, that word also means rubbish, and stands in texts of payments for the collection of rubbish.
  "refus(?:é\\p{L}*|ed|als?)?|(?:virements?|pr[ée]l[èe]vements?|ch[èe]ques?|prlv|vir) refus\\p{L}*",
  "rifiut\\p{L}*|respint\\p{L}+|insolut\\p{L}*|impagat[aeio]",
  "terug(?:boeking(?:en)?|storting(?:en)?|gestort|geboekt|ontvangen)",
  "geweigerde?|geannuleerde?|onbestelbaar",
  "annul\\p{L}+",
  "contre-?passation",
];
/** Words for money that came back, by which people also call money that they pay back themselves. */
const PAYBACK_WORDS = ["r(?:ü|ue)ckzahlung(?:en)?", "restitu\\p{L}+", "terug(?:gave|betaling(?:en)?)"];
/** Returns a pattern of these whole words, and of four words that also count within a compound, such as "SEPA-Rücklastschriftgebühr". */
const asWords = (words: readonly string[]) =>
  new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})|(?:retoure|rücklastschrift|retourlastschrift|lastschriftr(?:ü|ue)ckgabe)`, "iu");
const BANK_RETURN = asWords(RETURN_WORDS);
const RETURN = asWords([...RETURN_WORDS, ...PAYBACK_WORDS]);

/**
 * Words by which banks say that an entry is their own charge. "provision" does not count where French banks mean the money that a cheque
 * lacks, as in "sans provision": that is the reason of a return.
 */
const CHARGE =
  /geb(?:ü|ue)hr|entgelt|spesen|kosten(?!los)|(?<!(?:motif|sans|d[ée]faut de|absence de|manque de) )provision(?! (?:insuff|nulle|absente))|\bfrais\b|\bcommissions?\b|\bfees?\b|\bcharges?\b|commission[ei]|\bspes[ae]\b|\bcanone\b|competenze/iu;

/** Whether a bank's text says that money came back. */
export function saysReturn(text: string): boolean {
  return RETURN.test(text.normalize("NFC"));
}

/**
 * Whether outgoing money is called a return in the bank's words. If the money went to a named account, `PAYBACK_WORDS` do not count: the
 * company has written them itself. `iban`: the other party's account; empty if the bank names none.
 */
export function isCalledReturn({ text, iban }: { text: string; iban: string }): boolean {
  return iban === "" ? saysReturn(text) : BANK_RETURN.test(text.normalize("NFC"));
}

/** Whether outgoing money is called a return (`isCalledReturn`), and is not the bank's charge for one. */
export function isReturnText(outgoing: { text: string; iban: string }): boolean {
  return isCalledReturn(outgoing) && !CHARGE.test(outgoing.text.normalize("NFC"));
}

/** Whether a bank's words for the kind of an entry mean that the entry takes an earlier one back. A charge for a return does not. */
export function isReturnKind(kind: string): boolean {
  return saysReturn(kind) && !CHARGE.test(kind.normalize("NFC"));
}

/** Words of which banks compose the kinds of entries: German, Italian, French, English, Dutch, then words of several languages. */
const KIND_WORDS = new RegExp(
  `^(?:${[
    "gutschr\\p{L}*|\\p{L}*(?:über|ueber)weis\\p{L}*|\\p{L}*lastschr\\p{L}*|dauerauftr\\p{L}*|\\p{L}*zahlung(?:en)?|\\p{L}*entgelte?|\\p{L}*abschluss",
    "\\p{L}*geb(?:ü|ue)hr(?:en)?|zahlungseingang|zahlungsausgang|(?:über|ueber)trag|umbuchung|storn\\p{L}*|lohn|gehalt|rente|spesen|wertpapiere",
    "bonifico|addebito|accredito|pagamento|prelievo|prelevamento|commission[ei]|giroconto|versamento|ricevuto|disposto|storno|insolut[oi]|respint[aeio]|rifiutat[aeio]|annullat[aeio]|restituit[aeio]|canone",
    "virement|prélèvement|prelevement|carte|chèque|cheque|frais|retrait|versement|remise|rejet(?:s|é\\p{L}*|e[es]*)?|impay(?:é\\p{L}*|e[es]*)|annul(?:é\\p{L}*|e[es]*)|refus(?:é\\p{L}*)?|restitué\\p{L}*|reçu|recu|émis|emis|avoir",
    "transfer|payment|debit|credit|standing|order|fee|charge|card|direct|returned|return|rtn|unpaid|bounced|reversal|reversed|recall|dd|indemnity|deposit|withdrawal|counter|faster|bank",
    "overboeking|overschrijving|(?:euro-?)?incasso|storting|opname|betaling|betaalautomaat|geldautomaat|kosten|diversen|batchbetaling|terugboeking|geweigerde?|geannuleerde?|storner\\p{L}*",
    "retour\\p{L}*|r(?:ü|ue)ck\\p{L}+",
    "sepa|inst|instant|online|einzel|sammel|folge|erst|basis|core|cor1|b2b|giro|von|der|des|mit|per|und|the|and|de|da|di|en|in|a|un|par|via",
  ].join("|")})$`,
  "iu",
);
/** Length in characters above which a text is not taken for a kind. */
const LONGEST_KIND = 45;

/** Whether a text contains only words for kinds of entries, and so neither a name nor a reference. */
export function isKindOfEntry(text: string): boolean {
  const words = text.normalize("NFC").match(/[\p{L}\d]+/gu) ?? [];
  return text.length <= LONGEST_KIND && words.length > 0 && words.every((word) => KIND_WORDS.test(word));
}
