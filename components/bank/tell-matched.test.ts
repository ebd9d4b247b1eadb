import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { loadMessages } from "@/components/translations/load";
import { locales } from "@/server/domain/formats/locales";
import { tellMatched } from "./tell-matched";

/** Returns the words in each language. */
function told(newEntries: number, matched: Parameters<typeof tellMatched>[1]): Promise<string[]> {
  const { text, values } = tellMatched(newEntries, matched);
  return Promise.all(
    locales.map(async (locale) => {
      const say = createTranslator({ locale, messages: await loadMessages(locale), namespace: "bank.upload" });
      return say("keptUnnumbered", { iban: "X", entries: newEntries, newEntries }) + say(text, values);
    }),
  );
}

test("one payment for each entry: the entries themselves are booked, in the right gender", async () => {
  const matched = { booked: 9, takenBack: 0, toDecide: 12, noted: 4 };
  expect(await told(25, matched)).toEqual([
    "X: 25 Buchungen, davon 25 neu; 9 gebucht, 12 zu entscheiden, 4 ohne Rechnung.",
    "X: 25 entries, 25 new; 9 booked, 12 to decide, 4 not an invoice.",
    "X\u00a0: 25 écritures, dont 25 nouvelles\u00a0; 9 comptabilisées, 12 à décider, 4 sans facture.",
    "X: 25 movimenti, di cui 25 nuovi; 9 registrati, 12 da decidere, 4 senza fattura.",
    "X: 25 boekingen, waarvan 25 nieuw; 9 geboekt, 12 te beslissen, 4 geen factuur.",
  ]);
});

test("several payments in an entry: the payments are counted, of which the rest are parts", async () => {
  const matched = { booked: 12, takenBack: 0, toDecide: 8, noted: 4 };
  expect(await told(20, matched)).toEqual([
    "X: 20 Buchungen, davon 20 neu; 24 Zahlungen: 12 gebucht, 8 zu entscheiden, 4 ohne Rechnung.",
    "X: 20 entries, 20 new; 24 payments: 12 booked, 8 to decide, 4 not an invoice.",
    "X\u00a0: 20 écritures, dont 20 nouvelles\u00a0; 24 paiements\u00a0: 12 comptabilisés, 8 à décider, 4 sans facture.",
    "X: 20 movimenti, di cui 20 nuovi; 24 pagamenti: 12 registrati, 8 da decidere, 4 senza fattura.",
    "X: 20 boekingen, waarvan 20 nieuw; 24 betalingen: 12 geboekt, 8 te beslissen, 4 geen factuur.",
  ]);
});

test("a chargeback is told apart from what was booked", async () => {
  const matched = { booked: 1, takenBack: 2, toDecide: 0, noted: 0 };
  expect(await told(3, matched)).toEqual([
    "X: 3 Buchungen, davon 3 neu; 1 gebucht, 2 zurückgebucht, 0 zu entscheiden, 0 ohne Rechnung.",
    "X: 3 entries, 3 new; 1 booked, 2 charged back, 0 to decide, 0 not an invoice.",
    "X\u00a0: 3 écritures, dont 3 nouvelles\u00a0; 1 comptabilisée, 2 rejetées par la banque, 0 à décider, 0 sans facture.",
    "X: 3 movimenti, di cui 3 nuovi; 1 registrato, 2 stornati, 0 da decidere, 0 senza fattura.",
    "X: 3 boekingen, waarvan 3 nieuw; 1 geboekt, 2 teruggeboekt, 0 te beslissen, 0 geen factuur.",
  ]);
});
