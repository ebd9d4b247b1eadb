import type { InvoiceQuery } from "@/server/billing/invoices/invoice-filter";

/** Maximum number of rows of each kind on a company's page; the lists show all. */
const SHOWN = 5;

// Queries of the company's page, the same on the server and in the browser.

export function newestImports(companyId: string) {
  return { companyId, transmitted: null, title: null, pageNumber: 1, pageSize: SHOWN };
}

export function newestInvoices(companyId: string): InvoiceQuery {
  return { companyIds: [companyId], sort: "number", direction: "desc", pageNumber: 1, pageSize: SHOWN };
}

/** Unanswered conversations; the server sorts them so that the one that waits longest is first. */
export function longestWaiting(companyId: string) {
  return { companyId, status: "unanswered", pageSize: SHOWN } as const;
}
