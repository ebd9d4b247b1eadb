import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { findMandateOfInvoice } from "@/server/billing/mandates/find-mandate";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { newId } from "@/server/platform/id";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { type GivenPartner, givenImport, givenInvoice } from "@/server/testing/given";
import { formOf, givenPayer } from "@/server/testing/given-consent";
import { type GivenCustomer, givenCustomer, secretOf } from "@/server/testing/given-customer";
import { givenDebits } from "@/server/testing/given-debit";
import { givenMandate, mandateFacts } from "@/server/testing/given-mandate";
import { contactDetails, correctContact } from "./correct-contact";
import { findCustomer } from "./find-customer";
import { findMandateOfCustomer, findMandateOffer } from "./mandate-offer";
import { withdrawOwnMandate } from "./withdraw-own-mandate";

/** A payer with a mandate, and another member of the club. */
async function givenMembers() {
  const payer = await givenPayer();
  const outcome = await payer.give();
  if (!("mandate" in outcome)) throw new Error("no mandate");
  const { partner, company } = payer;
  const ownEmail = `${newId()}@members.example`;
  const other = await givenCustomer(partner, { company, invoice: { customerEmail: ownEmail, locale: "en" } });
  return { ...payer, mandate: outcome.mandate, other: { ...other, email: ownEmail, ...formOf(other) } };
}

async function stateEmail(partner: GivenPartner, { actor, invoice }: Pick<GivenCustomer, "actor" | "invoice">, customerEmail: string) {
  const { recipientVersion } = await describeInvoice(db, partner.actor, invoice.id);
  await correctContact(db, actor, recipientVersion, contactDetails.parse({ customerEmail }));
}

test("a customer who states another payer's address neither sees, changes, withdraws nor uses that payer's mandate", async () => {
  const { partner, email, mandate, mandates: stored, other } = await givenMembers();
  await stateEmail(partner, other, email.toUpperCase());

  const page = await customerPageOf(other);
  expect(page).not.toContain(mandate.reference);
  expect(page).not.toContain(mandate.iban.slice(-4));
  expect(await findMandateOfCustomer(db, other.actor)).toEqual({ mandate: null, isOffered: false, failedDebit: null });
  expect(await findMandateOffer(db, other.actor)).toEqual({ reason: "mandate_not_offered" });
  await expect(withdrawOwnMandate(db, other.actor, mandate.reference)).rejects.toMatchObject({ code: "invalid_mandate_id" });
  expect(await other.send({ holder: "Eve", iban: "DE02120300000000202051", agrees: true, version: "" })).toEqual({
    refusal: "mandate_not_offered",
  });
  expect(await findMandateOfInvoice(db, partner.actor, other.invoice.id)).toBeUndefined();
  expect(await stored()).toMatchObject([{ state: "valid", iban: mandate.iban, holder: mandate.holder }]);
});

test("nor is such a customer's invoice debited from the payer's account: it is asked for", async () => {
  const { partner, company, customerEmail, collect, debits } = await givenDebits();
  const into = await givenImport(partner, { company });
  const ownEmail = `${newId()}@members.example`;
  const invoice = await givenInvoice(partner, { import: into, amountCents: 7_000, invoice: { customerEmail: ownEmail, locale: "en" } });
  await transmitImport(db, partner.actor, into.id);
  const actor = await findCustomer(db, secretOf(await customerLink(db, partner.actor, invoice.id)), null);
  if (!actor) throw new Error("a new link opens nothing");
  await stateEmail(partner, { actor, invoice }, customerEmail);
  await collect({ kind: "mailbox" });
  expect(await debits()).toMatchObject([{ amountCents: 4_500 }]);
});

test("a mandate that staff record for such an invoice is for it alone", async () => {
  const { partner, company, email, mandate, other } = await givenMembers();
  await stateEmail(partner, other, email);
  const [recorded] = await recordMandates(db, partner.actor, company.id, [
    { ...mandateFacts(), customerEmail: null, invoiceNumber: String(other.invoice.invoiceNumber) },
  ]);
  expect(recorded).toMatchObject({ mandate: { customerKey: other.invoice.id, invoiceId: other.invoice.id } });
  expect(await db.select().from(mandates).where(eq(mandates.customerKey, email))).toMatchObject([{ id: mandate.id }]);
  expect(await findMandateOfCustomer(db, other.actor)).toMatchObject({ mandate: { customerKey: other.invoice.id }, isOffered: false });
});

test("an address that the company states, or that the customer puts back, finds its mandate", async () => {
  const { partner, company, email, mandate, other } = await givenMembers();
  const own = await givenMandate(partner, company, { customerEmail: other.email });
  await stateEmail(partner, other, email);
  await stateEmail(partner, other, other.email);
  expect(await findMandateOfInvoice(db, partner.actor, other.invoice.id)).toMatchObject({ id: own.id });

  await stateEmail(partner, other, `${newId()}@elsewhere.example`);
  await stateEmail(partner, other, email);
  const { externalInvoiceNumber } = other.invoice;
  await updateInvoice(db, partner.actor, other.invoice.id, { externalInvoiceNumber, customerEmail: `club-${email}` });
  await updateInvoice(db, partner.actor, other.invoice.id, { externalInvoiceNumber, customerEmail: email });
  expect(await findMandateOfInvoice(db, partner.actor, other.invoice.id)).toMatchObject({ id: mandate.id });
});

test("the very address that the customer set is proven once the company states it, but not by another field of the form", async () => {
  const { partner, email, mandate, other } = await givenMembers();
  const { externalInvoiceNumber } = other.invoice;
  const found = () => findMandateOfInvoice(db, partner.actor, other.invoice.id);
  await stateEmail(partner, other, email);
  const { recipientVersion } = await describeInvoice(db, partner.actor, other.invoice.id);
  // The form of the portal sends every field.
  const form = { externalInvoiceNumber, customerEmail: email, customerCity: "Bremen" };
  await updateRecipient(db, partner.actor, other.invoice.id, recipientVersion, form);
  await updateInvoice(db, partner.actor, other.invoice.id, { externalInvoiceNumber, customerCity: "Kiel" });
  expect(await found()).toBeUndefined();
  await updateInvoice(db, other.actor, other.invoice.id, { externalInvoiceNumber, customerEmail: email });
  expect(await found()).toBeUndefined();
  await updateInvoice(db, partner.actor, other.invoice.id, { externalInvoiceNumber, customerEmail: email });
  expect(await found()).toMatchObject({ id: mandate.id });
});
