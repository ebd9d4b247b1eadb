import { expect, test } from "vitest";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import drawPdf from "./draw-pdf";
import { pdfContents } from "./pdf-contents";

test("a PDF has the sender's and the recipient's address, the company's numbers, the invoice date and the due day, and no date can break", async () => {
  const partner = await givenPartner();
  const address = { address1: "River Lane", houseNumber: "7", zipcode: "SW13 0AA", city: "London" };
  const company = await givenCompany(partner, { countryCode: "GB", currency: "GBP", enterpriseNumber: "0123.456.749", ...address });
  const { described, reading } = await readingFor(
    await givenCustomer(partner, {
      company,
      invoice: {
        locale: "en",
        customerOrganization: "Sample Ltd",
        customerAddress1: "Mill Road",
        customerHouseNumber: "12",
        customerHouseNumberExtension: "b",
        customerZipcode: "CB1 2AD",
        customerCity: "Cambridge",
      },
    }),
  );
  const contents = pdfContents(described, reading);
  expect(contents).toMatchObject({
    sender: ["7 River Lane", "London SW13 0AA", "Enterprise number 0123.456.749"],
    recipient: { label: "Billed to", lines: ["Sample Ltd", "Ada Brandsma", "12 b Mill Road", "Cambridge CB1 2AD"] },
  });
  const [number, date, due, asOf, ...others] = contents.facts;
  expect(others).toEqual([]);
  expect(number).toBe("Invoice 2026-0001");
  expect(date).toMatch(/^Invoice date: \d+\u00a0\p{L}+\u00a0\d{4}$/u);
  expect(due).toMatch(/^Due by \d+\u00a0\p{L}+\u00a0\d{4}$/u);
  expect(asOf).toMatch(/^As at \d+\u00a0\p{L}+\u00a0\d{4}$/u);
  expect(JSON.stringify(contents)).not.toContain(String(described.invoice.invoiceNumber));
  expect((await drawPdf(contents)).length).toBeGreaterThan(1_000);
});
