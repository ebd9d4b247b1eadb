import { expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { getMandate } from "@/server/billing/mandates/find-mandate";
import { contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { newId } from "@/server/platform/id";
import type { GivenPartner } from "@/server/testing/given";
import { givenPayer } from "@/server/testing/given-consent";
import { type GivenCustomer, givenCustomer } from "@/server/testing/given-customer";
import { givenMandate } from "@/server/testing/given-mandate";
import { mailsTo } from "@/server/testing/mails-to";
import { eraseCustomer } from "./erase-customer";
import { exportCustomer } from "./export-customer";

/** Sets an e-mail address on the page of the customer's invoice. */
async function setAddress(partner: GivenPartner, { invoice, actor }: GivenCustomer, customerEmail: string): Promise<void> {
  const { recipientVersion } = await describeInvoice(db, partner.actor, invoice.id);
  await correctContact(db, actor, recipientVersion, contactDetails.parse({ customerEmail }));
}

async function settle(partner: GivenPartner, { invoice }: GivenCustomer): Promise<void> {
  await creditAmount(db, partner.actor, invoice.id, null, { amountCents: invoice.amountTotalCents, description: "Less" });
}

const newAddress = () => `${newId()}@members.example`;

/** Creates a member with a mandate, and a customer who has set that member's address on the page. */
async function givenTwo() {
  const member = await givenPayer({ invoice: { customerLastName: "Otterspeer" } });
  await member.give({ iban: "DE02120300000000202051" });
  const { partner, company, email } = member;
  const customer = await givenCustomer(partner, { company, invoice: { customerEmail: newAddress(), customerLastName: "Ravenswaay" } });
  await setAddress(partner, customer, email);
  return { partner, company, member, customer };
}

test("a customer who states another's address is neither given that customer's data nor has them erased", async () => {
  const { partner, member, customer } = await givenTwo();
  const asked = { invoiceId: customer.invoice.id };
  const exported = JSON.stringify(await exportCustomer(db, partner.actor, asked));
  expect(exported).toContain(customer.invoice.id);
  for (const others of [member.invoice.id, "Otterspeer", "DE02120300000000202051"]) expect(exported).not.toContain(others);

  await settle(partner, customer);
  expect(await eraseCustomer(db, partner.actor, asked)).toEqual({ invoices: 1 });
  expect((await getInvoice(db, partner.actor, member.invoice.id)).customerLastName).toBe("Otterspeer");
  expect(await member.mandates()).toMatchObject([{ state: "valid" }]);
});

test("a member is not given the data of a customer who states the member's address, and neither are they erased with the member's", async () => {
  const { partner, member, customer } = await givenTwo();
  const asked = { invoiceId: member.invoice.id };
  const exported = JSON.stringify(await exportCustomer(db, partner.actor, asked));
  for (const own of [member.invoice.id, "DE02120300000000202051"]) expect(exported).toContain(own);
  for (const others of [customer.invoice.id, "Ravenswaay"]) expect(exported).not.toContain(others);

  await settle(partner, member);
  expect(await eraseCustomer(db, partner.actor, asked)).toEqual({ invoices: 1 });
  expect((await getInvoice(db, partner.actor, customer.invoice.id)).customerLastName).toBe("Ravenswaay");
  expect(await member.mandates()).toEqual([]);
});

test("a customer who states another's address and then a third one reaches no mandate of the other's, but those of their own former address", async () => {
  const { partner, company, customer } = await givenTwo();
  const [others, own] = [
    await givenMandate(partner, company, { customerEmail: newAddress() }),
    await givenMandate(partner, company, { customerEmail: customer.invoice.customerEmail }),
  ];
  for (const address of [others.customerKey, newAddress()]) await setAddress(partner, customer, address);

  const asked = { invoiceId: customer.invoice.id };
  expect(await exportCustomer(db, partner.actor, asked)).toMatchObject({ mandates: [{ id: own.id }] });
  await settle(partner, customer);
  await eraseCustomer(db, partner.actor, asked);
  expect(await getMandate(db, partner.actor, others.id)).toMatchObject({ state: "valid" });
  await expect(getMandate(db, partner.actor, own.id)).rejects.toThrow("invalid_mandate_id");
});

test("a member's mandates of a former address are theirs, although a customer states that address now", async () => {
  const { partner, member } = await givenTwo();
  await setAddress(partner, member, newAddress());
  await settle(partner, member);
  expect(await eraseCustomer(db, partner.actor, { invoiceId: member.invoice.id })).toEqual({ invoices: 1 });
  expect(await member.mandates()).toEqual([]);
});

test("an erasure deletes the mails about its invoices, and none to another who has the same address", async () => {
  const { partner, company, customer } = await givenTwo();
  const another = await givenCustomer(partner, { company, invoice: { customerEmail: customer.invoice.customerEmail } });
  await setAddress(partner, another, newAddress());
  const kindsOfMails = async () => (await mailsTo(customer.invoice.customerEmail ?? "")).map(({ kind }) => kind);
  expect(await kindsOfMails()).toEqual(["customerAddressChanged", "customerAddressChanged"]);
  await settle(partner, customer);
  await eraseCustomer(db, partner.actor, { invoiceId: customer.invoice.id });
  expect(await kindsOfMails()).toEqual(["customerAddressChanged"]);
});
