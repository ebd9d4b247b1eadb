/** Words by which banks say that money came back, in the languages we support. */
const RETURN_WORDS = [
  "rück(?:ueber|über)?(?:weisung|gabe|buchung|lauf|leitung|lastschrift|zahlung|ruf)",
  "rueck(?:ueberweisung|gabe|buchung|lauf|leitung|lastschrift|zahlung|ruf)",
  "retour\\w*",
  "return(?:ed|s)?",
  "storn\\w+",
  "revers\\w+",
  "unpaid",
  "bounced",
  "recalled",
  "rejet\\w*",
  "rifiut\\w*",
  "restitu\\w+",
  "insolut\\w*",
  "impay\\w*",
  "terug(?:boeking|storting|gave|betaling|gestort|geboekt|ontvangen)",
  "storneer\\w*",
  "gestorneerd",
  "onbestelbaar",
  "annul\\w+",
  "contre-?passation",
];
const RETURN = new RegExp(`(?<!\\p{L})(?:${RETURN_WORDS.join("|")})(?!\\p{L})|(?:retoure|rücklastschrift|retourlastschrift)`, "iu");

/** Words by which banks say that an entry is their own charge. */
const CHARGE =
  /geb(?:ü|ue)hr|entgelt|spesen|kosten(?!los)|provision|\bfrais\b|\bcommissions?\b|\bfees?\b|\bcharges?\b|commissioni|\bspese\b|\bcanone\b|competenze/iu;

/** Whether a bank's text says that money came back. */
export function saysReturn(text: string): boolean {
  return RETURN.test(text.normalize("NFC"));
}

/** Whether a bank's words for the kind of an entry mean that it takes an earlier one back. The charge for a return is none. */
export function isReturnKind(kind: string): boolean {
  return saysReturn(kind) && !CHARGE.test(kind.normalize("NFC"));
}

const KIND_WORDS = new RegExp(
  `^(?:${[
    "gutschr\\p{L}*|\\p{L}*(?:über|ueber)weis\\p{L}*|\\p{L}*lastschr\\p{L}*|dauerauftr\\p{L}*|\\p{L}*zahlung(?:en)?|\\p{L}*entgelte?|\\p{L}*abschluss",
    "\\p{L}*geb(?:ü|ue)hr(?:en)?|zahlungseingang|zahlungsausgang|(?:über|ueber)trag|umbuchung|storn\\p{L}*|lohn|gehalt|rente|spesen|wertpapiere",
    "bonifico|addebito|accredito|pagamento|prelievo|prelevamento|commissioni|giroconto|versamento|ricevuto|disposto|storno|insoluto|canone",
    "virement|prélèvement|prelevement|carte|chèque|cheque|frais|retrait|versement|remise|rejet|reçu|recu|émis|emis|avoir",
    "transfer|payment|debit|credit|standing|order|fee|charge|card|direct|returned|return|unpaid|deposit|withdrawal|counter|faster|bank",
    "overboeking|overschrijving|(?:euro-?)?incasso|storting|opname|betaling|betaalautomaat|geldautomaat|kosten|diversen|batchbetaling|terugboeking|storner\\p{L}*",
    "retour\\p{L}*|r(?:ü|ue)ck\\p{L}+",
    "sepa|inst|instant|online|einzel|sammel|folge|erst|basis|core|cor1|b2b|giro|von|der|des|mit|per|und|the|and|de|da|di|en|in|a|un|par|via",
  ].join("|")})$`,
  "iu",
);
const LONGEST_KIND = 45;

/** Whether a text consists of words for kinds of entries alone, so that no name and no reference is in it. */
export function isKindOfEntry(text: string): boolean {
  const words = text.normalize("NFC").match(/[\p{L}\d]+/gu) ?? [];
  return text.length <= LONGEST_KIND && words.length > 0 && words.every((word) => KIND_WORDS.test(word));
}
