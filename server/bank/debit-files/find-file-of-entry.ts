import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { debitFiles } from "@/db/schema/debit-files";
import { withdrawnFileEntries } from "@/db/schema/withdrawn-debits";

/** A file of direct debits, withdrawn wholly or in part, to which a payment on a statement belongs. */
export interface FileOfEntry {
  id: string;
  companyId: string;
  companyName: string;
  createdAt: Date;
  /** Null: only some of its debits were withdrawn. */
  withdrawnAt: Date | null;
  /** Whether debits of the file go into no other file until a person decides. */
  isWaiting: boolean;
}

/**
 * Returns the file, withdrawn wholly or in part, because of which a payment waits for a person; null if the payment waits for another
 * reason, or is booked.
 */
export async function findFileOfEntry(
  db: Database,
  { partnerId, id, state }: Pick<BankTransaction, "partnerId" | "id" | "state">,
): Promise<FileOfEntry | null> {
  if (state !== "open" && state !== "later") return null;
  const [found] = await db
    .select({
      id: debitFiles.id,
      companyId: debitFiles.companyId,
      companyName: companies.name,
      createdAt: debitFiles.createdAt,
      withdrawnAt: debitFiles.withdrawnAt,
      isWaiting: sql<boolean>`exists (select from withdrawn_debits w join debits d on d.partner_id = w.partner_id and d.id = w.debit_id
        where w.partner_id = ${debitFiles.partnerId} and w.file_id = ${debitFiles.id} and w.named_at is not null and d.status = 'planned')`,
    })
    .from(withdrawnFileEntries)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, withdrawnFileEntries.partnerId), eq(debitFiles.id, withdrawnFileEntries.fileId)))
    .innerJoin(companies, and(eq(companies.partnerId, debitFiles.partnerId), eq(companies.id, debitFiles.companyId)))
    .where(and(eq(withdrawnFileEntries.partnerId, partnerId), eq(withdrawnFileEntries.bankTransactionId, id)));
  return found ?? null;
}
