import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { mails } from "@/db/schema/mails";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { groupIban } from "@/server/domain/banking/group-iban";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { forgetEnv } from "@/server/env";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCollected } from "@/server/testing/given-collection";
import { givenCustomer } from "@/server/testing/given-customer";
import { mailsTo } from "@/server/testing/mails-to";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

/** A company's request to pay, as its customer reads it. */
async function givenRequest({ company = {}, locale = "nl" }: { company?: Partial<typeof companies.$inferInsert>; locale?: "nl" | "de" }) {
  const { invoice, customerEmail, collect, ...given } = await givenCollected({ invoice: { locale } });
  if (Object.keys(company).length > 0) await db.update(companies).set(company).where(eq(companies.id, given.company.id));
  await collect({ kind: "mailbox" });
  const mail = only(await db.select().from(mails).where(eq(mails.recipient, customerEmail)));
  return { invoice, subject: mail.subject, text: mail.body ?? "" };
}

test("a request names the invoice by its company's number alone", async () => {
  const { invoice, subject, text } = await givenRequest({});
  expect(text).toContain(`Factuurnummer: ${invoice.externalInvoiceNumber}`);
  expect(text + subject).not.toContain(String(invoice.invoiceNumber));
});

test("a company whose name ends with a full stop ends its sentence, and Swiss companies write no ß", async () => {
  const { text } = await givenRequest({ company: { name: "Ruderverein Süd e. V." }, locale: "de" });
  expect(text).toContain("Ruderverein Süd e. V.");
  expect(text).not.toMatch(/\.\.(?!\.)/);
  expect(text).toContain("Mit freundlichen Grüßen");

  const swiss = await givenRequest({ company: { countryCode: "CH", currency: "CHF" }, locale: "de" });
  expect(swiss.text).toContain("Mit freundlichen Grüssen");
});

test("a request names the account that it is transferred to, and its reference, if there is one", async () => {
  const collected = await givenCollected({ invoice: { locale: "en" } });
  const { current } = await givenBankAccount(collected.partner, collected.company);
  await collected.collect({ kind: "mailbox" });
  const { body, html } = only(await db.select().from(mails).where(eq(mails.recipient, collected.customerEmail)));
  const { shown } = referenceOf(collected.invoice.invoiceNumber, "creditor");
  expect(body).toContain("Pay to: Rowing Club Northbank");
  expect(body).toContain(`IBAN: ${groupIban(current?.iban ?? "", " ")}`);
  expect(body).toContain(`Payment reference: ${shown}`);
  expect(html).toContain(shown);
  expect((await givenRequest({})).text).not.toContain("IBAN");
});

test("a subject has no line break, and an amount in it cannot break", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    isSandbox: true,
    invoice: { locale: "fr", externalInvoiceNumber: "2026\n12" },
  });
  await collect({ kind: "mailbox" });
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 2_000, reason: "Statement", mayExceed: false });
  await collect({ kind: "mailbox" });
  const [receipt] = (await mailsTo(customerEmail)).slice(-1);
  expect(receipt?.subject).toMatch(/^Reçu\u00a0: 20,00\u00a0€ .*2026 12/);
});

test("a mail and the page name the organisation that runs the service, if it has a name", async () => {
  const { text } = await givenRequest({ locale: "de" });
  expect(text).not.toContain("im Auftrag von");
  vi.stubEnv("SERVICE_NAME", "Sample Collections");
  forgetEnv();
  const named = await givenRequest({ locale: "de" });
  expect(named.text).toContain("Versandt von Sample Collections im Auftrag von Rowing Club Northbank.");
  expect(await customerPageOf(await givenCustomer(await givenPartner(), { invoice: { locale: "de" } }))).toContain(
    "Diese Seite stellt Sample Collections im Auftrag von Rowing Club Northbank bereit.",
  );
});
