import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { forgetPayer, listKnownPayers } from "./known-payers";
import { searchInvoicesToBook } from "./search-invoices";
import { undoDecision } from "./undo-decision";

const iban = "NL20INGB0001234567";

test("known payers are listed, can be forgotten, and are not learned from undone bookings", async () => {
  const given = await givenBankingCompany();
  const { reference } = await givenBilled(given, { invoice: { customerEmail: "Ada@Members.example" } });
  await given.told([{ cents: 1_000, reference, iban, bankReference: "B1" }]);
  const known = () => listKnownPayers(db, given.partner.actor, given.company.id);
  expect(await known()).toMatchObject([{ iban, customer: "ada@members.example" }]);
  await forgetPayer(db, given.partner.actor, { companyId: given.company.id, iban, customer: "ada@members.example" });
  expect(await known()).toEqual([]);

  await given.told([{ cents: 1_000, reference, iban, bankReference: "B2" }], { id: "2" });
  expect(await known()).toHaveLength(1);
  const [, second] = await given.transactions();
  await undoDecision(db, given.partner.actor, { transactionId: second?.id ?? "", seenDecisions: 1 });
  expect(await known()).toEqual([]);
});

test("another company's payers are neither seen nor forgotten", async () => {
  const given = await givenBankingCompany();
  const { reference } = await givenBilled(given, { invoice: { customerEmail: "ada@members.example" } });
  await given.told([{ cents: 1_000, reference, iban }]);
  const other = await givenBankingCompany(given.partner);
  const { actor } = await givenMember(given.partner, { companyIds: [other.company.id] });
  expect(await listKnownPayers(db, actor, given.company.id)).toEqual([]);
  await forgetPayer(db, actor, { companyId: given.company.id, iban, customer: "ada@members.example" });
  expect(await listKnownPayers(db, given.partner.actor, given.company.id)).toHaveLength(1);
});

test("a search for invoices to book on finds name, number and amount among the companies with the account, unpaid invoices first", async () => {
  const given = await givenBankingCompany();
  const names = { customerFirstName: "Bo", customerLastName: "Vermeer" };
  const paid = await givenBilled(given, { invoice: { ...names, externalInvoiceNumber: "N-1" } });
  await given.told([{ cents: 4_500, reference: paid.reference, bankReference: "B1" }]);
  const owed = await givenBilled(given, { amountCents: 7_777, invoice: { ...names, externalInvoiceNumber: "N-2" } });
  await givenBilled(await givenBankingCompany(given.partner), { invoice: names });
  await given.told([{ cents: 100, name: "Nobody", text: "hello", bankReference: "B2" }], { id: "2" });
  const [, came] = await given.transactions();
  const found = async (search: string) => (await searchInvoicesToBook(db, given.partner.actor, came?.id ?? "", search)).map(({ id }) => id);
  expect(await found("vermeer")).toEqual([owed.invoice.id, paid.invoice.id]);
  expect(await found("N-2")).toEqual([owed.invoice.id]);
  expect(await found("77.77")).toEqual([owed.invoice.id]);
  expect(await found("nobody at all")).toEqual([]);
});
