import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Actor } from "./actor";
import { createImport } from "./billing/imports/create-import";
import { deleteImport } from "./billing/imports/delete-import";
import { getImport } from "./billing/imports/find-import";
import { listImports } from "./billing/imports/list-imports";
import { transmitImport } from "./billing/imports/transmit-import";
import { updateImport } from "./billing/imports/update-import";
import { createInvoice } from "./billing/invoices/create-invoice";
import { creditAndRetractInvoice } from "./billing/invoices/credit-and-retract-invoice";
import { deleteInvoice } from "./billing/invoices/delete-invoice";
import { getInvoice, getInvoiceLines } from "./billing/invoices/find-invoice";
import { updateInvoice } from "./billing/invoices/update-invoice";
import { archiveTickets } from "./desk/tickets/archive-tickets";
import { assignToSupport } from "./desk/tickets/assign-to-support";
import { createTicket } from "./desk/tickets/create-ticket";
import { listTickets } from "./desk/tickets/list-tickets";
import { listTicketsOfCompany } from "./desk/tickets/list-tickets-of-company";
import { getCompany } from "./tenancy/companies/find-company";
import { updateCompany } from "./tenancy/companies/update-company";
import { givenCompany, givenInvoice, givenPartner } from "./testing/given";
import { newInvoiceFor } from "./testing/new-records";

interface Targets {
  invoiceId: string;
  importId: string;
  companyId: string;
}

const retraction = { creditNoteNumber: "C-1", description: "x", retractionReason: null, showRetractionReasonToCustomer: false };
const page = { pageNumber: 1, pageSize: 30 };

/** All services that take a record, with the answer for a record that does not exist. */
const services: [string, string, (actor: Actor, targets: Targets) => Promise<unknown>][] = [
  ["getCompany", "invalid_company_id", (actor, { companyId }) => getCompany(db, actor, companyId)],
  [
    "updateCompany",
    "invalid_company_id",
    async (actor, { companyId }) =>
      updateCompany(db, actor, companyId, {
        name: "New",
        brand: "brand_code_1",
        email: "office@club.example",
        locale: "nl",
        countryCode: "NL",
        currency: "EUR",
      }),
  ],
  ["listImports", "invalid_company_id", (actor, { companyId }) => listImports(db, actor, companyId, page)],
  ["listTicketsOfCompany", "invalid_company_id", (actor, { companyId }) => listTicketsOfCompany(db, actor, companyId, "answered", page)],
  [
    "createImport",
    "invalid_company_id",
    (actor, { companyId }) => createImport(db, actor, { companyId, title: null, expectedInvoicesCount: null }),
  ],
  ["getImport", "invalid_import_id", (actor, { importId }) => getImport(db, actor, importId)],
  ["updateImport", "invalid_import_id", (actor, { importId }) => updateImport(db, actor, importId, { title: "New" })],
  ["createInvoice", "invalid_import_id", (actor, { importId }) => createInvoice(db, actor, newInvoiceFor(importId))],
  ["getInvoice", "invalid_invoice_id", (actor, { invoiceId }) => getInvoice(db, actor, invoiceId)],
  ["getInvoiceLines", "invalid_invoice_id", (actor, { invoiceId }) => getInvoiceLines(db, actor, invoiceId)],
  ["updateInvoice", "invalid_invoice_id", (actor, { invoiceId }) => updateInvoice(db, actor, invoiceId, { externalInvoiceNumber: "2" })],
  ["listTickets", "invalid_invoice_id", (actor, { invoiceId }) => listTickets(db, actor, invoiceId)],
  ["createTicket", "invalid_invoice_id", (actor, { invoiceId }) => createTicket(db, actor, invoiceId, { message: "Yes" })],
  ["archiveTickets", "invalid_invoice_id", (actor, { invoiceId }) => archiveTickets(db, actor, invoiceId)],
  ["assignToSupport", "invalid_invoice_id", (actor, { invoiceId }) => assignToSupport(db, actor, invoiceId)],
  ["creditAndRetractInvoice", "invalid_invoice_id", (actor, { invoiceId }) => creditAndRetractInvoice(db, actor, invoiceId, retraction)],
  ["deleteInvoice", "invalid_invoice_id", (actor, { invoiceId }) => deleteInvoice(db, actor, invoiceId)],
  ["deleteImport", "invalid_import_id", (actor, { importId }) => deleteImport(db, actor, importId)],
  ["transmitImport", "invalid_import_id", (actor, { importId }) => transmitImport(db, actor, importId)],
];

describe("an actor limited to some of the partner's companies", () => {
  test.each(services)("does not find the others' records: %s", async (_, code, service) => {
    const partner = await givenPartner();
    const theirs = await givenCompany(partner);
    const { id: invoiceId, importId, companyId } = await givenInvoice(partner);
    const limited = { ...partner.actor, companyIds: [theirs.id] };

    await expect(service(limited, { invoiceId, importId, companyId })).rejects.toMatchObject({ code });
    const before = await getInvoice(db, partner.actor, invoiceId);
    expect(before).toMatchObject({ retractedAt: null, externalInvoiceNumber: "2026-0001", tickets: [] });
  });

  test.each(services)("can use the records of their own companies: %s", async (_, __, service) => {
    const partner = await givenPartner();
    const { id: invoiceId, importId, companyId } = await givenInvoice(partner);
    const limited = { ...partner.actor, companyIds: [companyId] };

    await service(limited, { invoiceId, importId, companyId });
  });

  test.each(services)("of another partner finds nothing: %s", async (_, code, service) => {
    const { id: invoiceId, importId, companyId } = await givenInvoice(await givenPartner());
    const stranger = await givenPartner();

    await expect(service(stranger.actor, { invoiceId, importId, companyId })).rejects.toMatchObject({ code });
  });
});
