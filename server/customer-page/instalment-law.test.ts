import { expect, test } from "vitest";
import { db } from "@/db/client";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenInstalments } from "@/server/testing/given-instalments";
import { contactDetails, correctContact } from "./correct-contact";

type Given = Awaited<ReturnType<typeof givenInstalments>>;

const swiss = { company: { countryCode: "CH", currency: "CHF" }, settings: { instalmentsPeriodEndsOn: null } } as const;

async function stateCountry({ partner, invoice, customer }: Given, customerCountryCode: string) {
  const { recipientVersion } = await describeInvoice(db, partner.actor, invoice.id);
  await correctContact(db, await customer(), recipientVersion, contactDetails.parse({ customerCountryCode }));
}

test("a country that the customer sets on the page makes no law milder, and puts none aside when it is set back", async () => {
  const german = await givenInstalments({ ...swiss, invoice: { customerCountryCode: "DE" } });
  expect(await german.offer()).toEqual({ reason: "law" });
  await stateCountry(german, "CH");
  expect(await german.offer()).toEqual({ reason: "law" });
  await stateCountry(german, "DE");
  await stateCountry(german, "CH");
  expect(await german.offer()).toEqual({ reason: "law" });
  const { externalInvoiceNumber } = german.invoice;
  await updateInvoice(db, german.partner.actor, german.invoice.id, { externalInvoiceNumber, customerCountryCode: "GB" });
  await updateInvoice(db, german.partner.actor, german.invoice.id, { externalInvoiceNumber, customerCountryCode: "CH" });
  expect(await german.offer()).toMatchObject({ plans: expect.any(Array) });
});

test("the very country that the customer set counts once the company states it", async () => {
  const german = await givenInstalments({ ...swiss, invoice: { customerCountryCode: "DE" } });
  await stateCountry(german, "CH");
  const { externalInvoiceNumber } = german.invoice;
  await updateInvoice(db, german.partner.actor, german.invoice.id, { externalInvoiceNumber, customerEmail: german.invoice.customerEmail });
  expect(await german.offer()).toEqual({ reason: "law" });
  await updateInvoice(db, german.partner.actor, german.invoice.id, { externalInvoiceNumber, customerCountryCode: "CH" });
  expect(await german.offer()).toMatchObject({ plans: expect.any(Array) });
});

test("it makes the law stricter at once, and so does the company's own country", async () => {
  const local = await givenInstalments({ ...swiss, invoice: { customerCountryCode: null } });
  expect(await local.offer()).toMatchObject({ plans: expect.any(Array) });
  await stateCountry(local, "NL");
  expect(await local.offer()).toEqual({ reason: "law" });
  await stateCountry(local, "");
  expect(await local.offer()).toMatchObject({ plans: expect.any(Array) });

  const abroad = await givenInstalments({ settings: { instalmentsPeriodEndsOn: null }, invoice: { customerCountryCode: "CH" } });
  expect(await abroad.offer()).toEqual({ reason: "law" });
});

test("the row of the law is kept with the plan", async () => {
  const { agree, rows } = await givenInstalments();
  await agree(2);
  const basis = { country: "DE", isBusiness: false, claim: "period", asOf: "2026-11-30" };
  expect(await rows()).toMatchObject([{ law: { ...basis, source: expect.stringContaining("§ 506 BGB") } }]);
});

test("the period of dues begins with its first day, or with the transmission, and lasts twelve months", async () => {
  const today = dayAt(new Date());
  const settings = { instalmentsMostParts: 12, instalmentsEveryDays: 90, instalmentsPeriodEndsOn: "2035-12-31" };
  const lastOf = async (given: Given) => {
    const offer = await given.offer();
    return "reason" in offer ? offer.reason : offer.plans.at(-1)?.parts.length;
  };
  // Parts on the days 14, 104, 194, 284 and, beyond the twelve months, 374.
  expect(await lastOf(await givenInstalments({ settings }))).toBe(4);
  const begun = { instalmentsPeriodBeginsOn: addDays(today, -200), instalmentsPeriodEndsOn: addDays(today, 150) };
  expect(await lastOf(await givenInstalments({ settings: { ...settings, ...begun } }))).toBe(2);
});

test("a person whose family stands in the organisation's field is a consumer", async () => {
  const family = { customerOrganization: "Fam. de Vries", customerFirstName: "Joost", customerLastName: "de Vries" };
  const given = await givenInstalments({ settings: { instalmentsFeeCents: 300 }, invoice: family });
  const offer = await given.offer();
  expect("reason" in offer ? offer : offer.plans[0]).toMatchObject({ feeCents: 0, basis: { isBusiness: false, claim: "period" } });
});
