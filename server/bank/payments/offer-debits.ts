import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { type Actor, visibleTo } from "@/server/actor";
import { whereFileStands } from "@/server/bank/debit-files/find-debit-file";
import { whereOfAccount } from "@/server/bank/debits/where-of-account";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { addDays } from "@/server/domain/formats/calendar";
import { MOST_COLLECTED } from "./collect-debits";
import { isBookedOnInvoices } from "./is-booked-on-invoices";
import { getTransaction } from "./lock-transaction";

/** A direct debit that the bank has not booked, and that a payment on a statement may have collected. Amount in cents. */
interface OfferedDebit extends Pick<Debit, "id" | "holder"> {
  amountCents: number;
  /** Whether the bank rejected it, or a person ended it, so that it is probably not in the sum. */
  isRejected: boolean;
}

/** Uncollected debits of a file with one day of collection, scheme and sequence type, which banks book together. */
export interface OfferedBatch extends Pick<Debit, "fileId" | "collectOn" | "scheme" | "sequenceType"> {
  /** Time at which the file was made. */
  madeAt: Date;
  debits: OfferedDebit[];
}

/** Numbers of days before and after a payment's booking between which its debits were to be collected. */
const DAYS_BEFORE = 60;
const DAYS_AFTER = 5;
/** Maximum number of batches that are offered. */
const MOST_BATCHES = 20;

/**
 * Returns the batches of direct debits that the unbooked part of an incoming payment may have collected, wholly or in part; those nearest to its
 * amount first. Each batch contains all of its debits that are not collected. Leaves out batches whose sum is below the unbooked part, and
 * batches of more than 500 debits. Throws `invalid_bank_transaction_id`.
 */
export async function offerDebits(db: Database, actor: Actor, transactionId: string): Promise<OfferedBatch[]> {
  const transaction = await getTransaction(db, actor, transactionId);
  if (transaction.amountCents < 0) return [];
  const leftCents = await unbookedCents(db, transaction);
  const { id, holder, fileId, fileCents, status, collectOn, scheme, sequenceType } = debits;
  const sumCents = sql`sum(${fileCents})`;
  const ofBatch = sql<OfferedDebit[]>`json_agg(json_build_object('id', ${id}, 'holder', ${holder}, 'amountCents', ${fileCents},
    'isRejected', ${status} = 'rejected') order by ${id})`;
  return db
    .select({ fileId, collectOn, scheme, sequenceType, madeAt: debitFiles.createdAt, debits: ofBatch })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, fileId)))
    .where(and(visibleTo(actor, debits), whereUncollected(transaction)))
    .groupBy(fileId, collectOn, scheme, sequenceType, debitFiles.createdAt)
    .having(sql`count(*) <= ${MOST_COLLECTED} and ${sumCents} >= ${leftCents}`)
    .orderBy(asc(sumCents), asc(collectOn), asc(fileId), asc(scheme), asc(sequenceType))
    .limit(MOST_BATCHES);
}

/** Whether the unbooked part of an incoming payment may have collected direct debits. */
export async function mayAssignToDebits(db: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  if (transaction.amountCents < 0 || (await isBookedOnInvoices(db, transaction))) return false;
  const found = await db
    .select({ id: debits.id })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(and(visibleTo(actor, debits), whereUncollected(transaction)))
    .limit(1);
  return found.length > 0;
}

/** Condition: the debit is in a file for the payment's account, is not booked, and was to be collected near the payment's day. */
function whereUncollected(transaction: BankTransaction) {
  return and(
    eq(debits.partnerId, transaction.partnerId),
    sql`${debits.status} in ('at_bank', 'rejected')`,
    gte(debits.collectOn, addDays(transaction.bookedOn, -DAYS_BEFORE)),
    lte(debits.collectOn, addDays(transaction.bookedOn, DAYS_AFTER)),
    whereFileStands,
    whereOfAccount(debitFiles.iban, transaction),
  );
}
