import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { type GivenPartner, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import type { InvoiceDetails, NewInvoice } from "./invoice";
import { invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";
import { summarizeInvoices } from "./summarize-invoices";
import { updateInvoice } from "./update-invoice";

let partner: GivenPartner;
let wanted: InvoiceDetails;

const recipient: Partial<NewInvoice> = {
  externalInvoiceNumber: "INV/2026_0815",
  reference: "RF18 Ruderclub",
  directDebitIban: "NL91ABNA0417164300",
  federationMembershipNumber: "FED-77123",
  clubMembershipNumber: "CLUB-88234",
  memberExternalId: "member-99345",
  externalMembershipNumber: "EXT%11456",
  customerPrefix: "Dr.",
  customerFirstName: "Jürgen",
  customerInfix: "von der",
  customerLastName: "Müller-Straße",
  customerEmail: "juergen.m@posteo.example",
};

beforeAll(async () => {
  partner = await givenPartner();
  const into = await givenImport(partner);
  await givenInvoice(partner, { import: into, invoice: { externalInvoiceNumber: "2026-0001" } });
  wanted = await givenInvoice(partner, { import: into, invoice: recipient });
  await givenInvoice(partner, { import: into, invoice: { customerOrganization: "Théâtre Œuvre & Fils", customerEmail: null } });
});

async function found(search: string): Promise<string[]> {
  const rows = await listInvoices(db, partner.actor, invoiceQuery.parse({ search }));
  const { totalEntries } = await summarizeInvoices(db, partner.actor, { search });
  expect(totalEntries).toBe(rows.length);
  return rows.map(({ id }) => id);
}

describe("an invoice is found by", () => {
  test.each([
    ["first name", "Jürgen"],
    ["last name", "Müller-Straße"],
    ["infix", "von der"],
    ["title", "Dr."],
    ["several parts, in any order", "straße jürgen"],
    ["e-mail", "juergen.m@posteo.example"],
    ["external number", "INV/2026_0815"],
    ["reference", "RF18 Ruderclub"],
    ["IBAN", "NL91ABNA0417164300"],
    ["IBAN with its spaces", "NL91 ABNA 0417 1643 00"],
    ["federation's number", "FED-77123"],
    ["club's number", "CLUB-88234"],
    ["member's external id", "member-99345"],
    ["external membership number", "EXT%11456"],
    ["part of a word", "rgen"],
    ["part of an IBAN", "0417 1643"],
    ["part of an e-mail", "@posteo"],
    ["other case", "JÜRGEN MÜLLER"],
    ["no accents", "jurgen muller-strasse"],
    ["ü as ue", "Juergen MUELLER"],
    ["accents put together from two characters", "Ju\u0308rgen"],
    ["accents that are not there", "pôsteo"],
    ["wide letters", "ｍｕｌｌｅｒ"],
    ["two letters beside more", "jürgen mü"],
    ["two letters", "dr"],
    ["a sign", "%"],
    ["a sign", "_"],
    ["white space around", "  \t jürgen\n "],
  ])("%s: %s", async (_, search) => {
    expect(await found(search)).toEqual([wanted.id]);
  });

  test("its own number and its id, in full and in part", async () => {
    expect(await found(String(wanted.invoiceNumber))).toEqual([wanted.id]);
    expect(await found(wanted.id)).toEqual([wanted.id]);
    expect(await found(wanted.id.toUpperCase())).toEqual([wanted.id]);
    expect(await found(wanted.id.slice(0, 30))).toEqual([wanted.id]);
    expect(await found(`jürgen ${wanted.id}`)).toEqual([wanted.id]);
    expect(await found(`ada ${wanted.id}`)).toEqual([]);
  });

  test("the name as lists write it, the amount and the credit note", async () => {
    const partner = await givenPartner();
    const billed = await givenInvoice(partner, {
      amountCents: 5_750,
      transmitted: true,
      invoice: { customerLastName: "Thackray", customerFirstName: "Oliver" },
    });
    const other = await givenInvoice(partner, { amountCents: 99_900, transmitted: true });
    const found = async (search: string) => (await listInvoices(db, partner.actor, invoiceQuery.parse({ search }))).map(({ id }) => id);
    await creditAndRetractInvoice(db, partner.actor, other.id, {
      creditNoteNumber: "C-TEST-1",
      description: "x",
      retractionReason: null,
      showRetractionReasonToCustomer: false,
    });
    expect(await found("Thackray, Oliver")).toEqual([billed.id]);
    expect(await found("57.50")).toEqual([billed.id]);
    expect(await found("57,50")).toEqual([billed.id]);
    expect(await found("999.00")).toEqual([other.id]);
    expect(await found("999")).toEqual([other.id]);
    expect(await found("57")).toEqual([]);
    expect(await found("c-test-1")).toEqual([other.id]);
    expect(await found("C-TEST")).toEqual([]);
    expect(await found("57.51")).toEqual([]);
  });

  test("letters with two spellings", async () => {
    expect(await found("oeuvre")).toHaveLength(1);
    expect(await found("Œuvre")).toEqual(await found("oeuvre"));
  });

  test("ue finds ü, but no name that only lacks a letter", async () => {
    const partner = await givenPartner();
    const into = await givenImport(partner);
    const [mueller, bauer] = [
      await givenInvoice(partner, { import: into, invoice: { customerLastName: "Mueller" } }),
      await givenInvoice(partner, { import: into, invoice: { customerLastName: "Bauer", customerFirstName: "Manuel" } }),
    ];
    const found = async (search: string) => (await listInvoices(db, partner.actor, invoiceQuery.parse({ search }))).map(({ id }) => id);
    expect(await found("Müller")).toEqual([mueller.id]);
    expect(await found("muller")).toEqual([]);
    expect(await found("Baur")).toEqual([]);
    expect(await found("manuel bauer")).toEqual([bauer.id]);
  });

  test("the person of an organisation too", async () => {
    expect(await found("theatre ada brandsma")).toHaveLength(1);
  });
});

test("every word must occur", async () => {
  expect(await found("jürgen brandsma")).toEqual([]);
});

test("blank text finds all invoices", async () => {
  expect(await found("")).toHaveLength(3);
  expect(await found(" \0 ")).toHaveLength(3);
});

describe("typed text is treated as text only:", () => {
  test.each([
    ["a wildcard", "j%gen"],
    ["a wildcard for one character", "m_ller"],
    ["a wide wildcard", "j％gen"],
    ["an escape", "\\"],
    ["an escape at the end", "jürgen\\"],
    ["an escaped wildcard", "j\\%gen"],
    ["a quote", "o'neill' or 1=1 --"],
    ["a double quote", '"jürgen"'],
    ["a dollar quote", "$$ $1 $x$"],
    ["half of a character", "\ud800jurgen"],
    ["ten thousand characters", "x".repeat(10_000)],
    ["ten thousand words", "jürgen nobody ".repeat(5_000)],
    ["a thousand wildcards", "%_".repeat(5_000)],
    ["a regular expression", "(jürgen|ada)+.*"],
    ["an array", "{jürgen,ada}"],
  ])("%s", async (_, search) => {
    expect(await found(search)).toEqual([]);
  });

  test("NUL, which the database cannot store, separates words", async () => {
    expect(await found("jürgen\0müller")).toEqual([wanted.id]);
  });
});

test("a changed invoice is found by its new values", async () => {
  const invoice = await givenInvoice(partner, { invoice: { customerLastName: "Featherstonehaugh" } });
  expect(await found("featherstone")).toEqual([invoice.id]);
  await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber: "1", customerLastName: "Whitcombe" });
  expect(await found("featherstone")).toEqual([]);
  expect(await found("whitcombe")).toEqual([invoice.id]);
});

test("fields of maximum length can be stored", async () => {
  const { actor, ...others } = await givenPartner();
  // Different characters of four bytes each, so that compression saves nothing.
  const long = (from: number) =>
    String.fromCodePoint(...Array.from({ length: 255 }, (_, index) => 0x20000 + (((from + index) * 7919) % 42_000)));
  const names = { customerFirstName: long(0), customerLastName: long(1_000), customerOrganization: long(2_000) };
  const invoice = await givenInvoice(
    { actor, ...others },
    { invoice: { ...names, reference: long(3_000), externalInvoiceNumber: long(4_000) } },
  );

  const search = names.customerOrganization.slice(0, 40);
  expect(await listInvoices(db, actor, invoiceQuery.parse({ search }))).toMatchObject([{ id: invoice.id }]);
});

test.each([
  [{ customerFirstName: "Sanne", customerInfix: "de", customerLastName: "Vries", customerPrefix: "Mevr." }, "Sanne de Vries"],
  [{ customerFirstName: null, customerInfix: "van der", customerLastName: "Meer", customerPrefix: "Familie" }, "Familie van der Meer"],
  [{ customerFirstName: " ", customerInfix: "", customerLastName: " Meer ", customerPrefix: "" }, "Meer"],
  [{ customerOrganization: "Stichting Jeugdtennis Oost" }, "Stichting Jeugdtennis Oost"],
  [{ customerOrganization: "  ", customerFirstName: "Ada" }, "Ada Brandsma"],
])("the name that is shown is what the list is sorted by: %j", async (name, shown) => {
  const invoice = await givenInvoice(await givenPartner(), { invoice: name });
  expect(formatCustomerName(invoice)).toBe(shown);
  const [row] = await db.execute(sql`
    select ${invoices.searchText} like lower(${`${shown} `}) || '%' as begins from ${invoices} where ${invoices.id} = ${invoice.id}`);
  expect(row).toEqual({ begins: true });
});
