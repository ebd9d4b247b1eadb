import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { inexactOf, numberReasons } from "./number-reasons";
import { offerInvoices } from "./offer-invoices";
import { readPayment } from "./read-payment";

/** Returns the reason by which a text names the first of these invoices, of which the partner's own numbers are given. */
function reasonOf(text: string, ...externals: string[]) {
  const possible = externals.map((externalInvoiceNumber, index) => ({ externalInvoiceNumber, invoiceNumber: 100_002_116 + index }));
  const read = readPayment({ references: [], endToEndId: "", text, name: "" });
  const [first] = possible.flatMap((invoice) => [numberReasons(read, inexactOf(read, possible), invoice)[0] ?? "none"]);
  return first;
}

describe("a number of the company's own", () => {
  test.each([
    ["Roulin 2027 116", "2027-116"],
    ["2027102", "2027-102"],
    ["Rg. 2027 103", "2027-103"],
    ["2027/116", "2027-116"],
    ["2027-116", "2027116"],
    ["re2027116", "RE-2027-116"],
  ])("%s is %s, only separated differently", (text, own) => {
    expect(reasonOf(text, own)).toBe("partner_number_separated");
  });

  test.each([
    ["2027-116", "2027-116", "partner_number"],
    ["2027-161", "2027-116", "number_swapped"],
    ["2027-16", "2027-116", "number_missing"],
    ["30.11.2026", "30-112026", "none"],
    ["A-2027-116", "2027-116", "none"],
    ["2027 1165", "2027-116", "none"],
    ["20 27", "20-27", "none"],
  ])("%s for %s is %s", (text, own, reason) => {
    expect(reasonOf(text, own)).toBe(reason);
  });

  test("with its digits is no slip of another invoice's number, and the service's own number goes before it", () => {
    expect(reasonOf("2027117", "20271175", "2027-117")).toBe("none");
    expect(reasonOf("2027117", "20271175")).toBe("number_missing");
    expect(reasonOf("100 002 116", "1000-02116")).toBe("our_number");
    expect(reasonOf("100 002 117", "100-002117", "2027-117")).toBe("none");
  });

  test("is told from every number with other digits", () => {
    const number = fc.tuple(fc.integer({ min: 2026, max: 2029 }), fc.integer({ min: 100, max: 999 }));
    fc.assert(
      fc.property(number, number, fc.constantFrom(" ", "/", ".", ""), ([year, nth], [ownYear, ownNth], separator) => {
        const reason = reasonOf(`fee ${year}${separator}${nth}`, `${ownYear}-${ownNth}`);
        expect(reason === "partner_number_separated").toBe(year === ownYear && nth === ownNth);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("an invoice is found by its number with other separators alone, and offered, but booked only by a person", async () => {
  const given = await givenBankingCompany();
  await db.update(companySettings).set({ booksClearMatches: true }).where(eq(companySettings.companyId, given.company.id));
  const numbers = ["2027-116", "2027-102", "2027-103", "2027-104"];
  const billed = [];
  for (const externalInvoiceNumber of numbers) {
    const customerLastName = `Roulin ${externalInvoiceNumber.slice(-1)}`;
    billed.push((await givenBilled(given, { invoice: { externalInvoiceNumber, customerLastName } })).invoice);
  }
  await given.told([
    { cents: 4_500, name: "", iban: "", text: "2027 116", bankReference: "B1" },
    { cents: 4_400, name: "P. Bakker", iban: "", text: "2027102", bankReference: "B2" },
    { cents: 4_500, name: "Roulin 3", iban: "", text: "Rg. 2027 103", bankReference: "B3" },
  ]);
  const came = await given.transactions();
  expect(came.map(({ state }) => state)).toEqual(["open", "open", "open"]);
  const offers = await Promise.all(came.map(async ({ id }) => (await offerInvoices(db, given.partner.actor, id)).offers[0]));
  expect(offers.map((offer) => offer?.parts.map(({ invoice }) => invoice.id))).toEqual(billed.slice(0, 3).map(({ id }) => [id]));
  expect(offers.map((offer) => offer?.reasons)).toEqual([
    ["partner_number_separated", "amount"],
    ["partner_number_separated", "other_name", "less"],
    ["partner_number_separated", "last_name", "amount"],
  ]);
});
