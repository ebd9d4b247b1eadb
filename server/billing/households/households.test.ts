import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { householdMembers } from "@/db/schema/households";
import { runCollection } from "@/server/background/run-collection";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails, NewInvoice } from "@/server/billing/invoices/invoice";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { findCustomer } from "@/server/customer-page/find-customer";
import { sayTransferred } from "@/server/customer-page/say-transferred";
import type { Transport } from "@/server/messages/transport";
import { newId } from "@/server/platform/id";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { secretOf } from "@/server/testing/given-customer";
import { answering, givenMailServer } from "@/server/testing/given-mail-server";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { dissolveHousehold, joinHousehold, leaveHousehold } from "./change-household";

const mailServer = givenMailServer();

/** Invoices of one transmitted import, and its partner's background work. */
async function given(recipients: Partial<NewInvoice>[], { isJoining = true } = {}) {
  const bank = await givenBankingCompany();
  const { partner, company } = bank;
  const into = await givenImport(partner, { company });
  const invoices: InvoiceDetails[] = [];
  for (const [index, invoice] of recipients.entries()) {
    invoices.push(await givenInvoice(partner, { import: into, invoice: { externalInvoiceNumber: `F-${index + 1}`, ...invoice } }));
  }
  await db.update(importSettings).set({ joinsHouseholds: isJoining }).where(eq(importSettings.importId, into.id));
  await transmitImport(db, partner.actor, into.id);
  const collect = (transport?: Transport) => runCollection(db, { scope: { partnerId: partner.id }, transport });
  const owed = async () => {
    const found = await Promise.all(invoices.map(({ id }) => getInvoice(db, partner.actor, id)));
    return found.map(({ amountTotalCents }) => amountTotalCents);
  };
  const members = () =>
    db.select().from(householdMembers).where(eq(householdMembers.partnerId, partner.id)).orderBy(asc(householdMembers.invoiceId));
  const outgoing = () =>
    db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id)).orderBy(asc(outgoingMessages.id));
  const customerOf = async (id = "") => {
    const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, id)), null);
    if (!customer) throw new Error("The link opens nothing");
    return customer;
  };
  return { ...bank, into, invoices, collect, owed, members, outgoing, customerOf };
}

const address = () => `${newId()}@members.example`;

test("a payer of several invoices gets one message with all of them and the sum, and each invoice shows it", async () => {
  const customerEmail = address();
  const { partner, invoices, collect, outgoing } = await given([
    { customerEmail, customerFirstName: "Ada" },
    { customerEmail: customerEmail.toUpperCase(), customerFirstName: "Ben" },
    { customerEmail, customerFirstName: "Cor" },
  ]);
  await collect();
  // Any of the three messages may carry the others.
  const mails = mailServer.received(customerEmail);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/voor Ada Brandsma[\s\S]*Factuur F-1 bekijken/);
  expect(mails[0]).toMatch(/voor Cor Brandsma[\s\S]*Factuur F-3 bekijken/);
  expect(mails[0]).toContain("135,00");
  expect((await outgoing()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  for (const { id } of invoices) {
    const { messages } = await getInvoice(db, partner.actor, id);
    expect(messages.map(({ type, description }) => [type, description])).toEqual([["EMAIL", expect.stringContaining("3 facturen")]]);
  }
});

test("one transfer with the leading reference pays all, a smaller one the leading invoice first; afterwards a person decides about other amounts", async () => {
  const customerEmail = address();
  const { invoices, collect, owed, customerOf, told, transactions } = await given([
    { customerEmail },
    { customerEmail },
    { customerEmail },
  ]);
  await collect();
  const [first, second] = invoices;
  const { household } = await describeForCustomer(db, await customerOf(second?.id));
  expect(household).toMatchObject({ outstandingCents: 13_500, transfer: { amountCents: 13_500 } });
  const reference = household?.transfer?.reference.code ?? "";
  expect((await describeForCustomer(db, await customerOf(first?.id))).transfer?.reference.code).toBe(reference);

  await told([{ cents: 6_000, reference }]);
  expect(await owed()).toEqual([0, 3_000, 4_500]);
  await told([{ cents: 8_000, reference }], { id: "2" });
  expect(await owed()).toEqual([0, 3_000, 4_500]);
  expect((await transactions()).map(({ state }) => state)).toEqual(["booked", "open"]);
  await told([{ cents: 7_500, reference }], { id: "3" });
  expect(await owed()).toEqual([0, 0, 0]);
});

test("a transfer of the family's sum is booked without review, with one receipt", async () => {
  const customerEmail = address();
  const members = ["Ada", "Ben", "Cor"].map((customerFirstName) => ({ customerEmail, customerFirstName }));
  const { invoices, collect, owed, customerOf, told, outgoing } = await given(members);
  await collect();
  const { household } = await describeForCustomer(db, await customerOf(invoices[1]?.id));
  await told([{ cents: 13_500, name: "Ben Brandsma", reference: household?.transfer?.reference.code }]);
  expect(await owed()).toEqual([0, 0, 0]);
  // One receipt covers all.
  await collect();
  const [, receipt, ...others] = mailServer.received(customerEmail);
  expect(others).toEqual([]);
  expect(receipt).toContain("F-3 voor Cor Brandsma");
  expect(receipt).toContain("135,00");
  expect((await outgoing()).map(({ kind, state }) => [kind, state])).toEqual([
    ...Array(3).fill(["request1", "sent"]),
    ...Array(3).fill(["payment_received", "sent"]),
  ]);
});

test("an invoice joins by account or home the household with the one address that has it, and nobody learns another's data", async () => {
  const home = { customerZipcode: "1234 AB", customerAddress1: "Lane", customerHouseNumber: "7" };
  const [one, two] = [address(), address()];
  const { invoices, collect, members } = await given([
    { customerEmail: one, ...home, directDebitIban: "NL20INGB0001234567" },
    { customerEmail: null, ...home },
    { customerEmail: null, directDebitIban: "NL20INGB0001234567", customerLastName: "Other" },
    { customerEmail: null, ...home, customerLastName: "Lodger" },
    { customerEmail: two, customerZipcode: "9999 ZZ", customerHouseNumber: "1" },
    { customerEmail: address(), customerZipcode: "9999 ZZ", customerHouseNumber: "1" },
    { customerEmail: null, customerZipcode: "9999 ZZ", customerHouseNumber: "1" },
  ]);
  await collect();
  expect((await members()).map(({ invoiceId }) => invoices.findIndex(({ id }) => id === invoiceId)).sort()).toEqual([0, 1, 2]);
  expect(mailServer.received(one)).toHaveLength(1);
  expect(mailServer.received(one)[0]).toContain("135,00");
  expect(mailServer.received(two)[0]).toContain("45,00");
});

test("no household forms if the settings disable it, from more than twelve invoices, or from placeholder values", async () => {
  const customerEmail = address();
  const off = await given([{ customerEmail }, { customerEmail }], { isJoining: false });
  const many = await given(Array.from({ length: 13 }, () => ({ customerEmail })));
  const none = await given([{ customerEmail: "none" }, { customerEmail: "none" }]);
  for (const { collect, members } of [off, many, none]) {
    await collect();
    expect(await members()).toEqual([]);
  }
});

test("staff join two invoices of an import, remove one, and undo it; a transfer then pays the invoice that it names", async () => {
  const { partner, invoices, collect, members, told, owed, customerOf } = await given([
    { customerEmail: address() },
    { customerEmail: address() },
    { customerEmail: address() },
  ]);
  await collect();
  const [first, second, third] = invoices.map(({ id }) => id);
  await joinHousehold(db, partner.actor, third ?? "", "F-2");
  await joinHousehold(db, partner.actor, third ?? "", String(invoices[0]?.invoiceNumber));
  expect((await members()).map(({ leadInvoiceId }) => leadInvoiceId)).toEqual([first, first, first]);
  await leaveHousehold(db, partner.actor, first ?? "");
  expect((await members()).map(({ invoiceId, leadInvoiceId }) => [invoiceId, leadInvoiceId])).toEqual([
    [second, second],
    [third, second],
  ]);
  const { household } = await describeForCustomer(db, await customerOf(third));
  expect(household?.outstandingCents).toBe(9_000);
  await dissolveHousehold(db, partner.actor, third ?? "");
  expect(await members()).toEqual([]);
  expect((await describeForCustomer(db, await customerOf(third))).household).toBeNull();
  await told([{ cents: 9_000, reference: household?.transfer?.reference.code ?? "" }]);
  expect(await owed()).toEqual([4_500, -4_500, 4_500]);
  await expect(joinHousehold(db, partner.actor, third ?? "", "F-9")).rejects.toMatchObject({ code: "no_invoice_of_number" });
  await expect(joinHousehold(db, partner.actor, third ?? "", "F-3")).rejects.toMatchObject({ code: "no_invoice_of_number" });
});

test("a customer who reports a transfer gets a reminder for none of the invoices", async () => {
  const customerEmail = address();
  const { invoices, collect, customerOf } = await given([{ customerEmail }, { customerEmail }]);
  await collect();
  await sayTransferred(db, await customerOf(invoices[1]?.id), "I have paid");
  for (const { id } of invoices) {
    expect((await describeForCustomer(db, await customerOf(id))).invoice.hold).toMatchObject({ kind: "paused" });
  }
});

test("a message that the server refuses is tried again in full, and none of its invoices shows it as sent", async () => {
  const customerEmail = address();
  const { collect, outgoing } = await given([{ customerEmail }, { customerEmail }]);
  mailServer.refuse(true);
  await collect();
  expect((await outgoing()).map(({ state, carriedBy }) => [state, carriedBy])).toEqual([
    ["waiting", null],
    ["waiting", null],
  ]);
  mailServer.refuse(false);
  await db
    .update(outgoingMessages)
    .set({ nextAttemptAt: new Date(0) })
    .where(eq(outgoingMessages.state, "waiting"));
  await collect();
  expect(mailServer.received(customerEmail)).toHaveLength(1);
  expect((await outgoing()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("of several simultaneous senders one writes to a household", async () => {
  const customerEmail = address();
  const { collect, outgoing } = await given(Array.from({ length: 6 }, () => ({ customerEmail })));
  await Promise.all(Array.from({ length: 5 }, () => collect()));
  await collect();
  expect(mailServer.received(customerEmail)).toHaveLength(1);
  expect((await outgoing()).filter(({ state }) => state !== "sent")).toEqual([]);
});

test("a message with an unknown outcome is unknown for all of its invoices", async () => {
  const customerEmail = address();
  const { collect, outgoing } = await given([{ customerEmail }, { customerEmail }]);
  await collect(
    answering(async (handOver) => {
      await handOver();
      return { state: "unknown", failure: "timeout" };
    }),
  );
  expect((await outgoing()).map(({ state }) => state)).toEqual(["unknown", "unknown"]);
});

test("the database joins only invoices of one import", async () => {
  const one = await given([{ customerEmail: address() }]);
  const other = await givenImport(one.partner, { company: one.company });
  const elsewhere = await givenInvoice(one.partner, { import: other, transmitted: true });
  const row = { partnerId: one.partner.id, invoiceId: elsewhere.id, leadInvoiceId: one.invoices[0]?.id ?? "", joinedAt: new Date() };
  await expect(db.insert(householdMembers).values(row)).rejects.toMatchObject({ cause: { constraint_name: "household_of_one_import" } });
});
