import { expect, test } from "vitest";
import { db } from "@/db/client";
import { offerInvoices } from "@/server/bank/payments/offer-invoices";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { keepLayout } from "./kept-layouts";

test.each([
  "Naam uiteindelijke partij",
  "Name of ultimate debtor",
  "Ultimate creditor",
  "Name des ultimate Partners",
  "Abweichender Auftraggeber",
  "Nom du débiteur final",
  "Nome del debitore effettivo",
])("the column of the ultimate party is recognised: %s", async (name) => {
  const file = `Datum;Naam tegenpartij;${name};Omschrijving;Bedrag\n25-11-2026;Bewind B.V.;A. Jansen;contributie;45,00\n`;
  expect((await guessedLayoutOf(file)).layout.roles).toEqual(["day", "name", "ultimate_name", "text", "amount"]);
});

test("accounts and numbers of an ultimate party are no names", async () => {
  const file =
    "Datum;Naam tegenpartij;Ultimate debtor IBAN;Ultimate creditor;Omschrijving;Bedrag\n25-11-2026;Bewind;;NL91ABNA0417164300;contributie;45,00\n";
  expect((await guessedLayoutOf(file)).layout.roles).not.toContain("ultimate_name");
});

test("a payment by an administrator is offered for the member whom the bank names as the ultimate party", async () => {
  const given = await givenBankingCompany();
  const customer = { customerFirstName: "Saskia", customerLastName: "Haenenberg" };
  const { invoice } = await givenBilled(given, { amountCents: 27_250, invoice: customer });
  await givenBilled(given, { amountCents: 27_250 });
  const file = [
    "IBAN/BBAN;Datum;Naam tegenpartij;Naam uiteindelijke partij;Omschrijving;Bedrag",
    `${given.iban};25-11-2026;Bewindvoering Zuid B.V.;S. Haenenberg;contributie;272,50`,
  ].join("\n");
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, given.partner.actor, sheet.key, layout);
  await given.store(file, "november.csv");
  await lookAtDesk(given.partner);
  const [transaction] = await given.transactions();
  expect(transaction).toMatchObject({ name: "Bewindvoering Zuid B.V.", text: "contributie S. Haenenberg" });
  const { offers } = await offerInvoices(db, given.partner.actor, transaction?.id ?? "");
  expect(offers[0]).toMatchObject({ parts: [{ invoice: { id: invoice.id } }] });
  expect(offers[0]?.reasons).toContain("last_name");
});
