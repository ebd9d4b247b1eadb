import { expect, test } from "vitest";
import { db } from "@/db/client";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { keepLayout } from "./kept-layouts";

const PAYER = "BE69363111000978";

/** Uploads a file whose guessed columns a person confirms. */
async function given(file: (iban: string) => Uint8Array) {
  const bank = await givenBankingCompany();
  const contents = file(bank.iban);
  const { sheet, layout } = await guessedLayoutOf(contents);
  await keepLayout(db, bank.partner.actor, sheet.key, layout);
  const stored = await bank.store(contents, "extrait.csv");
  return { columns: sheet.columns.map(({ name }, index) => [name, layout.roles[index]]), stored, payments: await bank.transactions() };
}

test.each([
  [
    "French",
    "Numéro de compte;Nom de la rubrique;Nom;Devise;Numéro de l'extrait;Date;Description;Valeur;Montant;Solde;crédit;débit;" +
      "numéro de compte contrepartie;BIC contrepartie;Nom contrepartie;Adresse contrepartie;communication structurée;Communication libre",
    "VIREMENT EUROPEEN DE GERARD",
  ],
  [
    "Dutch",
    "Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;" +
      "rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling",
    "EUROPESE OVERSCHRIJVING VAN GERARD",
  ],
])("a %s file of KBC: the name is the other party's, and the payer's words come first", async (_, header, words) => {
  const row = (iban: string, amount: string, balance: string, structured: string, free: string) =>
    [iban, "", "AVIRON NORD", "EUR", "02026031", "29/11/2026", words, "29/11/2026", amount, balance, amount, "", PAYER, "BBRUBEBB"]
      .concat("GERARD ANNE-LAURE", "RUE HAUTE 1 1000 BRUXELLES", structured, free)
      .join(";");
  const { columns, payments } = await given((iban) =>
    Buffer.from(
      [header, row(iban, "260,00", "1260,00", "+++010/0002/00953+++", ""), row(iban, "25,00", "1285,00", "", "Cotisation Zoé"), ""].join(
        "\r",
      ),
      "latin1",
    ),
  );
  expect(columns.filter(([, role]) => role === "name").map(([name]) => name)).toEqual([
    header.includes("Nom") ? "Nom contrepartie" : "Naam tegenpartij",
  ]);
  expect(payments).toMatchObject([
    {
      amountCents: 26_000,
      name: "GERARD ANNE-LAURE",
      iban: PAYER,
      text: `+++010/0002/00953+++ ${words}`,
      references: ["+++010/0002/00953+++"],
    },
    { amountCents: 2_500, name: "GERARD ANNE-LAURE", iban: PAYER, text: `Cotisation Zoé ${words}`, references: [] },
  ]);
});

test("a file of BNP Paribas Fortis: refused rows are left out, and said to be refused", async () => {
  const header =
    "Nº de séquence;Date d'exécution;Date valeur;Montant;Devise du compte;Numéro de compte;Type de transaction;Contrepartie;" +
    "Nom de la contrepartie;Communication;Détails;Statut;Motif du refus";
  const details = "VIREMENT EN EUROS DU COMPTE BE69 3631 1100 0978 BIC BBRUBEBB GERARD ANNE-LAURE RUE HAUTE 1 1000 BRUXELLES DATE VALEUR";
  const row = (iban: string, number: number, change: { party?: string; state?: string; reason?: string }) => {
    const { party = PAYER, state = "Accepté", reason = "" } = change;
    return [`2026-0000${number}`, "27/11/2026", "27/11/2026", "260,00", "EUR", iban, "Virement en euros", party, "GERARD ANNE-LAURE"]
      .concat("Cotisation", details, state, reason)
      .join(";");
  };
  const { columns, stored, payments } = await given((iban) =>
    Buffer.from(
      `\uFEFF${[header, row(iban, 1, {}), row(iban, 2, { party: "4871 04XX XXXX 1234" }), row(iban, 3, { state: "Refusé", reason: "Provision insuffisante" }), ""].join("\r\n")}`,
    ),
  );
  expect(columns).toContainEqual(["Contrepartie", "iban"]);
  expect(columns).toContainEqual(["Nom de la contrepartie", "name"]);
  expect(payments).toMatchObject([
    { name: "GERARD ANNE-LAURE", iban: PAYER, text: `Cotisation ${details}` },
    { name: "GERARD ANNE-LAURE", text: `Cotisation ${details}` },
  ]);
  expect(stored.statements[0]?.leftOut).toMatchObject({ count: 1, refused: 1, samples: [{ line: 4 }] });
  expect(stored.statements[0]?.leftOut?.samples[0]?.text).toMatch(/^Refusé · /);
});
