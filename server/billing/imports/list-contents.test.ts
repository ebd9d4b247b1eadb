import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { type Concern, concerns } from "@/server/domain/rules/reach";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { describeImport } from "./describe-import";
import { listContents } from "./list-contents";

const firstPage = { pageNumber: 1, pageSize: 20 };
const namesOf = (contents: { customerName: string }[]) => contents.map(({ customerName }) => customerName);

async function givenContents() {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const contents: Partial<NewInvoice>[] = [
    { customerFirstName: "E-mail", directDebitIban: "NL91ABNA0417164300" },
    { customerFirstName: "Telephone", customerEmail: null, customerPhoneNumber: "0612345678" },
    { customerFirstName: "Doubtful", customerEmail: null, customerPhoneNumber: "12" },
    { customerFirstName: "Doubtful but mailed", customerPhoneNumber: "12" },
    { customerFirstName: "Nobody", customerEmail: null },
  ];
  for (const [index, invoice] of contents.entries()) {
    await givenInvoice(partner, { import: into, amountCents: (index + 1) * 100, invoice: { ...invoice, customerLastName: "Lund" } });
  }
  return { partner, into };
}

test("an import's invoices are listed newest first, in pages, with the customer and the channel", async () => {
  const { partner, into } = await givenContents();

  const contents = await listContents(db, partner.actor, into.id, firstPage);

  expect(
    contents.map(({ customerName, reach, billedCents, outstandingCents }) => [customerName, reach, billedCents, outstandingCents]),
  ).toEqual([
    ["Nobody Lund", "nobody", 500, 500],
    ["Doubtful but mailed Lund", "email", 400, 400],
    ["Doubtful Lund", "sms", 300, 300],
    ["Telephone Lund", "sms", 200, 200],
    ["E-mail Lund", "email", 100, 100],
  ]);
  expect(namesOf(await listContents(db, partner.actor, into.id, { pageNumber: 2, pageSize: 2 }))).toEqual([
    "Doubtful Lund",
    "Telephone Lund",
  ]);
});

test("the list for each concern has as many invoices as were counted", async () => {
  const { partner, into } = await givenContents();
  const { contents, reach, withoutIbanCount, withoutMandateCount, doubtfulPhoneNumbersCount } = await describeImport(
    db,
    partner.actor,
    into.id,
  );
  const counted: Record<Concern, number> = {
    without_email: contents.invoicesCount - reach.email.invoicesCount,
    nobody: reach.nobody.invoicesCount,
    doubtful_phone: doubtfulPhoneNumbersCount,
    without_iban: withoutIbanCount,
    without_mandate: withoutMandateCount,
  };
  const listed = async (concern: Concern) => namesOf(await listContents(db, partner.actor, into.id, { ...firstPage, concern }));

  expect(await listed("without_email")).not.toContain("E-mail Lund");
  expect(await listed("nobody")).toEqual(["Nobody Lund"]);
  expect(await listed("doubtful_phone")).toEqual(["Doubtful Lund"]);
  expect(await listed("without_iban")).not.toContain("E-mail Lund");
  for (const concern of concerns) {
    expect((await listed(concern)).length, concern).toBe(counted[concern]);
  }
});

test("the import is empty for another partner and for a person of another company", async () => {
  const { partner, into } = await givenContents();
  const stranger = await givenPartner();
  const elsewhere = await givenCompany(partner);

  expect(await listContents(db, stranger.actor, into.id, firstPage)).toEqual([]);
  expect(await listContents(db, { ...partner.actor, companyIds: [elsewhere.id] }, into.id, firstPage)).toEqual([]);
  expect(await listContents(db, { ...partner.actor, companyIds: [into.companyId] }, into.id, firstPage)).toHaveLength(5);
});
