import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenCompany } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { offerInvoices } from "./offer-invoices";

test("an outgoing transfer to another account of the partner's companies is told from others, and names the company", async () => {
  const bank = await givenBankingCompany();
  const other = await givenCompany(bank.partner, { name: "Chess Club Southbank" });
  const iban = (await givenBankAccount(bank.partner, other)).current?.iban ?? "";
  const stranger = (await givenBankingCompany()).iban;
  await bank.told([
    { cents: -50_000, iban, name: "Chess Club Southbank", text: "Reserve", bankReference: "B1" },
    { cents: -50_000, iban: stranger, name: "Boathouse", text: "Rent", bankReference: "B2" },
    { cents: -50_000, iban: bank.iban, name: "Rowing Club", text: "Fee", bankReference: "B3" },
  ]);
  const found = [];
  for (const { id } of await bank.transactions()) found.push((await offerInvoices(db, bank.partner.actor, id)).ownAccount);
  expect(found).toEqual([{ companyName: "Chess Club Southbank" }, null, null]);
});

test("a British account of another company is recognised by its sort code and account number", async () => {
  const bank = await givenBankingCompany(undefined, { isBritish: true });
  const other = await givenCompany(bank.partner, { name: "Chess Club Southbank", currency: "GBP", countryCode: "GB" });
  const numbers = (await givenBankAccount(bank.partner, other, { country: "GB" })).current?.iban.slice(-14);
  await bank.told([{ cents: -50_000, iban: numbers, name: "Chess Club Southbank", text: "Reserve", bankReference: "B1" }], {
    currency: "GBP",
  });
  const [transfer] = await bank.transactions();
  expect((await offerInvoices(db, bank.partner.actor, transfer?.id ?? "")).ownAccount).toEqual({ companyName: "Chess Club Southbank" });
});

test("a category is proposed by the words of outgoing money and of interest, but not for what came back or may be an invoice's", async () => {
  const bank = await givenBankingCompany();
  const { invoice } = await givenBilled(bank, { amountCents: 4_500 });
  const other = { iban: "NL20INGB0001234567", name: "A. Jansen" };
  await bank.told([
    { ...other, cents: -124_050, text: `Naam: A. Jansen Omschrijving: salaris november IBAN: ${other.iban} Valutadatum: 25-11-2026` },
    { cents: -315, name: "Kosten Zakelijk Betaalpakket", iban: "", text: "1 nov t/m 30 nov" },
    { cents: 412, name: "", iban: "", text: "creditrente derde kwartaal" },
    { cents: -900, name: "", iban: "", text: "Terugboeking creditrente" },
    { cents: 4_500, name: "", iban: "", text: `interest ${invoice.externalInvoiceNumber}` },
  ]);
  const proposed = (await bank.transactions()).map(({ id }) => offerInvoices(db, bank.partner.actor, id));
  expect((await Promise.all(proposed)).map(({ proposedCategory }) => proposedCategory?.category ?? null)).toEqual([
    "salaries",
    "bank_fees",
    "interest",
    null,
    null,
  ]);
});
