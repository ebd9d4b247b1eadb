import type { InvoiceQuery } from "@/server/billing/invoices/invoice-filter";

/** How many of each a company's record shows; the lists have all. */
const SHOWN = 5;

// What the record asks for, on the server and in the browser alike.

export function newestImports(companyId: string) {
  return { companyId, transmitted: null, title: null, pageNumber: 1, pageSize: SHOWN };
}

export function newestInvoices(companyId: string): InvoiceQuery {
  return { companyIds: [companyId], sort: "number", direction: "desc", pageNumber: 1, pageSize: SHOWN };
}

export function longestWaiting(companyId: string) {
  return { companyId, status: "unanswered", pageSize: SHOWN } as const;
}
