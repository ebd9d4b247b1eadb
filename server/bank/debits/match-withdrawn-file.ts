import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { type DebitFile, debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { withdrawnDebits, withdrawnFileEntries } from "@/db/schema/withdrawn-debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { clock } from "@/server/platform/clock";
import type { SummedDebit } from "./debit-sums";
import { mayBeOwnId, mayNameDebitFile, SHARED_LENGTH, textsNamingFile } from "./file-ids";
import { whereOfAccount } from "./where-of-account";

/**
 * Leaves a payment to a person that is of a file which was withdrawn, wholly or in part, so that the bank has it after all: it names the file
 * or one of its batches, or a debit that only that file can have collected or brought back. Nothing is booked, and the debits of that file go into no other
 * one until a person decides. Returns whether it is such a payment, which the caller has locked.
 */
export async function matchWithdrawnFile(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  const file = (await findNamed(tx, transaction)) ?? (await findOfDebit(tx, transaction));
  if (!file) return false;
  await holdFor(tx, actor, transaction, file);
  await recordMatches(tx, [transaction], "open");
  return true;
}

/**
 * Keeps debits that have left one of these files out of other ones until a person decides, because the payment names the file, and the debits
 * that are still in it do not explain the sum: the bank may have collected those that left as well.
 */
export async function holdLeftDebits(tx: Database, actor: Actor, transaction: BankTransaction, fileIds: readonly string[]): Promise<void> {
  const [file] = await tx
    .select({ id: debitFiles.id })
    .from(debitFiles)
    .where(and(eq(debitFiles.partnerId, transaction.partnerId), isOneOf(debitFiles.id, fileIds), whereLeft(sql`true`)))
    .limit(1);
  if (file) await holdFor(tx, actor, transaction, file);
}

/** Whether the payment has held debits that left a file, and a person has decided about them since. */
export async function isDecidedAboutLeft(tx: Database, { partnerId, id }: BankTransaction): Promise<boolean> {
  const found = await tx.execute(sql`select from withdrawn_file_entries e
    where e.partner_id = ${partnerId} and e.bank_transaction_id = ${id} and not exists (select from withdrawn_debits w
      join debits d on d.partner_id = w.partner_id and d.id = w.debit_id and d.status = 'planned'
      where w.partner_id = e.partner_id and w.file_id = e.file_id and w.named_at is not null)`);
  return found.length > 0;
}

/** Finds the debits that have left one of these files, and that no other file has brought to the bank since. */
export async function findLeftDebits(tx: Database, partnerId: string, fileIds: readonly string[]): Promise<SummedDebit[]> {
  const { fileId, fileCents, collectOn, scheme, sequenceType } = withdrawnDebits;
  const present = alias(debitFiles, "present");
  const rows = await tx
    .select({ id: debits.id, fileId, amountCents: fileCents, collectOn, scheme, sequenceType })
    .from(withdrawnDebits)
    .innerJoin(debits, and(eq(debits.partnerId, withdrawnDebits.partnerId), eq(debits.id, withdrawnDebits.debitId)))
    .leftJoin(present, and(eq(present.partnerId, debits.partnerId), eq(present.id, debits.fileId)))
    .where(
      and(
        ...[eq(withdrawnDebits.partnerId, partnerId), isOneOf(fileId, fileIds), sql`${debits.fileId} is distinct from ${fileId}`],
        ...[inArray(debits.status, ["planned", "at_bank"]), isNull(present.handedOutAt)],
      ),
    );
  return rows.map(({ collectOn: on, scheme: of, sequenceType: type, ...debit }) => ({
    ...debit,
    batchId: batchIdOf(painIdOf(debit.fileId), { collectOn: on, scheme: of, sequenceType: type }),
    status: "at_bank",
  }));
}

async function holdFor(
  tx: Database,
  actor: Actor,
  { partnerId, id: bankTransactionId }: BankTransaction,
  { id: fileId }: FoundFile,
): Promise<void> {
  await tx.insert(withdrawnFileEntries).values({ partnerId, bankTransactionId, fileId }).onConflictDoNothing();
  await holdWithdrawn(tx, { partnerId, fileId }, clock.now(actor));
}

type FoundFile = Pick<DebitFile, "id">;

/** Finds the withdrawn file that the payment names, or one of whose batches it names. */
async function findNamed(tx: Database, transaction: BankTransaction): Promise<FoundFile | undefined> {
  const text = textsNamingFile(transaction);
  if (!mayNameDebitFile(text)) return undefined;
  const [found] = await tx
    .select({ id: debitFiles.id })
    .from(debitFiles)
    .where(
      and(
        ...[whereOfPayment(transaction), sql`strpos(${text}, right(${debitFiles.id}, ${SHARED_LENGTH})) > 0`],
        or(and(isNotNull(debitFiles.withdrawnAt), isNull(debitFiles.foundAt)), namesLeftBatch(text)),
      ),
    )
    .limit(1);
  return found;
}

/**
 * Finds the withdrawn file by the end-to-end id of a debit, which is the same in all files, if the debit is in no other file that can have
 * left. If there are several, the latest that was downloaded is meant.
 */
async function findOfDebit(tx: Database, transaction: BankTransaction): Promise<FoundFile | undefined> {
  const endToEndId = transaction.endToEndId.toLowerCase();
  if (!mayBeOwnId(endToEndId)) return undefined;
  const [found] = await tx
    .select({ id: debitFiles.id })
    .from(debitFiles)
    .where(
      and(
        whereOfPayment(transaction),
        sql`exists (select from debits d join withdrawn_debits w on w.partner_id = d.partner_id and w.debit_id = d.id
          left join debit_files present on present.partner_id = d.partner_id and present.id = d.file_id
          where d.partner_id = ${transaction.partnerId} and d.end_to_end_id = ${endToEndId} and w.file_id = ${debitFiles.id}
            and present.handed_out_at is null)`,
      ),
    )
    .orderBy(desc(isNotNull(debitFiles.handedOutAt)), desc(debitFiles.id))
    .limit(1);
  return found;
}

function whereOfPayment(transaction: BankTransaction) {
  return and(eq(debitFiles.partnerId, transaction.partnerId), whereOfAccount(debitFiles.iban, transaction));
}

/** Condition: the text names a batch of the file that its debits have left, while others are still in it. The id is as `batchIdOf` writes it. */
function namesLeftBatch(text: string): SQL {
  return whereLeft(sql`(${debitFiles.foundAt} is null or w.refused_at is not null)
    and strpos(${text}, lower(right(w.file_id, ${SHARED_LENGTH}) || to_char(w.collect_on, '-YYYYMMDD-')
      || case w.scheme when 'CORE' then 'C' else 'B' end || w.sequence_type::text)) > 0`);
}

/** Condition: a debit has left the file, and is not back in it. `which`: condition on its row `w`. */
function whereLeft(which: SQL): SQL {
  return sql`exists (select from withdrawn_debits w join debits d on d.partner_id = w.partner_id and d.id = w.debit_id
    where w.partner_id = ${debitFiles.partnerId} and w.file_id = ${debitFiles.id} and d.file_id is distinct from w.file_id and ${which})`;
}
