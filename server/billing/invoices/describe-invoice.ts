import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { type Invoice, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { whereNotAsked } from "@/server/billing/imports/where-not-asked";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf } from "@/server/domain/rules/account";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { findAccountChange } from "./account-changes";
import { findHold } from "./find-hold";
import { getInvoice } from "./find-invoice";
import { findMoneyOfLines } from "./find-money-of-lines";
import { findPaymentAtDesk } from "./find-payment-at-desk";
import type { InvoiceRecord } from "./invoice-record";
import { isPaymentInProgress } from "./payment-in-progress";
import { recipientVersion } from "./recipient-version";

/** Returns the complete record of an invoice. Throws `invalid_invoice_id`. */
export async function describeInvoice(db: Database, actor: Actor, invoiceId: string): Promise<InvoiceRecord> {
  const details = await getInvoice(db, actor, invoiceId);
  const { messages, tickets, amountTotalCents, amountBilledCents, ...invoice } = details;
  const now = clock.now(actor);
  const [origin, paymentInProgress, hold, atDesk, accountChange, moneyOfLines] = await Promise.all([
    originOf(db, details),
    isPaymentInProgress(db, details),
    findHold(db, details, dayAt(now)),
    findPaymentAtDesk(db, details),
    findAccountChange(db, actor, invoiceId),
    findMoneyOfLines(db, details),
  ]);
  return {
    ...invoice,
    ...origin,
    dueOn: invoice.dueOn ?? origin.dueOn,
    now,
    customerName: formatCustomerName(invoice),
    isPaymentInProgress: paymentInProgress,
    hold,
    atDesk,
    accountChange,
    ...moneyOfLines,
    account: accountOf(invoice.lines),
    recipientVersion: recipientVersion(details),
  };
}

/** Returns the invoice's import and company. */
async function originOf(db: Database, { partnerId, id, companyId, importId }: Invoice) {
  const [origin] = await db
    .select({
      companyName: companies.name,
      companyCountryCode: companies.countryCode,
      currency: companies.currency,
      importTitle: imports.title,
      transmittedAt: imports.transmittedAt,
      dueOn: importDueOn,
      isNotAsked: whereNotAsked,
    })
    .from(imports)
    .innerJoin(invoices, and(eq(invoices.partnerId, imports.partnerId), eq(invoices.id, id)))
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .where(and(eq(imports.partnerId, partnerId), eq(imports.companyId, companyId), eq(imports.id, importId)));
  // The import and its invoices were deleted after the invoice was read.
  if (!origin) throw new DomainError("invalid_invoice_id");
  return origin;
}
