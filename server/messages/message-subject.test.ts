import { expect, test } from "vitest";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { readingOf, type Say } from "@/server/customer-page/document/reading";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { dayOf, money, type Subject } from "./message-subject";

const REGIONS = [
  ["de", "DE"],
  ["de", "AT"],
  ["de", "CH"],
  ["en", "GB"],
  ["en", "IE"],
  ["en", "NL"],
  ["fr", "FR"],
  ["fr", "BE"],
  ["fr", "CH"],
  ["it", "IT"],
  ["it", "CH"],
  ["nl", "NL"],
  ["nl", "BE"],
] as const;

test.each(REGIONS)("a mail, the page and the PDF write an amount and a day alike: %s in %s", (locale, countryCode) => {
  for (const currency of ["EUR", "CHF", "GBP"] as const) {
    const subject = { invoice: { locale }, company: { countryCode, currency } } as Pick<Subject, "invoice" | "company">;
    const record = { locale, currency, companyCountryCode: countryCode } as InvoiceRecord;
    const reading = readingOf(record, ((key: string) => key) as unknown as Say, "Europe/Zurich");
    for (const cents of [5, 12_345, 123_450, -4_000, 123_456_789]) expect(money(cents, subject)).toBe(reading.money(cents));
    expect(dayOf(subject, "2027-01-04")).toBe(reading.day("2027-01-04"));
    expect(reading.date(new Date("2027-01-04T12:00:00Z"))).toBe(reading.day("2027-01-04"));
  }
});

test("January is Jänner in Austria, and only there", () => {
  const day = (countryCode: "AT" | "DE") =>
    dayOf({ invoice: { locale: "de" }, company: { countryCode } } as Pick<Subject, "invoice" | "company">, "2027-01-04");
  expect([day("AT"), day("DE")]).toEqual(["4. Jänner 2027", "4. Januar 2027"]);
  expect(regionalLocale("de", "AT")).toBe("de-AT");
});
