import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { codeOf, swissBillOf } from "@/server/bank/transfers/transfer-code";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { swissCode } from "@/server/domain/banking/swiss-code";
import { locales } from "@/server/domain/formats/locales";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { type accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCustomer } from "@/server/testing/given-customer";
import { readCodes, readPicture } from "@/server/testing/read-code";
import { sizeOf } from "@/server/testing/size-of";
import drawPdf from "./draw-pdf";
import { pdfContents } from "./pdf-contents";

const address = { address1: "Seestrasse", houseNumber: "7a", zipcode: "8002", city: "Zürich" };

async function given(
  company: Partial<NewCompany> = {},
  facts: Parameters<typeof accountFacts>[0] = {},
  options: Parameters<typeof givenCustomer>[1] = {},
) {
  const partner = await givenPartner();
  const made = await givenCompany(partner, company);
  const account = await givenBankAccount(partner, made, facts);
  const customer = await givenCustomer(partner, { company: made, ...options });
  return { partner, customer, account };
}

async function paperOf(customer: Parameters<typeof readingFor>[0]) {
  const { described, reading } = await readingFor(customer);
  return { described, pdf: await drawPdf(pdfContents(described, reading)) };
}

test("in euros, page and paper show account, amount and reference, and both pictures contain the same", async () => {
  const { customer, account } = await given({}, { bic: "ABNANL2A" });
  const { described, pdf } = await paperOf(customer);
  const { code, shown } = referenceOf(customer.invoice.invoiceNumber, "creditor");

  const page = await customerPageOf(customer);

  expect(described.transfer).toMatchObject({ iban: account.current?.iban, bic: "ABNANL2A", amountCents: 4_500 });
  for (const text of ["Rowing Club Northbank", `data-copy="${account.current?.iban}"`, shown, `data-copy="${code}"`, "ABNANL2A"])
    expect(page).toContain(text);
  const epc = ["BCD", "002", "1", "SCT", "ABNANL2A", "Rowing Club Northbank", account.current?.iban, "EUR45.00", "", code].join("\n");
  expect(readPicture(page)).toBe(epc);
  expect(await readCodes(pdf)).toEqual([epc]);
});

test("in francs the paper ends with a payment part, whose picture equals the page's", async () => {
  for (const qrIban of [null, "CH4431999123000889012"]) {
    const { customer, account } = await given({ currency: "CHF", countryCode: "CH", ...address }, { country: "CH", qrIban });
    const { described, pdf } = await paperOf(customer);
    const bill = swissBillOf(described);
    expect(bill).toMatchObject({ iban: qrIban ?? account.current?.iban, creditor: { name: "Rowing Club Northbank", city: "Zürich" } });
    expect(bill?.reference).toMatch(qrIban ? /^\d{27}$/ : /^RF/);
    const meant = bill && swissCode(bill);
    const [read, ...others] = await readCodes(pdf);
    expect(read?.replaceAll("\r\n", "\n")).toBe(meant);
    expect(others).toEqual([]);
    expect(readPicture(await customerPageOf(customer))).toBe(meant);
  }
});

test("in francs without the company's address there is no picture, but everything else", async () => {
  const { customer, account } = await given({ currency: "CHF", countryCode: "CH" }, { country: "CH" });
  const page = await customerPageOf(customer);
  expect(page).toContain(account.current?.iban);
  expect(readPicture(page)).toBeUndefined();
  expect(await readCodes((await paperOf(customer)).pdf)).toEqual([]);
});

test("in pounds, sort code and account number are shown beside the IBAN, and there is no picture", async () => {
  const { customer, account } = await given({ currency: "GBP", countryCode: "GB" }, { country: "GB" });
  const iban = account.current?.iban ?? "";
  const page = await customerPageOf(customer);
  expect(page).toContain("99-99-99");
  expect(page).toContain(`data-copy="${iban.slice(14)}"`);
  expect(readPicture(page)).toBeUndefined();
});

test("a Belgian company's reference has the Belgian format", async () => {
  const { customer } = await given({ countryCode: "BE" }, { iban: "BE68539007547034" });
  const { shown } = referenceOf(customer.invoice.invoiceNumber, "belgian");
  expect(shown).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/);
  const page = await customerPageOf(customer);
  expect(page).toContain(shown);
  expect(page).toMatch(/<button [^>]*aria-label="Gestructureerde mededeling kopiëren"[^>]*><span aria-live="polite">Kopiëren</);
  expect(readPicture(page)?.split("\n").slice(-2)).toEqual(["", shown]);
});

test("after a partial payment, the rest is to be transferred under the same reference", async () => {
  const { partner, customer } = await given();
  await recordExternalPayment(db, partner.actor, customer.invoice.id, null, {
    amountCents: 1_000,
    reason: "Statement 3",
    mayExceed: false,
    paidOn: null,
  });
  expect(readPicture(await customerPageOf(customer))).toContain(
    `EUR35.00\n\n${referenceOf(customer.invoice.invoiceNumber, "creditor").code}`,
  );
});

test("no transfer is shown without an account, if the settings do not offer transfers, or once everything is paid", async () => {
  const partner = await givenPartner();
  expect(await customerPageOf(await givenCustomer(partner))).not.toContain("data-copy");
  const { partner: other, customer } = await given();
  await recordExternalPayment(db, other.actor, customer.invoice.id, null, {
    amountCents: 4_500,
    reason: "Cash",
    mayExceed: false,
    paidOn: null,
  });
  expect(await customerPageOf(customer)).not.toContain("data-copy");
});

test.each(locales)("the transfer is shown in %s", async (locale) => {
  const { customer } = await given({ currency: "CHF", countryCode: "CH", ...address }, { country: "CH" }, { invoice: { locale } });
  const page = await customerPageOf(customer);
  expect(page).not.toMatch(/customer\.transfer|transfer\.\w/);
  expect(await readCodes((await paperOf(customer)).pdf)).toHaveLength(1);
});

/** Number of pictures. Drawing and reading one takes half a second. */
const PICTURES = Number(process.env.PICTURES ?? sizeOf({ small: 5, large: 25 }));

test("pictures on paper are read back correctly: names with accents, maximum lengths, any amount", async () => {
  const { customer } = await given();
  const { described, reading } = await readingFor(customer);
  const swiss = await given({ currency: "CHF", countryCode: "CH", ...address }, { country: "CH" });
  const inFrancs = await readingFor(swiss.customer);
  const letters = fc.constantFrom(..."aZ 9-&'éüßøñçåÉŁłčžőŞ€Ωя漢’".split(""));
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 70 }).filter((text) => text.trim() !== "");
  const cents = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom(1, 10, 99, 100, 99_999_999_999));
  const short = (length: number) => fc.string({ unit: letters, maxLength: length });

  await fc.assert(
    fc.asyncProperty(name, cents, fc.integer({ min: 1, max: 10 ** 15 }), fc.boolean(), async (holder, amountCents, number, isBelgian) => {
      if (!described.transfer) throw new Error("no transfer");
      const transfer = {
        ...described.transfer,
        holder: holder.trim(),
        amountCents,
        reference: referenceOf(number, isBelgian ? "belgian" : "creditor"),
      };
      const meant = codeOf({ ...described, transfer })?.text;
      expect(await readCodes(await drawPdf(pdfContents({ ...described, transfer }, reading)))).toEqual(meant === undefined ? [] : [meant]);
      // Only the longest names with letters of three or more bytes do not fit.
      if (new TextEncoder().encode(holder).length <= 200) expect(meant).toBeDefined();
    }),
    { numRuns: PICTURES },
  );
  await fc.assert(
    fc.asyncProperty(name, short(300), short(20), cents, async (holder, street, houseNumber, amountCents) => {
      if (!inFrancs.described.transfer) throw new Error("no transfer");
      const creditorAddress = { street, houseNumber, zipcode: "8002", city: "Zürich", country: "CH" };
      const transfer = { ...inFrancs.described.transfer, holder: holder.trim(), amountCents, creditorAddress };
      const now = { ...inFrancs.described, transfer };
      const bill = swissBillOf(now);
      const [read] = await readCodes(await drawPdf(pdfContents(now, inFrancs.reading)));
      expect(read?.replaceAll("\r\n", "\n")).toBe(bill && swissCode(bill));
      for (const text of [bill?.creditor.name, bill?.creditor.street]) expect(text).toMatch(/^[\u0020-\u007e\u00a1-\u00ff]{0,70}$/);
    }),
    { numRuns: PICTURES },
  );
}, 300_000);
