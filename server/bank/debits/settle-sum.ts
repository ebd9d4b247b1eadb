import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { type DebitFile, debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { matchAgain, recordMatches, recordOwnBookings } from "@/server/bank/transaction-states/transaction-state";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { bookDebits } from "./book-debits";
import { mayBeSumOf, meaningOfSum, type SummedDebit } from "./debit-sums";
import { namesDebitFile, SHARED_LENGTH, sharedIdOf, textsNamingFile } from "./file-ids";
import { findBookedOtherwise } from "./find-booked-otherwise";
import { isSameMoney } from "./is-same-money";
import { lockDebits } from "./lock-debits";
import { findLeftDebits, holdLeftDebits, isDecidedAboutLeft } from "./match-withdrawn-file";
import { mayBeCorrection } from "./may-be-correction";
import { whereOfAccount } from "./where-of-account";

/**
 * Books the debits that a bank has collected and booked as one sum, and whose file or batch it names: the sum must be that of a batch or a
 * file, as `meaningOfSum` says. A sum that names a file but does not fit, or reverses an entry, waits for a person. One that names none is never taken for debits: it
 * may be a cash deposit. If it names a file that debits have left, and no batch, and may be
 * theirs, they go into no other file until a person decides about them. Returns true if the sum is booked, as a whole or in part, or waits for a person. The caller has locked the payment.
 */
export async function settleSum(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  if (!namesDebitFile(transaction)) return false;
  const text = textsNamingFile(transaction);
  const found = await findSummed(tx, transaction, whereNamed(text));
  if (found.length === 0) return false;
  if (mayBeCorrection(transaction)) {
    await recordMatches(tx, [transaction], "open");
    return true;
  }
  const meaning = meaningOfSum(transaction.amountCents, found, (batchId) => text.includes(batchId.toLowerCase()));
  const namesBatch = found.some(({ batchId }) => text.includes(batchId.toLowerCase()));
  const fileIds = [...new Set(found.map(({ fileId }) => fileId))];
  const mayBeOfLeft = !namesBatch && !(await isDecidedAboutLeft(tx, transaction));
  const isOfLeft = mayBeOfLeft && mayBeSumOf(transaction.amountCents, await findLeftDebits(tx, transaction.partnerId, fileIds));
  if (meaning.kind === "collects" && !isOfLeft && (await bookSet(tx, actor, transaction, setOf(found, meaning.ids)))) return true;
  const isRepeated = meaning.kind === "repeats" && (await isBookedOtherwise(tx, transaction, meaning.ids));
  if (mayBeOfLeft && !isRepeated && (isOfLeft || meaning.kind === "unclear")) await holdLeftDebits(tx, actor, transaction, fileIds);
  await recordMatches(tx, [transaction], isRepeated ? "noted" : "open");
  return true;
}

/**
 * Has sums that name this file, or one of its batches, matched again, because they did not fit before a report rejected debits. Leaves
 * those about which a person has decided.
 */
export async function matchSumsAgain(tx: Database, file: Pick<DebitFile, "partnerId" | "id" | "iban">): Promise<void> {
  const { partnerId, bankAccountId, amountCents, references, text } = bankTransactions;
  const isOfAccount = sql`${bankAccountId} in (select a.bank_account_id from bank_account_details a
    where a.partner_id = ${file.partnerId} and a.iban = ${file.iban})`;
  const texts = sql`lower(regexp_replace(array_to_string(${references}, ' ') || ' ' || ${text}, '\\s', '', 'g'))`;
  const isNamed = sql`strpos(${texts}, ${sharedIdOf(painIdOf(file.id))}) > 0`;
  await matchAgain(tx, and(eq(partnerId, file.partnerId), gt(amountCents, 0), isOfAccount, isNamed));
}

function setOf(found: readonly SummedDebit[], ids: readonly string[]): SummedDebit[] {
  const wanted = new Set(ids);
  return found.filter(({ id }) => wanted.has(id));
}

/** Condition: the text names the debit's file or one of its batches. */
function whereNamed(text: string): SQL {
  return sql`strpos(${text}, right(${debitFiles.id}, ${SHARED_LENGTH})) > 0`;
}

async function findSummed(tx: Database, transaction: BankTransaction, where: SQL | undefined): Promise<SummedDebit[]> {
  const { id, fileId, fileCents, status, collectOn, scheme, sequenceType, bookedTransactionId } = debits;
  const rows = await tx
    .select({ id, fileId, fileCents, status, collectOn, scheme, sequenceType, bookedTransactionId })
    .from(debitFiles)
    .innerJoin(debits, and(eq(debits.partnerId, debitFiles.partnerId), eq(fileId, debitFiles.id)))
    .where(and(eq(debitFiles.partnerId, transaction.partnerId), whereOfAccount(debitFiles.iban, transaction), where))
    .orderBy(asc(id));
  return rows.flatMap(({ fileId: file, fileCents: amountCents, status: state, scheme: of, sequenceType: type, ...debit }) => {
    if (file === null || amountCents === null || of === null || type === null || state === "planned" || state === "cancelled") return [];
    const batchId = batchIdOf(painIdOf(file), { collectOn: debit.collectOn, scheme: of, sequenceType: type });
    return [{ id: debit.id, fileId: file, batchId, amountCents, status: state, isOfSum: debit.bookedTransactionId === transaction.id }];
  });
}

/** Maximum number of debits that are booked in one database transaction, so that their invoices are locked for moments only. */
const MOST_AT_ONCE = 250;

/**
 * Books these debits if, once locked, they are still uncollected, and the money of none may be booked otherwise: the first 250 of those that
 * this payment has not booked before. The payment stays new until all are booked, so the next turn books the next ones.
 */
async function bookSet(tx: Database, actor: Actor, transaction: BankTransaction, debitsOfSum: readonly SummedDebit[]): Promise<boolean> {
  const left = debitsOfSum.filter(({ isOfSum }) => !isOfSum).map(({ id }) => id);
  const ids = left.slice(0, MOST_AT_ONCE);
  const locked = await lockDebits(tx, actor, ids);
  const areExpected = locked.debits.every(
    ({ debit: { status, endedBy } }) => status === "at_bank" || (status === "rejected" && endedBy === null),
  );
  if (locked.debits.length < ids.length || !areExpected) return false;
  // All of them before the first are booked, and afterwards those of each turn.
  const checked = left.length === debitsOfSum.length ? left : ids;
  const collecting = checked.map((debitId) => ({ transaction, debitId }));
  if ((await findBookedOtherwise(tx, actor, collecting)).size > 0) return false;
  await bookDebits(tx, actor, [{ transaction, debits: locked.debits }], locked.invoices);
  if (ids.length === left.length) await recordOwnBookings(tx, actor, [transaction]);
  return true;
}

/** Whether each of these debits was booked by an entry that describes the same money in another kind of file. */
async function isBookedOtherwise(tx: Database, transaction: BankTransaction, ids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ bookedBy: debits.bookedTransactionId })
    .from(debits)
    .where(and(eq(debits.partnerId, transaction.partnerId), isOneOf(debits.id, ids)))
    .groupBy(debits.bookedTransactionId);
  for (const { bookedBy } of rows) if (bookedBy === null || !(await isSameMoney(tx, transaction, bookedBy))) return false;
  return true;
}
