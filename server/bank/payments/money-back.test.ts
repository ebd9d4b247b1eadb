import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { offerInvoices } from "./offer-invoices";

const IBAN = "NL20INGB0001234567";

async function given() {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank);
  const came: MadeEntry = { cents: 4_500, reference, iban: IBAN, bankReference: "B1" };
  const went: MadeEntry = { cents: -4_500, iban: IBAN, bankReference: "B2", text: "RUECKRUF" };
  const states = async () => (await bank.transactions()).map(({ state }) => state);
  return { ...bank, invoice, came, went, states };
}

test("outgoing money that equals a payment from the same account is left to a person, who is offered that payment", async () => {
  const { partner, told, transactions, states, came, went, invoice } = await given();
  await told([came]);
  await told([went], { id: "S2" });
  expect(await states()).toEqual(["booked", "open"]);
  const { returned } = await offerInvoices(db, partner.actor, (await transactions()).at(-1)?.id ?? "");
  expect(returned).toMatchObject([{ invoiceId: invoice.id, isSameAccount: true }]);
});

test("also in one file, and if the payment itself waits for a person", async () => {
  const { partner, told, states, came, went } = await given();
  await told([came, went]);
  expect(await states()).toEqual(["booked", "open"]);
  const other = { iban: "NL39RABO0300065264", cents: 700, bankReference: "B3", text: "For what?" };
  await told([other, { ...other, cents: -700, bankReference: "B4" }], { id: "S2", opening: 100_000 });
  await lookAtDesk(partner);
  expect((await states()).slice(2)).toEqual(["open", "open"]);
});

test.each([
  ["has another amount", { cents: -4_400 }],
  ["goes to another account", { iban: "NL39RABO0300065264" }],
  ["goes to an account that the bank does not name", { iban: "" }],
])("other outgoing money needs nobody: it %s", async (_, change) => {
  const { told, states, came, went } = await given();
  await told([came, { ...went, ...change }]);
  expect(await states()).toEqual(["booked", "noted"]);
});

test("money that went out before it came needs nobody", async () => {
  const { told, states, came, went } = await given();
  await told([went, came]);
  expect(await states()).toEqual(["noted", "booked"]);
});
