import { expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { newId } from "@/server/platform/id";
import { givenPayer } from "@/server/testing/given-consent";
import { givenCustomer } from "@/server/testing/given-customer";
import { eraseCustomer } from "./erase-customer";
import { exportCustomer } from "./export-customer";

test("a customer who states another's address is neither given that customer's data nor has them erased", async () => {
  const other = await givenPayer({ invoice: { customerLastName: "Otterspeer" } });
  await other.give({ iban: "DE02120300000000202051" });
  const { partner, company, email } = other;
  const { invoice, actor } = await givenCustomer(partner, { company, invoice: { customerEmail: `${newId()}@members.example` } });
  const { recipientVersion } = await describeInvoice(db, partner.actor, invoice.id);
  await correctContact(db, actor, recipientVersion, contactDetails.parse({ customerEmail: email }));

  const asked = { invoiceId: invoice.id };
  const exported = JSON.stringify(await exportCustomer(db, partner.actor, asked));
  expect(exported).toContain(invoice.id);
  for (const others of [other.invoice.id, "Otterspeer", "DE02120300000000202051"]) expect(exported).not.toContain(others);

  const { amountTotalCents: amountCents } = invoice;
  await creditAmount(db, partner.actor, invoice.id, null, { amountCents, description: "Less" });
  expect(await eraseCustomer(db, partner.actor, asked)).toEqual({ invoices: 1 });
  expect((await getInvoice(db, partner.actor, other.invoice.id)).customerLastName).toBe("Otterspeer");
  expect(await other.mandates()).toMatchObject([{ state: "valid" }]);
});
