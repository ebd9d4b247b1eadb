import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import { type Payment, payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { categoryOf } from "@/server/domain/rules/line-types";
import type { MisnamedLines } from "@/server/domain/words/line-names";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { isRecordedRefund } from "./recorded-refund";

/** Payments and refunds behind the lines of an invoice. */
export interface MoneyOfLines extends MisnamedLines {
  /** The payment that a line records or takes back, by the line's id. Leaves out lines without a known payment. */
  paymentOfLine: Record<string, Pick<Payment, "id" | "method">>;
  /** Lines of refunds that the company made itself, and its people recorded. */
  recordedRefundLineIds: string[];
}

/** Finds the payment or refund of each line, also of lines that the interface calls chargebacks although no bank took money back. */
export async function findMoneyOfLines(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<MoneyOfLines> {
  const { id, type, paymentId, refundId } = invoiceLines;
  const found = await db
    .select({
      id,
      type,
      paymentId,
      refundId,
      method: payments.method,
      undoneBy: payments.undoneBy,
      byName: nameOfActor(sql`${payments.undoneBy}`, partnerId),
      isRecorded: isRecordedRefund,
    })
    .from(invoiceLines)
    .leftJoin(payments, and(eq(payments.partnerId, invoiceLines.partnerId), eq(payments.id, paymentId)))
    .leftJoin(refunds, and(eq(refunds.partnerId, invoiceLines.partnerId), eq(refunds.id, refundId)))
    .where(
      and(eq(invoiceLines.partnerId, partnerId), eq(invoiceLines.invoiceId, invoiceId), or(isNotNull(refundId), isNotNull(paymentId))),
    );
  const isUndoing = (line: (typeof found)[number]) => categoryOf(line.type) === "chargeback" && line.undoneBy !== null;
  return {
    refundLineIds: found.flatMap((line) => (line.refundId ? line.id : [])),
    recordedRefundLineIds: found.flatMap((line) => (line.refundId && line.isRecorded ? line.id : [])),
    undoneLines: found.filter(isUndoing).map((line) => ({ id: line.id, byName: line.byName })),
    paymentOfLine: Object.fromEntries(
      found.flatMap((line) => (line.paymentId && line.method ? [[line.id, { id: line.paymentId, method: line.method }]] : [])),
    ),
  };
}
