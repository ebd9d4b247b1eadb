import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenCompany } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenBankingCompany } from "@/server/testing/given-statement";
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
