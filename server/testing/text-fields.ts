import type { ErrorCode } from "@/server/errors";
import { type Body, companyBody, invoiceBody, retractionBody } from "./bodies";
import type { Reply } from "./client";
import { clientOf } from "./client";
import { type GivenPartner, givenCompany, givenImport, givenInvoice } from "./given";

export interface TextField {
  endpoint: keyof typeof endpoints;
  /** Path in the request. */
  path: string;
  /** Path in the answer; absent: the same as in the request; null: the answer does not show the field. */
  shownAt?: string | null;
  code: ErrorCode;
  /** Maximum number of Unicode code points. */
  max: number;
  required?: boolean;
}

interface Ready {
  body: Body;
  /** Sends the body to the endpoint, whose record is ready. */
  send(body: unknown): Promise<Reply>;
}

/** Functions for every endpoint that takes text, which create its record and return a body that it accepts. */
const endpoints = {
  "POST /invoices": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenImport(partner);
    return { body: invoiceBody(id), send: (body) => clientOf(partner).post("/invoices", body) };
  },
  "PUT /invoices/:id": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenInvoice(partner);
    return { body: { external_invoice_number: "2026-0001" }, send: (body) => clientOf(partner).put(`/invoices/${id}`, body) };
  },
  "POST /invoices/:id/credit_and_retract": async (partner: GivenPartner): Promise<Ready> => {
    return {
      body: retractionBody,
      send: async (body) => clientOf(partner).post(`/invoices/${(await givenInvoice(partner)).id}/credit_and_retract`, body),
    };
  },
  "POST /invoices/:id/tickets": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenInvoice(partner);
    return { body: { message: "Hello" }, send: (body) => clientOf(partner).post(`/invoices/${id}/tickets`, body) };
  },
  "POST /companies": async (partner: GivenPartner): Promise<Ready> => ({
    body: companyBody(),
    send: (body) => clientOf(partner).post("/companies", body),
  }),
  "PUT /companies/:id": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenCompany(partner);
    return { body: companyBody(), send: (body) => clientOf(partner).put(`/companies/${id}`, body) };
  },
  "POST /imports": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenCompany(partner);
    return { body: { company_id: id }, send: (body) => clientOf(partner).post("/imports", body) };
  },
  "PUT /imports/:id": async (partner: GivenPartner): Promise<Ready> => {
    const { id } = await givenImport(partner);
    return { body: {}, send: (body) => clientOf(partner).put(`/imports/${id}`, body) };
  },
};

export function readyFor({ endpoint }: TextField, partner: GivenPartner): Promise<Ready> {
  return endpoints[endpoint](partner);
}

const recipient: Omit<TextField, "endpoint">[] = [
  { path: "external_invoice_number", code: "invalid_external_invoice_number", max: 255, required: true },
  { path: "reference", code: "invalid_reference", max: 255 },
  { path: "federation_membership_number", code: "invalid_federation_membership_number", max: 255 },
  { path: "club_membership_number", code: "invalid_club_membership_number", max: 255 },
  { path: "member_external_id", code: "invalid_member_external_id", max: 255 },
  { path: "external_membership_number", code: "invalid_external_membership_number", max: 255 },
  { path: "customer.name.prefix", code: "invalid_customer_name", max: 255 },
  { path: "customer.name.first_name", code: "invalid_customer_name", max: 255 },
  { path: "customer.name.infix", code: "invalid_customer_name", max: 255 },
  { path: "customer.name.last_name", code: "invalid_customer_last_name", max: 255, required: true },
  { path: "customer.name.organization", code: "invalid_customer_name", max: 255 },
  { path: "customer.phone.phone_number", code: "invalid_customer_phone", max: 255 },
  { path: "customer.phone.country_code", code: "invalid_customer_phone", max: 255 },
  { path: "customer.address.address1", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.address2", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.locality", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.house_number", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.house_number_extension", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.state", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.zipcode", code: "invalid_customer_address", max: 255 },
  { path: "customer.address.city", code: "invalid_customer_address", max: 255 },
];

const company: Omit<TextField, "endpoint">[] = [
  { path: "name", code: "invalid_name", max: 255, required: true },
  { path: "address1", code: "invalid_address1", max: 255 },
  { path: "address2", code: "invalid_address2", max: 255 },
  { path: "house_number", code: "invalid_house_number", max: 255 },
  { path: "zipcode", code: "invalid_zipcode", max: 255 },
  { path: "city", code: "invalid_city", max: 255 },
];

const at = (endpoint: keyof typeof endpoints, fields: Omit<TextField, "endpoint">[]): TextField[] =>
  fields.map((field) => ({ endpoint, ...field }));

/** Every field that takes any text, with the code of its refusal and its limit. */
export const textFields: TextField[] = [
  ...at("POST /invoices", recipient),
  ...at("POST /invoices", [
    { path: "invoice_lines.0.invoice_line_id", code: "invalid_invoice_line_id", max: 255 },
    { path: "invoice_lines.0.description", code: "invalid_description", max: 2_000 },
  ]),
  ...at("PUT /invoices/:id", recipient),
  ...at("POST /invoices/:id/credit_and_retract", [
    { path: "external_invoice_number", shownAt: null, code: "invalid_external_invoice_number", max: 255, required: true },
    { path: "description", shownAt: "invoice_lines.1.description", code: "invalid_description", max: 2_000, required: true },
    { path: "retraction_reason", code: "invalid_retraction_reason", max: 2_000 },
  ]),
  ...at("POST /invoices/:id/tickets", [{ path: "message", code: "invalid_message", max: 10_000, required: true }]),
  ...at("POST /companies", company),
  ...at("PUT /companies/:id", company),
  ...at("POST /imports", [{ path: "title", code: "invalid_title", max: 255 }]),
  ...at("PUT /imports/:id", [{ path: "title", code: "invalid_title", max: 255 }]),
];
