import type { CsvRole } from "@/server/domain/banking/csv-layout";

/** Names that banks give to columns, in the supported languages and some others. The first match whose contents fit decides. */
export const columnNames: [CsvRole, RegExp][] = [
  [
    "reason",
    /reden.*(retour|weiger|terug|storn)|(rückgabe|rueckgabe|retouren?|storno)[- ]?grund|grund.*(rückgabe|rueckgabe|retoure|storno)|(return|reject\w*|refusal) reason|reason.*(return|reject|refus)|moti[fv]o?.*(rejet|retour|refus|storno|rifiuto|restituzione|insoluto)/i,
  ],
  [
    "kind",
    /^(umsatz|buchungs|vorgangs|transaktions|zahlungs|bewegungs|auftrags|geschäfts)[- ]?(art|typ)$|^(transaction|payment|entry|posting|trans)[ _.]?type$|^type( (d['’]|de (l['’])?|of |van |di )?(op[ée]rations?|transaction|mouvement|[ée]criture|entry|payment|betaling|verrichting|transactie|paiement))?$|^nature (de )?(l['’]|d['’])?(op[ée]ration|[ée]criture|mouvement)$|^tipo (di )?(operazione|movimento|transazione|pagamento)$|^(mutatie|transactie|betaal|boekings?|verrichtings?)(soort|type)$|^soort (mutatie|boeking|betaling|transactie)$/i,
  ],
  ["currency", /^(valuta|currency|währungs|waehrungs|devise).?code$/i],
  [
    "detail",
    /^detail$|einzelbetrag|betrag.?detail|detail.?betrag|individual amount|amount.?detail|montant (individuel|d[ée]tail)|importo (singolo|dettaglio)/i,
  ],
  [
    "ultimate_name",
    /^(?!.*(iban|bic|konto|kto|account|rekening|compte|conto|adres|anschrift|\bid\b)).*(uiteindelijke (partij|betaler|debiteur|schuldenaar|crediteur|begunstigde|opdrachtgever)|ultimate[ _]?(party|debtor|creditor|payer|payee|auftraggeber|partner)|abweichender? (auftraggeber|zahler|zahlungspflichtiger?|empf(ä|ae)nger|beg(ü|ue)nstigter?)|(tiers|d[ée]biteur|cr[ée]ancier|payeur|donneur d['’]ordre|b[ée]n[ée]ficiaire) (final|ultime|effectif)|(debitore|creditore|ordinante|pagatore|beneficiario) (effettivo|finale|ultimo))/i,
  ],
  [
    "ignored",
    /gl(ä|ae)ubiger|creditor.?id|incassant|mandat|machtiging|sammler|auslagen|ursprungs|origin(?!ator)|oorspr|exchange|taux|tasso|wechselkurs|\bkoers\b|kategorie|categor|code$|\bfees?\b|gebühr|frais|commission|\bkosten\b|foreign|fremd|\blocal\b|\borig\b|gegenwert|^bic\b|\bbic\b(?!.*iban)|swift|\bblz\b|bankname|bankleitzahl|sort code|account (name|label)|accountlabel|kontoname|bezeichnung auftrags|started|\bbeginns?\b|d[ée]but\b|\binizio\b|startdatum|naam van de rekening$|^nom du compte$|(?<!\/)(?:kto|blz|bic)$|rubriek|rubrique|rubrica|anzahl|^(?!.*(name|naam|\bnom\b|nome)).*(adress|\badres\b|indirizzo|anschrift)/i,
  ],
  [
    "balance_before",
    /(saldo|balance|solde|kontostand) (before|v(oo|óó)r|vor|avant|prima|precedente|pr[ée]c[ée]dent)(?!\p{L})|^(vorige?|vorheriger|previous) (saldo|balance|kontostand)/iu,
  ],
  ["balance", /saldo|balance|solde|kontostand|^guthaben$/i],
  ["state", /^info$|status|statut|\bstato\b|\bstate\b|^[ée]tat$|^(?:stato )?contabilizzazione$/i],
  [
    "account",
    /auftragskonto|iban kontoinhaber|eigene|own account|posted account|^rekening(nummer)?$|^(?!.*(payer|payee|counter|partner|recipient)).*account.?num|^numéro de compte(?!.*(contrepartie|tiers))|^iban\/bban$|^konto(nummer)?$|^account$/i,
  ],
  ["value_day", /valuta|wert|value|valeur|valor$|data waluty|rente|interest|date.?val/i],
  ["day", /buchung(stag|sdatum)?$|^datum|date|data|datum$|booked at|posted at|^fecha|^dato$|^bokföring/i],
  ["end_to_end_id", /end.?to.?end|kundenreferenz/i],
  [
    "iban",
    /iban|gegenkonto|tegenrekening(?!.*houder)|kontonummer|counterparty account|(payer|payee|partner|recipient).*account|rekening.*tegenpartij|compte.*(contrepartie|tiers)|conto.*controparte/i,
  ],
  [
    "name",
    /name|naam|nom\b|nome|beguenstigter|begünstigter|zahlungspflichtig|zahlungsbeteiligter|auftraggeber|empfänger|payer|payee|counter.?party|partner|tegenpartij|rekeninghouder|contrepartie|controparte|ordinante|beneficiari|^beneficiary( \/ originator)?$|bénéficiaire|donneur d.ordre|inhaber|supplier|merchant/i,
  ],
  ["currency", /währung|waehrung|currency|devise|divisa|devies|munt|^valuta rekening|valuta$|^waluta$|^whg$|^ccy$/i],
  [
    "direction",
    /^(af.?bij|bij.?af|soll.?haben.*|haben.?soll.*|debit.?credit.*|credit.?debit.*|credit.?debet.*|debet.?credit.*|débit.?crédit.*|s\/?h|h\/?s|d\/?c|c\/?d|dare.?avere.*|avere.?dare.*|\+ ?\/ ?[-−]|kennzeichen|richtung|direction|segno|sens|type)$/i,
  ],
  // One column for both directions. Precedes the patterns of two separate columns, which match its names as well.
  [
    "amount",
    /(credit|cr[ée]dit|gutschrift|haben|avere|accredit|\bbij).{1,3}(debit|d[ée]bit|lastschrift|belastung|soll|dare|addebit|af\b)|(debit|d[ée]bit|lastschrift|belastung|soll|dare|addebit|\baf).{1,3}(credit|cr[ée]dit|gutschrift|haben|avere|accredit|bij\b)/i,
  ],
  [
    "came",
    /gutschrift|deposit|einzahlung|versement|versament|credit(?!or)|crédit(?!eur)|haben|entrat|avere|accredit|^bij$|paid in|money in|recette|zahlungseingang/i,
  ],
  [
    "went",
    /withdrawal|auszahlung|retrait|preliev|belastung|debit(?!or)|débit(?!eur)|soll|uscit|dare|^af$|paid out|money out|lastschrift|dépense|zahlungsausgang/i,
  ],
  ["amount", /betrag|amount|montant|importo|bedrag|umsatz|^value$|importe|bel[øo]b|belopp|kwota|částka/i],
  [
    "reference",
    /strukturierte|structured|gestructureerd|qr.?referen|zahlungsreferenz|betalingskenmerk|communication structurée|comunicazione strutturata/i,
  ],
  [
    "text",
    /verwendungszweck|zweck|text|description|libell|descri|omschrijving|mededeling|details|reference|referenz|memo|causale|narrative|avisierung|communication|beschrijving|beschreibung|mitteilung|testo|détail|dettagli|operazion|opération|^transaction$|^transactie$|verrichting|motivo|motif|objet|betreff|bemerkung|vorgang|nachricht|\blabel\b|particulars|bericht|comunicazion|remittance|référence|riferiment|^message$|messaggio|^subject$|^vwz|\bdetail\b|concepto|^tekst$|\bopis|^tytuł|zpráva|meddelande|^más datos$|^observaciones$/i,
  ],
];

/**
 * Names of columns that contain the kind of entry at some banks and the payer's words at others. They count as kinds only if their contents
 * are nothing else, and another column has the words.
 */
export const KIND_OR_TEXT =
  /^(buchungstext|booking text|vorgang|textschl(ü|ue)ssel|causale( abi)?|descrizione causale|operazione|op[ée]ration|transactie|transaction|libell[ée] (court|simplifi[ée])|boekingstekst)$/i;

const COUNTERPARTY = /contrepartie|tegenpartij|gegenpartei|controparte|counter.?party/i;
const NAME = /name|naam|\bnom\b|nome/i;

/** Whether a column's name may mean either the state of an entry, or a mark by which the account's owner ticks it off. */
export function isVagueState(name: string): boolean {
  return /^(?:[ée]tat|contabilizzazione)$/i.test(name.normalize("NFC"));
}

/** Whether a column's name says that it contains the other party's name, as "Nom contrepartie" does. */
export function isCounterpartyName(name: string): boolean {
  return COUNTERPARTY.test(name) && NAME.test(name);
}

/** Whether a column contains the payer's own words rather than the bank's, by its name. */
export function isCommunication(name: string): boolean {
  return /communication|mededeling|mitteilung|zweck|comunicazion|remittance|nachricht|message/i.test(name);
}

/** Whether a column contains the currency of incoming or of outgoing amounts, by its name: banks fill only one of the two. */
export function isSideCurrency(name: string): boolean {
  return /^(?:debit|credit|d[ée]bit|cr[ée]dit|belastung|gutschrift|addebito|accredito)[ _-](?:currency|w[äa]e?hrung|devise|divisa)$/i.test(
    name,
  );
}

/** Returns 1 if the name of a column of days speaks for the booking day, otherwise 0. */
export function bookingRank(name: string): number {
  return /buch|book|boek|\bpost|contab|compta|complet|registr|esecuz|exécut|uitvoer/i.test(name) ? 1 : 0;
}
