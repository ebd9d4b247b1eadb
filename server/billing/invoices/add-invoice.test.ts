import { expect, test } from "vitest";
import { db } from "@/db/client";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { givenCompany, givenImport, givenPartner } from "@/server/testing/given";
import { addInvoice } from "./add-invoice";
import { getInvoice } from "./find-invoice";

const recipient = { externalInvoiceNumber: "H-1", customerLastName: "Brandsma", customerEmail: "ada@members.example" };
const lines = [
  { amountCents: 24_000, description: "Membership" },
  { amountCents: -4_000, description: "Volunteer discount" },
];

test("a manually entered invoice is in its import with its lines, in the company's language unless another was chosen", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner, { company: await givenCompany(partner, { locale: "fr" }) });
  const { id } = await addInvoice(db, partner.actor, into.id, recipient, lines);
  const invoice = await getInvoice(db, partner.actor, id);
  expect(invoice).toMatchObject({ ...recipient, importId: into.id, locale: "fr", amountTotalCents: 20_000, customerOrganization: null });
  expect(invoice.lines).toMatchObject(lines);
  const dutch = await addInvoice(db, partner.actor, into.id, { ...recipient, locale: "nl" }, lines);
  expect(dutch.locale).toBe("nl");
});

test.each([
  ["invalid_customer_last_name", { ...recipient, customerLastName: "" }],
  ["invalid_customer_email", { ...recipient, customerEmail: null }],
])("%s is refused, and nothing is stored", async (code, typed) => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  await expect(addInvoice(db, partner.actor, into.id, typed, lines)).rejects.toMatchObject({ code });
  await expect(transmitImport(db, partner.actor, into.id)).rejects.toMatchObject({ code: "import_is_empty" });
});

test("a transmitted import, or another partner's, refuses it", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const stranger = await givenPartner();
  await expect(addInvoice(db, stranger.actor, into.id, recipient, lines)).rejects.toMatchObject({ code: "invalid_import_id" });
  await addInvoice(db, partner.actor, into.id, recipient, lines);
  await transmitImport(db, partner.actor, into.id);
  await expect(addInvoice(db, partner.actor, into.id, recipient, lines)).rejects.toMatchObject({ code: "import_already_transmitted" });
});
