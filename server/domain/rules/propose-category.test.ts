import { expect, test } from "vitest";
import { proposeCategory } from "./propose-category";

const iban = "NL02ABNA0123456789";
const toOther = { amountCents: -5_000, name: "A. Jansen", iban };
const fromOther = { ...toOther, amountCents: 5_000 };
const byBank = { amountCents: -315, name: "", iban: "" };

test.each([
  [{ ...toOther, text: "salaris november" }, "salaries"],
  [{ ...toOther, text: "Gehalt November" }, "salaries"],
  [{ ...toOther, text: "SALAIRE NOVEMBRE" }, "salaries"],
  [{ ...toOther, text: "stipendio novembre" }, "salaries"],
  [{ ...toOther, text: "Wages Nov" }, "salaries"],
  [{ ...toOther, text: "huur kantine, november" }, "rent"],
  [{ ...toOther, text: "Hallenmiete 4. Quartal" }, "rent"],
  [{ ...toOther, text: "LOYER DECEMBRE" }, "rent"],
  [{ ...toOther, text: "affitto palestra" }, "rent"],
  [{ ...toOther, text: "Rent boathouse" }, "rent"],
  [{ ...toOther, text: "Haftpflichtversicherung 2027" }, "insurance"],
  [{ ...toOther, text: "aansprakelijkheidsverzekering" }, "insurance"],
  [{ ...toOther, text: "ASSURANCE RC" }, "insurance"],
  [{ ...toOther, text: "assicurazione soci" }, "insurance"],
  [{ ...toOther, text: "Club insurance" }, "insurance"],
  [{ ...toOther, text: "Stromabschlag Bootshaus" }, "energy"],
  [{ ...toOther, text: "energierekening clubhuis" }, "energy"],
  [{ ...toOther, text: "ELECTRICITE CLUB HOUSE" }, "energy"],
  [{ ...toOther, text: "energia elettrica" }, "energy"],
  [{ ...toOther, text: "Electricity bill" }, "energy"],
  [{ ...fromOther, text: "Jugendzuschuss 2027" }, "subsidies"],
  [{ ...fromOther, text: "jeugdsubsidie gemeente" }, "subsidies"],
  [{ ...fromOther, text: "SUBVENTION COMMUNALE" }, "subsidies"],
  [{ ...fromOther, text: "Sovvenzione del Comune" }, "subsidies"],
  [{ ...fromOther, text: "Youth sport grant" }, "subsidies"],
  [{ ...byBank, name: "Kosten Zakelijk Betaalpakket", text: "1 nov t/m 30 nov 2026" }, "bank_fees"],
  [{ ...byBank, name: "Kosten", text: "Kosten Rabo VerenigingsPakket oktober 2026" }, "bank_fees"],
  [{ ...byBank, text: "kosten zakelijke rekening oktober 2026" }, "bank_fees"],
  [{ ...byBank, text: "Kontoführungsgebühr" }, "bank_fees"],
  [{ ...byBank, text: "FRAIS DE TENUE DE COMPTE" }, "bank_fees"],
  [{ ...byBank, text: "Canone mensile conto" }, "bank_fees"],
  [{ ...byBank, text: "Account fee" }, "bank_fees"],
  [{ ...byBank, amountCents: 412, text: "creditrente derde kwartaal" }, "interest"],
  [{ ...byBank, text: "Sollzinsen" }, "interest"],
  [{ ...byBank, amountCents: 412, text: "Gross interest" }, "interest"],
] as const)("a category is proposed by words of five languages: %o", (payment, category) => {
  expect(proposeCategory(payment)).toBe(category);
});

test.each([
  { ...toOther, text: "verhuurder van de kantine" },
  { ...toOther, text: "huur en salaris" },
  { ...toOther, text: "Bezahlung Rechnung 12" },
  { ...toOther, text: "current account fee" },
  { ...fromOther, text: "huur kluisje" },
  { ...toOther, text: "subsidie terugbetaling" },
  { ...toOther, text: "huur en verzekering" },
  { ...byBank, name: "Tuincentrum Huur", text: "Betaalpas 004" },
  { ...byBank, text: "" },
])("no category is proposed where the words leave doubt: %o", (payment) => {
  expect(proposeCategory(payment)).toBeNull();
});
