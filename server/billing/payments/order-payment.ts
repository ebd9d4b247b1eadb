import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import type { ProviderOf } from "@/server/billing/payment-providers/providers";

/** A payment that its provider has accepted. */
export interface OrderedPayment {
  reference: string;
  checkoutUrl: string;
}

/** Orders a payment from its provider, unless that was done before. After a crash, ordering again returns the same payment. */
export async function orderPayment(
  db: Database,
  payment: Payment,
  providerOf: ProviderOf,
  returnUrl: string | null = null,
): Promise<OrderedPayment> {
  const { provider, providerReference, checkoutUrl, partnerId, id, method, amountCents } = payment;
  if (!provider) throw new Error(`payment ${id} is no provider's`);
  if (providerReference && checkoutUrl) return { reference: providerReference, checkoutUrl };

  const { invoiceNumber, externalInvoiceNumber, companyName, currency, isPlay } = await orderDetailsOf(db, payment);
  const description = `${companyName} ${externalInvoiceNumber} (${invoiceNumber})`;
  const ordered = await providerOf(provider).create({ paymentId: id, method, amountCents, currency, isPlay, description, returnUrl });
  await db
    .update(payments)
    .set({ providerReference: ordered.reference, checkoutUrl: ordered.checkoutUrl })
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, id)));
  return ordered;
}

async function orderDetailsOf(db: Database, { partnerId, invoiceId }: Payment) {
  return only(
    await db
      .select({
        invoiceNumber: invoices.invoiceNumber,
        externalInvoiceNumber: invoices.externalInvoiceNumber,
        companyName: companies.name,
        currency: companies.currency,
        isPlay: partners.isSandbox,
      })
      .from(invoices)
      .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
      .innerJoin(partners, eq(partners.id, invoices.partnerId))
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
}
