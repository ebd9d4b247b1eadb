import { and, asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { type Payment, payments } from "@/db/schema/payments";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import type { GivenPartner } from "./given";

type OnlineMethod = Parameters<typeof startPayment>[3]["method"];

/** A payment that a customer began, and its decision at the simulated bank. */
export interface BegunPayment {
  id: string;
  reference: string;
  /** Decides at the bank. The service learns the decision when it asks. */
  decide(decision: Decision): Promise<boolean>;
  /** Lets the service ask the bank. */
  follow(): Promise<void>;
  row(): Promise<Payment>;
}

export async function givenBegunPayment(
  partner: GivenPartner,
  invoice: InvoiceDetails,
  method: OnlineMethod = "ideal",
): Promise<BegunPayment> {
  const { paymentId: id } = await startPayment(db, partner.actor, invoice.id, { method, returnUrl: null });
  const row = async () =>
    only(
      await db
        .select()
        .from(payments)
        .where(and(eq(payments.partnerId, partner.id), eq(payments.id, id))),
    );
  const reference = (await row()).providerReference ?? "";
  return {
    id,
    reference,
    decide: (decision) => decide(db, reference, decision),
    follow: () => followPayment(db, { partnerId: partner.id, id }),
    row,
  };
}

/** Lists the invoice's payments, oldest first. */
export function paymentsOf(invoice: Pick<InvoiceDetails, "partnerId" | "id">): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, invoice.partnerId), eq(payments.invoiceId, invoice.id)))
    .orderBy(asc(payments.id));
}
