import type { Endpoints } from "@/server/api/endpoint";
import * as bankAccount from "./bank_accounts/[bankAccountId]/route";
import * as bankStatements from "./bank_statements/route";
import * as changes from "./changes/route";
import * as bankAccountsOfCompany from "./companies/[companyId]/bank_accounts/route";
import * as importsOfCompany from "./companies/[companyId]/imports/route";
import * as mandatesOfCompany from "./companies/[companyId]/mandates/route";
import * as company from "./companies/[companyId]/route";
import * as ticketsOfCompany from "./companies/[companyId]/tickets/[status]/route";
import * as companies from "./companies/route";
import * as collectionOfImport from "./imports/[importId]/collection/route";
import * as invoicesOfImport from "./imports/[importId]/invoices/route";
import * as oneImport from "./imports/[importId]/route";
import * as settingsOfImport from "./imports/[importId]/settings/route";
import * as transmission from "./imports/[importId]/transmit/route";
import * as imports from "./imports/route";
import * as collectionOfInvoice from "./invoices/[invoiceId]/collection/route";
import * as retraction from "./invoices/[invoiceId]/credit_and_retract/route";
import * as credits from "./invoices/[invoiceId]/credits/route";
import * as customerLink from "./invoices/[invoiceId]/customer_link/route";
import * as lines from "./invoices/[invoiceId]/lines/route";
import * as pause from "./invoices/[invoiceId]/pause/route";
import * as payments from "./invoices/[invoiceId]/payments/route";
import * as refunds from "./invoices/[invoiceId]/refunds/route";
import * as resume from "./invoices/[invoiceId]/resume/route";
import * as invoice from "./invoices/[invoiceId]/route";
import * as simulatedMails from "./invoices/[invoiceId]/simulated_mails/route";
import * as simulatedPayments from "./invoices/[invoiceId]/simulated_payments/route";
import * as archiving from "./invoices/[invoiceId]/tickets/actions/archive/route";
import * as assignment from "./invoices/[invoiceId]/tickets/actions/assign_to_support/route";
import * as tickets from "./invoices/[invoiceId]/tickets/route";
import * as invoices from "./invoices/route";
import * as mandate from "./mandates/[mandateId]/route";
import * as mandateWithdrawal from "./mandates/[mandateId]/withdraw/route";
import * as clock from "./sandbox/clock/route";
import * as seasonFile from "./sandbox/season/files/[seasonFileId]/route";
import * as seasonFiles from "./sandbox/season/files/route";
import * as seasonPlay from "./sandbox/season/play/route";
import * as season from "./sandbox/season/route";
import * as seasonStop from "./sandbox/season/stop/route";

export interface Route {
  /** Path below /api/v2, with underscores. Paths written with colons are valid too; `plainPath` converts them. */
  path: string;
  /** Endpoints of the route, by method. Each exported method of a route file has all of them. */
  endpoints: Endpoints;
}

/** All paths except that of the OpenAPI document, which is added where the document is made, and in `routes`. */
export const recordRoutes: Route[] = [
  { path: "/invoices", endpoints: invoices.GET.endpoints },
  { path: "/invoices/{invoiceId}", endpoints: invoice.GET.endpoints },
  { path: "/invoices/{invoiceId}/credit_and_retract", endpoints: retraction.GET.endpoints },
  { path: "/invoices/{invoiceId}/lines", endpoints: lines.GET.endpoints },
  { path: "/invoices/{invoiceId}/tickets", endpoints: tickets.GET.endpoints },
  { path: "/invoices/{invoiceId}/tickets/actions/archive", endpoints: archiving.GET.endpoints },
  { path: "/invoices/{invoiceId}/tickets/actions/assign_to_support", endpoints: assignment.GET.endpoints },
  { path: "/invoices/{invoiceId}/collection", endpoints: collectionOfInvoice.GET.endpoints },
  { path: "/invoices/{invoiceId}/pause", endpoints: pause.GET.endpoints },
  { path: "/invoices/{invoiceId}/resume", endpoints: resume.GET.endpoints },
  { path: "/invoices/{invoiceId}/payments", endpoints: payments.GET.endpoints },
  { path: "/invoices/{invoiceId}/credits", endpoints: credits.GET.endpoints },
  { path: "/invoices/{invoiceId}/refunds", endpoints: refunds.GET.endpoints },
  { path: "/invoices/{invoiceId}/customer_link", endpoints: customerLink.GET.endpoints },
  { path: "/invoices/{invoiceId}/simulated_payments", endpoints: simulatedPayments.GET.endpoints },
  { path: "/invoices/{invoiceId}/simulated_mails", endpoints: simulatedMails.GET.endpoints },
  { path: "/companies", endpoints: companies.GET.endpoints },
  { path: "/companies/{companyId}", endpoints: company.GET.endpoints },
  { path: "/companies/{companyId}/tickets/{status}", endpoints: ticketsOfCompany.GET.endpoints },
  { path: "/companies/{companyId}/imports", endpoints: importsOfCompany.GET.endpoints },
  { path: "/companies/{companyId}/bank_accounts", endpoints: bankAccountsOfCompany.GET.endpoints },
  { path: "/companies/{companyId}/mandates", endpoints: mandatesOfCompany.GET.endpoints },
  { path: "/bank_statements", endpoints: bankStatements.GET.endpoints },
  { path: "/bank_accounts/{bankAccountId}", endpoints: bankAccount.GET.endpoints },
  { path: "/mandates/{mandateId}", endpoints: mandate.GET.endpoints },
  { path: "/mandates/{mandateId}/withdraw", endpoints: mandateWithdrawal.GET.endpoints },
  { path: "/imports", endpoints: imports.GET.endpoints },
  { path: "/imports/{importId}", endpoints: oneImport.GET.endpoints },
  { path: "/imports/{importId}/invoices", endpoints: invoicesOfImport.GET.endpoints },
  { path: "/imports/{importId}/transmit", endpoints: transmission.GET.endpoints },
  { path: "/imports/{importId}/collection", endpoints: collectionOfImport.GET.endpoints },
  { path: "/imports/{importId}/settings", endpoints: settingsOfImport.GET.endpoints },
  { path: "/sandbox/clock", endpoints: clock.GET.endpoints },
  { path: "/sandbox/season", endpoints: season.GET.endpoints },
  { path: "/sandbox/season/play", endpoints: seasonPlay.GET.endpoints },
  { path: "/sandbox/season/stop", endpoints: seasonStop.GET.endpoints },
  { path: "/sandbox/season/files", endpoints: seasonFiles.GET.endpoints },
  { path: "/sandbox/season/files/{seasonFileId}", endpoints: seasonFile.GET.endpoints },
  { path: "/changes", endpoints: changes.GET.endpoints },
];
