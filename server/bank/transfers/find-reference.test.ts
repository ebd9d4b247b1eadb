import { expect, test } from "vitest";
import { db } from "@/db/client";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { findReference } from "./find-reference";

async function given(countryCode: "BE" | "NL", iban?: string) {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { countryCode });
  await givenBankAccount(partner, company, iban ? { iban } : {});
  const made = (transmitted: boolean) => givenInvoice(partner, { company, transmitted, amountCents: 4_500 });
  return { partner, made };
}

test("an invoice of a Belgian company has its structured communication, as customers read it, also once it is paid", async () => {
  const { partner, made } = await given("BE", "BE68539007547034");
  const invoice = await made(true);
  const reference = await findReference(db, partner.actor, invoice.id);
  expect(reference).toEqual(referenceOf(invoice.invoiceNumber, "belgian"));
  expect(reference?.shown).toMatch(/^\+{3}\d{3}\/\d{4}\/\d{5}\+{3}$/);
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: "Cash", mayExceed: false });
  expect(await findReference(db, partner.actor, invoice.id)).toEqual(reference);
});

test("other companies' invoices have a creditor reference; one that is not transmitted, or that the actor does not see, has none", async () => {
  const { partner, made } = await given("NL");
  const invoice = await made(true);
  expect(await findReference(db, partner.actor, invoice.id)).toMatchObject({ kind: "creditor" });
  expect(await findReference(db, partner.actor, (await made(false)).id)).toBeNull();
  expect(await findReference(db, { ...partner.actor, companyIds: [] }, invoice.id)).toBeNull();
  expect(await findReference(db, (await givenPartner()).actor, invoice.id)).toBeNull();
});
