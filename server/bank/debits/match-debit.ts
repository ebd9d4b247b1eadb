import { and, eq, notExists, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import type { Actor } from "@/server/actor";
import { recordMatches, recordOwnBookings } from "@/server/bank/transaction-states/transaction-state";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { bookDebits } from "./book-debits";
import { mayBeOwnId, namesDebitFile, SHARED_LENGTH, textsNamingFile } from "./file-ids";
import { findBookedOtherwise } from "./find-booked-otherwise";
import { isSameMoney } from "./is-same-money";
import { type LockedDebit, type LockedDebits, lockDebits } from "./lock-debits";
import { matchWithdrawnFile } from "./match-withdrawn-file";
import { mayBeCorrection } from "./may-be-correction";
import { returnDebit } from "./return-debit";
import { settleSum } from "./settle-sum";
import { whereOfAccount } from "./where-of-account";

/**
 * Matches a payment with the company's direct debits: by its end-to-end id, as the booking or the return of one debit; or as the sum of a
 * batch. Each counts once, in any order and kinds of files. A person decides if the amount or the account is another one, if the
 * debit is in no file or the payment is of a withdrawn one (`matchWithdrawnFile`), if its money may be booked otherwise, if the bank may correct
 * an earlier entry, or if a return has a reason that is not known. Returns true if it matched, or waits for a person. The caller has
 * locked the payment.
 */
export async function matchDebit(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  if (await matchWithdrawnFile(tx, actor, transaction)) return true;
  return (await matchOne(tx, actor, transaction)) || (transaction.amountCents > 0 && settleSum(tx, actor, transaction));
}

/**
 * Books the debits that the first of these payments of one partner collect, one each, in a few statements for all, as `matchDebit` would book
 * them one after the other. Returns the number of payments; 0 unless at least two begin the list. `isOwn`: whether a payment does not name
 * another creditor. The caller has locked the payments, which are in statement order.
 */
export async function bookSingleDebits(
  tx: Database,
  actor: Actor,
  transactions: readonly BankTransaction[],
  isOwn: (transaction: BankTransaction) => Promise<boolean>,
): Promise<number> {
  const known = await findKnown(tx, transactions);
  const found: { transaction: BankTransaction; id: string }[] = [];
  for (const transaction of transactions) {
    const debit = known.get(transaction.endToEndId.toLowerCase());
    const isFresh = debit && !found.some(({ id }) => id === debit.id);
    const isFitting = transaction.amountCents === debit?.fileCents && debit.accountIds.includes(transaction.bankAccountId);
    if (!isFresh || !isFitting || mayBeCorrection(transaction) || !(await isOwn(transaction))) break;
    found.push({ transaction, id: debit.id });
  }
  if (found.length < 2) return 0;
  const { debits: all, invoices } = await lockDebits(
    tx,
    actor,
    found.map(({ id }) => id),
  );
  const locked = new Map(all.map((each) => [each.debit.id, each]));
  const bookings = found.flatMap(({ transaction, id }) => {
    const debit = locked.get(id);
    return debit && isUncollected(debit) ? [{ transaction, debits: [debit] }] : [];
  });
  // A debit that another payment has collected needs `matchDebit`, and so does one whose money may be booked otherwise.
  if (bookings.length < found.length) return 0;
  const collecting = found.map(({ transaction, id: debitId }) => ({ transaction, debitId }));
  if ((await findBookedOtherwise(tx, actor, collecting)).size > 0) return 0;
  await bookDebits(tx, actor, bookings, invoices);
  await recordOwnBookings(
    tx,
    actor,
    bookings.map(({ transaction }) => transaction),
  );
  return bookings.length;
}

interface KnownDebit {
  id: string;
  fileCents: number | null;
  /** Accounts whose statements can contain the debit. */
  accountIds: string[];
}

/** Finds the debits whose end-to-end ids these payments have, by id. */
async function findKnown(tx: Database, transactions: readonly BankTransaction[]): Promise<Map<string, KnownDebit>> {
  const [first] = transactions;
  const ids = transactions.map(({ endToEndId }) => endToEndId.toLowerCase()).filter(mayBeOwnId);
  if (!first || ids.length === 0) return new Map();
  const { id, endToEndId, fileCents, partnerId, fileId } = debits;
  const accountIds = sql<string[]>`(select array_agg(distinct a.bank_account_id) from bank_account_details a
    where a.partner_id = ${debitFiles.partnerId} and a.iban = ${debitFiles.iban})`;
  const isSame = and(eq(withdrawnDebits.partnerId, partnerId), eq(withdrawnDebits.debitId, id));
  const withdrawnBefore = tx.select({ id: withdrawnDebits.debitId }).from(withdrawnDebits).where(isSame);
  const rows = await tx
    .select({ id, endToEndId, fileCents, accountIds })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, partnerId), eq(debitFiles.id, fileId)))
    // A debit that was in a withdrawn file needs `matchWithdrawnFile`.
    .where(and(eq(partnerId, first.partnerId), isOneOf(endToEndId, ids), notExists(withdrawnBefore)));
  return new Map(rows.map(({ endToEndId: of, ...debit }) => [of, debit]));
}

/** Whether the bank's booking of a debit is taken by itself. If a person has ended the debit, a person decides. */
const isUncollected = ({ debit: { status, endedBy } }: LockedDebit) => status === "at_bank" || (status === "rejected" && endedBy === null);

/** Returns the payments before the first that direct debits may concern: one that names a debit, or an incoming one that names a file. */
export async function beforeDebits(tx: Database, transactions: readonly BankTransaction[]): Promise<BankTransaction[]> {
  const [first] = transactions;
  if (!first) return [];
  const { partnerId, endToEndId } = debits;
  const ids = transactions.map((transaction) => transaction.endToEndId.toLowerCase()).filter(mayBeOwnId);
  const whereNamed = and(eq(partnerId, first.partnerId), isOneOf(endToEndId, ids));
  const found = ids.length > 0 ? await tx.select({ endToEndId }).from(debits).where(whereNamed) : [];
  const named = new Set(found.map((debit) => debit.endToEndId));
  const namesFile = await whichNameFiles(tx, transactions);
  const firstIndex = transactions.findIndex(
    (transaction) => named.has(transaction.endToEndId.toLowerCase()) || namesFile.has(transaction.id),
  );
  return transactions.slice(0, firstIndex === -1 ? transactions.length : firstIndex);
}

/** Returns the ids of incoming payments that name an existing file of debits, or one of its batches. */
async function whichNameFiles(tx: Database, transactions: readonly BankTransaction[]): Promise<ReadonlySet<string>> {
  const maybe = transactions.filter((transaction) => transaction.amountCents > 0 && namesDebitFile(transaction));
  const [first] = maybe;
  if (!first) return new Set();
  const rows = maybe.map((transaction) => ({ id: transaction.id, text: textsNamingFile(transaction) }));
  const found = await tx.execute<{
    id: string;
  }>(sql`select n.id from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, text text)
    where exists (select from debit_files f where f.partner_id = ${first.partnerId} and strpos(n.text, right(f.id, ${SHARED_LENGTH})) > 0)`);
  return new Set(found.map(({ id }) => id));
}

async function matchOne(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  const endToEndId = transaction.endToEndId.toLowerCase();
  if (!mayBeOwnId(endToEndId)) return false;
  const [known] = await tx
    .select({ id: debits.id, isOfAccount: sql<boolean>`coalesce(${whereOfAccount(debitFiles.iban, transaction)}, false)` })
    .from(debits)
    .leftJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(and(eq(debits.partnerId, transaction.partnerId), eq(debits.endToEndId, endToEndId)));
  if (!known) return false;
  const locked = await lockDebits(tx, actor, [known.id]);
  const isFitting =
    known.isOfAccount && locked.debits[0]?.debit.fileCents === Math.abs(transaction.amountCents) && !mayBeCorrection(transaction);
  const take = transaction.amountCents > 0 ? takeBooking : takeReturn;
  if (!isFitting) await recordMatches(tx, [transaction], "open");
  else await take(tx, actor, transaction, locked);
  return true;
}

async function takeBooking(tx: Database, actor: Actor, transaction: BankTransaction, locked: LockedDebits): Promise<void> {
  const { debits: all, invoices } = locked;
  if (all.length === 0 || !all.every(isUncollected)) return takeRepeated(tx, transaction, all[0]?.debit.bookedTransactionId);
  const collecting = all.map(({ debit }) => ({ transaction, debitId: debit.id }));
  if ((await findBookedOtherwise(tx, actor, collecting)).size > 0) return recordMatches(tx, [transaction], "open");
  await bookDebits(tx, actor, [{ transaction, debits: all }], invoices);
  await recordOwnBookings(tx, actor, [transaction]);
}

async function takeReturn(tx: Database, actor: Actor, transaction: BankTransaction, { debits: [locked] }: LockedDebits): Promise<void> {
  const reason = debitReasonOf(transaction.returnReason);
  if (!locked || !reason) return recordMatches(tx, [transaction], "open");
  const { debit } = locked;
  if (debit.status === "booked") return returnDebit(tx, actor, transaction, locked, reason);
  if (debit.returnedTransactionId !== null) return takeRepeated(tx, transaction, debit.returnedTransactionId);
  if (debit.status === "at_bank" || debit.status === "rejected") {
    // The booking comes in a later file, and is then taken back at once.
    await tx
      .update(debits)
      .set({ returnedTransactionId: transaction.id })
      .where(and(eq(debits.partnerId, debit.partnerId), eq(debits.id, debit.id)));
  }
  return recordMatches(tx, [transaction], "open");
}

/** Takes a payment that another one has anticipated: the same money in another kind of file, or money for a person to look at. */
async function takeRepeated(tx: Database, transaction: BankTransaction, otherId: string | null | undefined): Promise<void> {
  const isSame = otherId != null && (await isSameMoney(tx, transaction, otherId));
  await recordMatches(tx, [transaction], isSame ? "noted" : "open");
}
