import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importDueAt } from "@/server/billing/collection/due-at";
import { isPaymentInProgress } from "@/server/billing/payments/is-payment-in-progress";
import { clock } from "@/server/platform/clock";
import { getInvoice } from "./find-invoice";
import { formatCustomerName } from "./format-customer-name";
import type { Line } from "./invoice";
import type { Account, InvoiceRecord } from "./invoice-record";
import { recipientVersion } from "./recipient-version";

/** The whole record. Throws `invalid_invoice_id`. */
export async function describeInvoice(db: Database, actor: Actor, invoiceId: string): Promise<InvoiceRecord> {
  const { messages, tickets, ...invoice } = await getInvoice(db, actor, invoiceId);
  const [origin, paymentInProgress] = await Promise.all([originOf(db, invoice), isPaymentInProgress(db, invoice)]);
  return {
    ...invoice,
    ...origin,
    now: clock.now(actor),
    customerName: formatCustomerName(invoice),
    isPaymentInProgress: paymentInProgress,
    account: accountOf(invoice.lines),
    recipientVersion: recipientVersion(invoice),
  };
}

async function originOf(db: Database, { partnerId, companyId, importId }: Invoice) {
  return only(
    await db
      .select({
        companyName: companies.name,
        companyCountryCode: companies.countryCode,
        currency: companies.currency,
        importTitle: imports.title,
        transmittedAt: imports.transmittedAt,
        dueAt: importDueAt,
      })
      .from(imports)
      .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
      .where(and(eq(imports.partnerId, partnerId), eq(imports.companyId, companyId), eq(imports.id, importId))),
  );
}

function accountOf(lines: Line[]): Account {
  const sum = (belongs: (type: Line["type"]) => boolean) =>
    lines.filter(({ type }) => belongs(type)).reduce((total, { amountCents }) => total + amountCents, 0);
  return {
    billedCents: sum((type) => type === "INVOICE-LINE"),
    feesCents: sum((type) => type.endsWith("FEE-LINE")),
    paidCents: 0 - sum((type) => type.endsWith("PAYMENT-LINE") || type === "CHARGEBACK-LINE"),
    creditedCents: 0 - sum((type) => type === "CREDIT-LINE"),
    outstandingCents: sum(() => true),
  };
}
