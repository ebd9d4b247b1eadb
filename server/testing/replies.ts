import { companyResource } from "@/server/api/company";
import { createdInvoicesResource } from "@/server/api/created-invoices";
import { importResource } from "@/server/api/import";
import { invoiceResource } from "@/server/api/invoice";
import { invoicesByIdResource, invoicesOfImportResource } from "@/server/api/invoice-lists";
import { ticketResource } from "@/server/api/ticket";
import type { Reply } from "./client";

/** Returns the status with the code of a refusal, if any: `422 invalid_reference`. */
export function outcome({ status, body }: Reply): string {
  return [status, body.error].filter((part) => part !== undefined).join(" ");
}

export const invoiceIn = (reply: Reply) => invoiceResource.parse(reply.body);
export const partIn = (reply: Reply) => invoicesOfImportResource.parse(reply.body);
export const invoicesByIdIn = (reply: Reply) => invoicesByIdResource.parse(reply.body);
export const createdIn = (reply: Reply) => createdInvoicesResource.parse(reply.body).invoices;
export const importIn = (reply: Reply) => importResource.parse(reply.body);
export const companyIn = (reply: Reply) => companyResource.parse(reply.body);
export const ticketIn = (reply: Reply) => ticketResource.parse(reply.body);
