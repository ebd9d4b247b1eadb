import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { type Actor, visibleTo } from "@/server/actor";
import { whereOfAccount } from "@/server/bank/debits/where-of-account";
import { addDays } from "@/server/domain/formats/calendar";
import { MOST_COLLECTED } from "./collect-debits";
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

/** Days before and after the booking within which its debits were collected. */
const DAYS_BEFORE = 60;
const DAYS_AFTER = 5;
const MOST_BATCHES = 20;
/** Maximum number of debits that are looked at. */
const MOST_READ = 5_000;

/**
 * Returns the batches of direct debits that an incoming payment may have collected, or a part of them, those nearest to its amount first. Leaves
 * out batches that are smaller than it, and those of more than 500 debits. Throws `invalid_bank_transaction_id`.
 */
export async function offerDebits(db: Database, actor: Actor, transactionId: string): Promise<OfferedBatch[]> {
  const transaction = await getTransaction(db, actor, transactionId);
  if (transaction.amountCents < 0) return [];
  const { id, holder, fileId, fileCents, status, collectOn, scheme, sequenceType } = debits;
  const found = await db
    .select({ id, holder, fileId, fileCents, status, collectOn, scheme, sequenceType, madeAt: debitFiles.createdAt })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, fileId)))
    .where(and(visibleTo(actor, debits), whereUncollected(transaction)))
    .orderBy(asc(collectOn), asc(id))
    .limit(MOST_READ);
  const batches = Map.groupBy(found, (debit) => [debit.fileId, debit.collectOn, debit.scheme, debit.sequenceType].join(" "));
  const missing = ({ debits: all }: OfferedBatch) => all.reduce((sum, { amountCents }) => sum + amountCents, 0) - transaction.amountCents;
  return [...batches.values()]
    .flatMap((all): OfferedBatch[] => {
      const [first] = all;
      if (!first) return [];
      const { fileId: file, collectOn: day, scheme: of, sequenceType: type, madeAt } = first;
      return [{ fileId: file, collectOn: day, scheme: of, sequenceType: type, madeAt, debits: all.map(asOffered) }];
    })
    .filter((batch) => batch.debits.length <= MOST_COLLECTED && missing(batch) >= 0)
    .toSorted((one, other) => missing(one) - missing(other))
    .slice(0, MOST_BATCHES);
}

/** Whether an incoming payment may have collected direct debits that are not booked. */
export async function mayCollectDebits(db: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  if (transaction.amountCents < 0) return false;
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
    ...[eq(debits.partnerId, transaction.partnerId), sql`${debits.status} in ('at_bank', 'rejected')`],
    ...[
      gte(debits.collectOn, addDays(transaction.bookedOn, -DAYS_BEFORE)),
      lte(debits.collectOn, addDays(transaction.bookedOn, DAYS_AFTER)),
    ],
    ...[isNull(debitFiles.withdrawnAt), whereOfAccount(debitFiles.iban, transaction)],
  );
}

function asOffered({ id, holder, fileCents, status }: Pick<Debit, "id" | "holder" | "fileCents" | "status">): OfferedDebit {
  return { id, holder, amountCents: fileCents ?? 0, isRejected: status === "rejected" };
}
