import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { inputs } from "@/server/testing/bodies";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

const callerFor = createCallerFactory(appRouter);

async function givenAdministrator() {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { role: "administrator" });
  return { partner, caller: callerFor({ db, person, requestId: null }) };
}

/** The refused fields with their codes. */
async function fieldsOf(work: Promise<unknown>): Promise<Record<string, string>> {
  return work.then(
    () => ({}),
    (error: { cause?: unknown }) => {
      if (!(error.cause instanceof z.ZodError)) throw error;
      return Object.fromEntries(error.cause.issues.map(({ path, message }) => [path.join("."), message]));
    },
  );
}

/** Shape of keys that existing clients accept. */
const KEY = /^[0-9a-f]{64}$/;

const company = { name: "Club", brand: "brand_code_1", email: "club@club.example", locale: "EN", countryCode: "gb", currency: "gbp" };

test("a company is created and changed by the interface's rules, with a code for each field", async () => {
  const { caller } = await givenAdministrator();
  const wrong = {
    name: " ",
    brand: "another",
    email: "nobody",
    locale: "es",
    countryCode: "US",
    currency: "USD",
    address1: "x".repeat(256),
    vatPercentage: 101,
    partnershipPageUrl: "ftp://club.example",
    enterpriseNumber: "0123.456.748",
  };
  const codes = {
    name: "invalid_name",
    brand: "invalid_brand",
    email: "invalid_email",
    locale: "invalid_locale",
    countryCode: "invalid_country_code",
    currency: "invalid_currency",
    address1: "invalid_address1",
    vatPercentage: "invalid_vat_percentage",
    partnershipPageUrl: "invalid_partnership_page_url",
    enterpriseNumber: "invalid_enterprise_number",
  };
  expect(await fieldsOf(caller.companies.create(wrong))).toEqual(codes);

  const { id: companyId } = await caller.companies.create({ ...company, city: "Northbank", houseNumber: "" });
  const made = await caller.companies.get({ companyId });
  expect(made).toMatchObject({ locale: "en", countryCode: "GB", currency: "GBP", city: "Northbank", houseNumber: "", vatPercentage: null });
  expect(await fieldsOf(caller.companies.update({ companyId, version: made.version, ...wrong }))).toEqual(codes);
  await caller.companies.update({ companyId, version: made.version, ...company, name: "Rowing Club", city: null });
  expect(await caller.companies.get({ companyId })).toMatchObject({ name: "Rowing Club", city: null, houseNumber: "" });
});

test("the options of a company's fields can be listed", async () => {
  const { caller } = await givenAdministrator();

  expect(await caller.companies.choices()).toEqual({
    brands: ["brand_code_1", "brand_code_2", "brand_code_3", "brand_code_4", "brand_code_5"],
    locales: ["de", "en", "fr", "it", "nl"],
    countryCodes: ["AT", "BE", "CH", "DE", "GB", "IE", "NL"],
    currencies: ["EUR", "GBP", "CHF"],
  });
});

test("an import is created and changed by the interface's rules; a blank title means the default, and later leaves the title", async () => {
  const { partner, caller } = await givenAdministrator();
  const { id: companyId } = await givenCompany(partner);
  expect(await fieldsOf(caller.imports.create({ companyId: "x", title: "x".repeat(256), expectedInvoicesCount: -1 }))).toEqual({
    companyId: "invalid_company_id",
    title: "invalid_title",
    expectedInvoicesCount: "invalid_expected_invoices_count",
  });

  const { id: importId, title } = await caller.imports.create({ companyId, title: "  ", expectedInvoicesCount: "12" });
  expect(title).toMatch(/^Import \d{4}-\d\d-\d\d$/);
  const { version } = await caller.imports.get({ importId });
  await caller.imports.update({ importId, version, title: " ", expectedInvoicesCount: null });
  expect(await caller.imports.get({ importId })).toMatchObject({ title, expectedInvoicesCount: null });
});

test.each(inputs<unknown>(undefined, null, "", "  ", "x".repeat(256), {}))("a key's name of %j is refused", async (name) => {
  const { caller } = await givenAdministrator();

  expect(await fieldsOf(caller.keys.create({ name }))).toEqual({ name: "invalid_name" });
});

test("a key is shown once to its creator, and can be rolled with one of four overlaps", async () => {
  const { caller } = await givenAdministrator();

  const { id: keyId, key } = await caller.keys.create({ name: "Billing" });

  expect(key).toMatch(KEY);
  expect(JSON.stringify(await caller.keys.list())).not.toContain(key.slice(8, 24));
  await expect(caller.keys.roll({ keyId, overlapHours: 5 as 1 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect((await caller.keys.roll({ keyId, overlapHours: 72 })).key).toMatch(KEY);
});

test("texts of a bulk retraction have the same limits as for a single one", async () => {
  const { partner, caller } = await givenAdministrator();
  const { id, amountTotalCents } = await givenInvoice(partner);
  const start = (retraction: Record<string, unknown>) =>
    caller.bulkJobs.start({
      kind: "retract_invoices",
      selection: { ids: [id] },
      expected: { count: 1, amountCents: amountTotalCents },
      retraction,
    });

  expect(await fieldsOf(start({ creditNotePrefix: " ", retractionReason: "x".repeat(2_001), showRetractionReasonToCustomer: 1 }))).toEqual({
    "retraction.creditNotePrefix": "invalid_credit_note_prefix",
    "retraction.description": "invalid_description",
    "retraction.retractionReason": "invalid_retraction_reason",
    "retraction.showRetractionReasonToCustomer": "invalid_show_retraction_reason_to_customer",
  });
  const { id: jobId } = await start({ creditNotePrefix: "C-", description: "Cancelled" });
  expect(await caller.bulkJobs.get({ jobId })).toMatchObject({
    kind: "retract_invoices",
    retraction: { creditNotePrefix: "C-", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false },
  });
});

test.each([
  ["imports.list", (caller: ReturnType<typeof callerFor>, page: { pageSize: number }) => caller.imports.list(page)],
  ["companies.list", (caller: ReturnType<typeof callerFor>, page: { pageSize: number }) => caller.companies.list(page)],
  ["bulkJobs.list", (caller: ReturnType<typeof callerFor>, page: { pageSize: number }) => caller.bulkJobs.list(page)],
])("%s has pages of 100 at most", async (_, list) => {
  const { caller } = await givenAdministrator();

  expect(await list(caller, { pageSize: 100 })).toMatchObject({ pageNumber: 1, pageSize: 100 });
  await expect(list(caller, { pageSize: 101 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("home can be limited to one company", async () => {
  const { partner, caller } = await givenAdministrator();
  const [here] = [await transmitted(partner, 100), await transmitted(partner, 20)];

  const outstanding = async (companyId: string | null) =>
    (await caller.home.get({ companyId })).currencies.map((one) => one.outstandingCents);

  expect(await outstanding(null)).toEqual([120]);
  expect(await outstanding(here.companyId)).toEqual([100]);
});

function transmitted(partner: GivenPartner, amountCents: number) {
  return givenInvoice(partner, { transmitted: true, amountCents });
}
