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

/** Whether a bank's text says that money came back. */
export function saysReturn(text: string): boolean {
  return RETURN.test(text.normalize("NFC"));
}
