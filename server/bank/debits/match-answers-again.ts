import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { isOneOf, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { matchAgain } from "@/server/bank/transaction-states/transaction-state";
import { matchSumsAgain } from "./settle-sum";

/**
 * Has payments on statements matched again that name uncollected debits of these invoices, or their batches: a booking by hand, because of
 * which they waited, was undone. Leaves those about which a person has decided.
 */
export async function matchAnswersAgain(tx: Database, partnerId: string, invoiceIds: readonly string[]): Promise<void> {
  const uncollected = await tx
    .select({ endToEndId: debits.endToEndId, fileId: debits.fileId })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .where(
      and(
        ...[eq(payments.partnerId, partnerId), isOneOf(payments.invoiceId, invoiceIds), isNull(payments.undoneBy)],
        sql`${debits.status} in ('at_bank', 'rejected')`,
      ),
    );
  if (uncollected.length === 0) return;
  const ids = uncollected.map(({ endToEndId }) => endToEndId);
  const isNamed = sql`lower(${bankTransactions.endToEndId}) = any(${textArray(ids)}::text[])`;
  await matchAgain(tx, and(eq(bankTransactions.partnerId, partnerId), gt(bankTransactions.amountCents, 0), isNamed));
  const fileIds = new Set(uncollected.flatMap(({ fileId }) => fileId ?? []));
  const files = await tx
    .select({ partnerId: debitFiles.partnerId, id: debitFiles.id, iban: debitFiles.iban })
    .from(debitFiles)
    .where(and(eq(debitFiles.partnerId, partnerId), isOneOf(debitFiles.id, fileIds)));
  for (const file of files) await matchSumsAgain(tx, file);
}
