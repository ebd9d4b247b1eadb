import { expect, test } from "vitest";
import { guessedLayoutOf } from "@/server/testing/csv-files";

/** The column names that a bank uses, an invented row, and the expected roles of the columns. */
test.each<[string, string, string, string]>([
  [
    "German, many columns",
    "Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Kundenreferenz (End-to-End);Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info",
    "DE02120300000000202051;25.11.26;26.11.26;GUTSCHRIFT;Beitrag;;;NOTPROVIDED;Ada Brandsma;NL02TEST0123456789;TESTNL2A;45,00;EUR;Umsatz gebucht",
    "account day value_day kind text ignored ignored end_to_end_id name iban ignored amount currency state",
  ],
  [
    "German, newer",
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"',
    '"25.11.26";"25.11.26";"Gebucht";"Ada Brandsma";"Rowing Club";"Beitrag";"Eingang";"NL02TEST0123456789";"1.045,00"',
    "day value_day state name name text ignored iban amount",
  ],
  [
    "Dutch, many columns",
    '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Code","Betalingskenmerk","Omschrijving-1","Omschrijving-2"',
    '"NL91ABNA0417164300","EUR","TESTNL2A","0001","2026-11-25","2026-11-25","+45,00","+1045,00","NL02TEST0123456789","Ada Brandsma","cb","","Contributie"," "',
    "account currency ignored ignored day value_day amount balance iban name ignored reference text text",
  ],
  [
    "Dutch, with the reason of a return",
    "Datum,Mutatiesoort,Bedrag,Tegenrekening,Naam,Omschrijving,Reden retour",
    '2026-11-25,Incasso,"-45,00",NL02TEST0123456789,Ada Brandsma,Contributie,MD06',
    "day kind amount iban name text reason",
  ],
  [
    "a booking text beside the payer's words",
    "Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag",
    "25.11.2026;25.11.2026;Gutschrift Überweisung;Ada Brandsma Beitrag;45,00",
    "day value_day kind text amount",
  ],
  [
    "a booking text that is the payer's words, though another column has a note",
    "Buchungstag;Buchungstext;Notiz Mitteilung;Betrag",
    "25.11.2026;Überweisung Ada Brandsma 2026-17;x;45,00",
    "day text text amount",
  ],
  [
    "Swiss",
    "Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Kategorie",
    "25.11.2026;Eingang;Mitgliederbeitrag;45.00;;Einnahmen",
    "day ignored text came went ignored",
  ],
  [
    "British",
    "Number,Date,Account,Amount,Subcategory,Memo",
    "1,25/11/2026,20-99-99 12345678,45.00,Counter credit,ADA BRANDSMA SUBS",
    "ignored day account amount ignored text",
  ],
  [
    "French",
    "Date de comptabilisation;Libellé;Débit;Crédit;Date de valeur",
    "25/11/2026;VIR ADA BRANDSMA;;45,00;25/11/2026",
    "day text went came value_day",
  ],
  [
    "Italian",
    "Data contabile;Data valuta;Importo;Divisa;Causale",
    "25/11/2026;25/11/2026;45,00;EUR;Quota",
    "day value_day amount currency text",
  ],
  [
    "e-money, in German, with the day on which a payment began",
    "Art;Produkt;Datum des Beginns;Datum des Abschlusses;Beschreibung;Betrag;Gebühr;Währung;State;Kontostand",
    "Überweisung;Aktuell;2026-11-24 10:00:00;2026-11-25 10:00:00;Ada Brandsma;45.00;0.00;EUR;ABGESCHLOSSEN;1045.00",
    "ignored ignored ignored day text amount ignored currency state balance",
  ],
  [
    "American, with a running balance",
    "Date,Num,Description,Notes,Account,Deposit,Withdrawal,Balance",
    "11/25/2026,,Ada Brandsma,,Miscellaneous,45.00,,1045.00",
    "day ignored text ignored ignored came went balance",
  ],
])("%s", async (_, columns, row, roles) => {
  const { layout, sheet } = await guessedLayoutOf(`${columns}\n${row}\n`);
  expect(Object.fromEntries(sheet.columns.map(({ name }, index) => [name, layout.roles[index]]))).toEqual(
    Object.fromEntries(sheet.columns.map(({ name }, index) => [name, roles.split(" ")[index]])),
  );
});

test.each([
  "Sort code:,11-15-24",
  "Export;12/11/2026 10.25.33",
  "Creato il 12.11.2026 ore 10.30.45",
  "Export Version 1.24.26",
  "Tél. 02.28.03.45.67",
  "Hotline 01/28/2345",
  "Valid since 01/31/1999",
])("a number or a distant day above the table says nothing about the order of day and month: %s", async (above) => {
  const { layout } = await guessedLayoutOf(`${above}\nDate;Description;Amount\n03/11/2026;Ada Brandsma;45,00\n`);
  expect(layout.dayOrder).toBe("day_first");
});

test.each(["Period: 10/13/2026-11/12/2026", "Created on 12/31/2025.", "Period;10-31-2026;11-12-2026"])(
  "a day above the table that can only be read with the month first says the order: %s",
  async (above) => {
    const { layout } = await guessedLayoutOf(`${above}\nDate;Description;Amount\n03/11/2026;Ada Brandsma;45,00\n`);
    expect(layout.dayOrder).toBe("month_first");
  },
);

test.each([
  ["Exécuté", "En attente", "state"],
  ["Terminé", "Terminé", "state"],
  ["Rapproché", "Non rapproché", "ignored"],
  ["R", "", "ignored"],
  ["", "Non pointé", "ignored"],
])("a column called État with %s and %s has the role %s", async (first, second, role) => {
  const { layout } = await guessedLayoutOf(
    `Date;Libellé;Montant;État\n25/11/2026;Ada Brandsma;45,00;${first}\n26/11/2026;Bo;20,00;${second}\n`,
  );
  expect(layout.roles[3]).toBe(role);
});

test.each([
  [
    "Datum;Name;Gegen-Kto;Betrag;Zweck",
    "25.11.2026;Ada;NL91ABNA0417164300;45,00;a",
    "26.11.2026;Bo;NL91ABNA0417164300;20,00;b",
    "day name iban amount text",
  ],
  ["Datum;Name;Kto;Betrag;Zweck", "25.11.2026;Ada;0;45,00;a", "26.11.2026;Bo;0;20,00;b", "day name ignored amount text"],
  ["Datum;Text;Guthaben;Belastung", "25.11.2026;Ada;45,00;", "26.11.2026;Bo;;20,00", "day text came went"],
  ["Datum;Text;Betrag;Guthaben", "25.11.2026;Ada;45,00;145,00", "26.11.2026;Bo;20,00;165,00", "day text amount balance"],
  ["Startdatum;Naam;Bedrag;Omschrijving", "25-11-2026;Ada;45,00;a", "26-11-2026;Bo;20,00;b", "day name amount text"],
  [
    "Startdatum;Einddatum;Naam;Bedrag;Omschrijving",
    "25-11-2026;26-11-2026;Ada;45,00;a",
    "26-11-2026;;Bo;20,00;b",
    "ignored day name amount text",
  ],
  [
    "Startdatum;Einddatum;Naam;Bedrag;Omschrijving",
    "25-11-2026;;Ada;45,00;a",
    "26-11-2026;;Bo;20,00;b",
    "ignored ignored name amount text",
  ],
  ["Datum;Naam van de rekening;Bedrag;Omschrijving", "25-11-2026;Ada;45,00;a", "26-11-2026;Bo;20,00;b", "day name amount text"],
  ["Datum;Text;Betrag;Kürzel", "25.11.2026;Ada;45,00;K", "26.11.2026;Bo;20,00;S", "day text amount ignored"],
  ["Datum;Text;Betrag;Code", "25.11.2026;Ada;45,00;K", "26.11.2026;Bo;20,00;D", "day text amount direction"],
])("contents decide about a name with several meanings: %s", async (columns, first, second, roles) => {
  const { layout } = await guessedLayoutOf(`${columns}\n${first}\n${second}\n`);
  expect(layout.roles.join(" ")).toBe(roles);
});
