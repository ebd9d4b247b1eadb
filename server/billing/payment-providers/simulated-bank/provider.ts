import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { simulatedBankPayments as bankPayments, simulatedBankRefunds as bankRefunds } from "@/db/schema/simulated-bank";
import type { PaymentOrder, PaymentProvider, ProviderAnswer } from "@/server/billing/payment-providers/provider";
import { env } from "@/server/env";
import { changeState } from "./change-state";

/** The simulated bank as a payment provider. Ordering again with the same id returns the same payment or refund. */
export function simulatedBank(db: Database): PaymentProvider {
  return {
    create: (order) => createPayment(db, order),
    ask: (reference) => answerAbout(db, reference),
    cancel: async (reference) => {
      await changeState(db, reference, { from: ["open"], to: "expired" });
      return answerAbout(db, reference);
    },
    refund: (reference, { refundId, amountCents }) => refund(db, reference, refundId, amountCents),
  };
}

async function createPayment(db: Database, { paymentId, ...order }: PaymentOrder) {
  await db
    .insert(bankPayments)
    .values({ ...order, id: randomBytes(24).toString("hex"), orderId: paymentId, state: "open", createdAt: sql`now()` })
    .onConflictDoNothing({ target: bankPayments.orderId });
  const { id } = only(await db.select({ id: bankPayments.id }).from(bankPayments).where(eq(bankPayments.orderId, paymentId)));
  return { reference: id, checkoutUrl: `${env().PUBLIC_URL}/simulated-bank/${id}` };
}

async function answerAbout(db: Database, id: string): Promise<ProviderAnswer> {
  const { state, paidAt } = bankPayments;
  return only(await db.select({ state, paidAt }).from(bankPayments).where(eq(bankPayments.id, id)));
}

/** Refunds part of a payment. Fails if the payment was not paid, was charged back, or has less left. */
function refund(db: Database, id: string, orderId: string, amountCents: number): Promise<"paid" | "failed"> {
  return db.transaction(async (tx) => {
    const payment = only(await tx.select().from(bankPayments).where(eq(bankPayments.id, id)).for("update"));
    const refunds = await tx.select().from(bankRefunds).where(eq(bankRefunds.paymentId, id));
    if (refunds.some((refund) => refund.orderId === orderId)) return "paid";
    const leftCents = refunds.reduce((left, given) => left - given.amountCents, payment.amountCents);
    if (payment.state !== "paid" || amountCents > leftCents) return "failed";
    await tx.insert(bankRefunds).values({ orderId, paymentId: id, amountCents, createdAt: sql`now()` });
    return "paid";
  });
}
