import { expect, test } from "vitest";
import { shownText } from "./shown-text";

test.each([
  ["Naam: S. Jansen Omschrijving: boekenclub december IBAN: NL02ABNA0123456789 Valutadatum: 30-11-2026", "boekenclub december"],
  ["Naam: W van 't Hoff Omschrijving: RF92 1000 0163 3 IBAN: NL02ABNA0123456789 Valutadatum: 30-11-2026", "RF92 1000 0163 3"],
  [
    "Naam: Pin B.V. Omschrijving: afrekening 2026-47 /bruto 418,90 IBAN: NL02ABNA0123456789 Kenmerk: PSL2026 Valutadatum: 28-11-2026",
    "afrekening 2026-47 /bruto 418,90 · PSL2026",
  ],
  [
    "Naam: Polis N.V. Omschrijving: polis 88 IBAN: NL02ABNA0123456789 Kenmerk: MV-4 Machtiging ID: M-1 Incassant ID: NL11ZZZ1 Doorlopende incasso Valutadatum: 27-11-2026",
    "polis 88 · MV-4",
  ],
  [
    "Naam: J. Jansen Omschrijving: RETOUR: vergoeding Reden: AC04 Rekening opgeheven IBAN: NL02ABNA0123456789 Valutadatum: 26-11-2026",
    "RETOUR: vergoeding",
  ],
  ["SEPA Overboeking IBAN: NL02ABNA0123456789 BIC: ABNANL2A Naam: J Jansen Omschrijving: contributie Kenmerk: NOTPROVIDED", "contributie"],
  ["Naam: J Jansen IBAN: NL02ABNA0123456789 Kenmerk: RF85 Omschrijving: ", "RF85"],
  ["/TRTP/SEPA OVERBOEKING/IBAN/NL02ABNA0123456789/BIC/ABNANL2A/NAME/J JANSEN/REMI/contributie/EREF/NOTPROVIDED", "contributie"],
  ["GUTSCHRIFT AUFTRAGGEBER: LEA MEIER SEEWEG 11 8049 ZUERICH MITTEILUNGEN: BEITRAG 2026 REFERENZEN: 4711", "BEITRAG 2026 · 4711"],
  ["VIR RECU    8536600001S DE: ELOISE D'AUBIGNE MOTIF: STAGE D'ÉTÉ REF: F2026-030", "STAGE D'ÉTÉ · F2026-030"],
  ["BONIFICO A VOSTRO FAVORE ORDINANTE: ROSSI MARIO CAUSALE: QUOTA 2026", "QUOTA 2026"],
  [
    "Naam: P. de Boer Omschrijving: factuur november IBAN: NL02ABNA0123456789 Kenmerk: F/2026/15 Valutadatum: 30-11-2026",
    "factuur november · F/2026/15",
  ],
  ["/TRTP/SEPA OVERBOEKING/NAME/J JANSEN/REMI/contributie/EREF/4711/ORDP/ID", "contributie · 4711"],
  ["BONIFICO A VOSTRO FAVORE ORDINANTE: ROSSI MARIO CAUSALE: vedi note. Quota Rossi", "vedi note. Quota Rossi"],
  ["BONIFICO ORDINANTE: ROSSI MARIO CAUSALE: saldo rif. fattura 15 di data. CRO: 12345678901", "saldo rif. fattura 15 di data."],
  ["BONIFICO ORDINANTE: ROSSI MARIO CAUSALE: QUOTA 2026 RIF. 0123456789", "QUOTA 2026 · 0123456789"],
])("the payer's words are those behind the bank's: %s", (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test("a payment without a text is shown by its references, and one with a text by that", () => {
  expect(shownText("", ["RF85100000886", "4711"])).toBe("RF85100000886, 4711");
  expect(shownText("contributie", ["RF85100000886"])).toBe("contributie");
});

test.each([
  "",
  "Contributie december",
  "Omschrijving: zie brief",
  "motif: stage",
  "Pasvolgnr: 002 27-11-2026 14:41 Transactie: K7H2L0 Term: 5TR81C Valutadatum: 27-11-2026",
  "Naam: J Jansen Omschrijving: IBAN: NL02ABNA0123456789 Valutadatum: 30-11-2026",
])("a text in which nothing is certainly the payer's is shown whole: %s", (text) => {
  expect(shownText(text)).toBe(text);
});
