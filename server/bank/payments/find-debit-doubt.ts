import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { mayBeOwnId, namesDebitFile, SHARED_LENGTH, textsNamingFile } from "@/server/bank/debits/file-ids";
import { findBookedOtherwise } from "@/server/bank/debits/find-booked-otherwise";
import { mayBeCorrection } from "@/server/bank/debits/may-be-correction";
import { whereOfAccount } from "@/server/bank/debits/where-of-account";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";

/** Reason why a payment on a statement that names a direct debit or a file of debits waits for a person. Words: `bank.debitDoubts`. */
export type DebitDoubt =
  /** Incoming, and marked as a reversal: the bank may take a return back. */
  | "takes_return_back"
  /** Outgoing, and marked as a reversal without a reason: the bank may cancel an entry. */
  | "cancels_entry"
  | "other_account"
  | "other_amount"
  /** A return of more than the debit, without a word about the rest. */
  | "unexplained_charges"
  /** The debit is in no file: the file was withdrawn. */
  | "withdrawn_file"
  | "collected_before"
  /** A person has stated that the bank did not collect the debit. */
  | "ended_by_person"
  /** The same money may be booked by hand, or its booking is proposed. */
  | "booked_otherwise"
  /** No reason is known why it was not booked. */
  | "not_matched"
  /** A return whose booking no statement has shown yet. */
  | "before_booking"
  | "unknown_reason"
  | "returned_before"
  /** A sum that names a file from which debits were withdrawn: it may be of these. */
  | "partly_withdrawn"
  /** A sum that no set of debits of its file or batch explains. */
  | "sum_differs";

/** Returns why a payment about direct debits waits for a person; null if it does not wait, or names none. */
export async function findDebitDoubt(db: Database, transaction: BankTransaction): Promise<DebitDoubt | null> {
  if (transaction.state !== "open" && transaction.state !== "later") return null;
  return (await doubtOfOne(db, transaction)) ?? (await doubtOfSum(db, transaction));
}

async function doubtOfOne(db: Database, transaction: BankTransaction): Promise<DebitDoubt | null> {
  const endToEndId = transaction.endToEndId.toLowerCase();
  if (!mayBeOwnId(endToEndId)) return null;
  const { id, status, fileCents, endedBy } = debits;
  const [debit] = await db
    .select({ id, status, fileCents, endedBy, isOfAccount: sql<boolean>`coalesce(${whereOfAccount(debitFiles.iban, transaction)}, false)` })
    .from(debits)
    .leftJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(and(eq(debits.partnerId, transaction.partnerId), eq(debits.endToEndId, endToEndId)));
  if (!debit) return null;
  const isIncoming = transaction.amountCents > 0;
  if (debit.fileCents === null) return "withdrawn_file";
  if (!debit.isOfAccount) return "other_account";
  if (mayBeCorrection(transaction)) return isIncoming ? "takes_return_back" : "cancels_entry";
  const moreCents = Math.abs(transaction.amountCents) - debit.fileCents;
  if (moreCents !== 0) return moreCents > 0 && !isIncoming ? "unexplained_charges" : "other_amount";
  const isOver = debit.status === "booked" || debit.status === "returned";
  if (isIncoming && isOver) return "collected_before";
  if (isIncoming && debit.endedBy !== null) return "ended_by_person";
  if (isIncoming) {
    const isOtherwise = (await findBookedOtherwise(db, transaction, [{ transaction, debitId: debit.id }])).size > 0;
    return isOtherwise ? "booked_otherwise" : "not_matched";
  }
  if (debit.status === "returned") return "returned_before";
  if (!debitReasonOf(transaction.returnReason)) return "unknown_reason";
  return debit.status === "booked" ? null : "before_booking";
}

async function doubtOfSum(db: Database, transaction: BankTransaction): Promise<DebitDoubt | null> {
  if (transaction.amountCents < 0 || !namesDebitFile(transaction)) return null;
  const wasHeld = sql<boolean>`exists (select from withdrawn_file_entries e where e.partner_id = ${debitFiles.partnerId}
    and e.file_id = ${debitFiles.id} and e.bank_transaction_id = ${transaction.id})`;
  const [file] = await db
    .select({ withdrawnAt: debitFiles.withdrawnAt, wasHeld })
    .from(debitFiles)
    .where(
      and(
        eq(debitFiles.partnerId, transaction.partnerId),
        whereOfAccount(debitFiles.iban, transaction),
        sql`strpos(${textsNamingFile(transaction)}, right(${debitFiles.id}, ${SHARED_LENGTH})) > 0`,
      ),
    );
  if (!file) return null;
  if (mayBeCorrection(transaction)) return "takes_return_back";
  return file.wasHeld && file.withdrawnAt === null ? "partly_withdrawn" : "sum_differs";
}
