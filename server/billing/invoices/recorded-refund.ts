import { type SQL, sql } from "drizzle-orm";
import { refunds } from "@/db/schema/refunds";

/** Condition: the company made the refund itself, outside the service, and its people recorded it. No statement has confirmed it. */
export const isRecordedRefund: SQL<boolean> = sql<boolean>`(${refunds.paymentId} is null and not ${refunds.isInFile}
  and ${refunds.bankTransactionId} is null)`;
