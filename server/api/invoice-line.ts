import { z } from "zod";
import { lineType } from "@/db/schema/invoice-lines";
import { paymentMethod } from "@/db/schema/payments";
import type { Line } from "@/server/billing/invoices/invoice";
import { centsAmount, timestamp } from "./resource";

/** A line as partners see it. This is the contract: add to it, never rename. */
export const invoiceLineResource = z
  .strictObject({
    invoice_line_id: z.string().min(1).max(255),
    type: z.enum(lineType.enumValues),
    amount_cents: centsAmount(),
    description: z.string().nullable(),
    date: timestamp(),
    payment_method: z
      .enum(paymentMethod.enumValues)
      .optional()
      .meta({ description: "Present only on PAYMENT-LINE, LATE-PAYMENT-FEE-PAYMENT-LINE and INSTALLMENT-FEE-PAYMENT-LINE." }),
  })
  .meta({ id: "InvoiceLine" });

export function presentLine({ id, type, amountCents, description, date, paymentMethod }: Line): z.infer<typeof invoiceLineResource> {
  const line = { invoice_line_id: id, type, amount_cents: amountCents, description, date: date.toISOString() };
  return paymentMethod === null ? line : { ...line, payment_method: paymentMethod };
}
